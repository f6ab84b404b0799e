# What Debian's policy asks of a package beside what is installed anywhere: who holds the copyright, a changelog in Debian's form, and
# manual pages and changelogs compressed. CPack runs this before it packs the folders of the components.
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(GLOB compressed ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/man/man1/*.1)
file(GLOB folders ${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/doc/*)
foreach(folder IN LISTS folders)
  file(READ ${folder}/copyright licence)
  file(WRITE ${folder}/copyright "Copyright 2026 The headroom authors\n\n${licence}")
  file(WRITE ${folder}/changelog "headroom (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * What is new stands in NEWS.gz.\n\n"
                                 " -- ${CPACK_PACKAGE_CONTACT}  ${now}\n")
  configure_file(${CPACK_HEADROOM_SOURCES}/CHANGELOG.md ${folder}/NEWS COPYONLY)
  list(APPEND compressed ${folder}/changelog ${folder}/NEWS)
endforeach()
execute_process(COMMAND gzip --best --no-name --force ${compressed} COMMAND_ERROR_IS_FATAL ANY)
