// SPDX-License-Identifier: BSL-1.0
// Code that is wider than its place is scrolled by keys, too, where a browser tells of no pointer that hovers.
function letKeysScroll() {
  for (const code of document.querySelectorAll("pre > code"))
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
}
addEventListener("load", letKeysScroll);
addEventListener("resize", letKeysScroll);
