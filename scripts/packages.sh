# The Debian packages this project needs, in one place. Sourced by the other scripts.

program_packages=(cmake g++-12 ninja-build
                  libboost-dev librange-v3-dev
                  libcli11-dev libfmt-dev libyaml-dev nlohmann-json3-dev)

# Of any build with tests.
suite_packages=("${program_packages[@]}"
                doctest-dev dpkg-dev file pkg-config python3 python3-jsonschema python3-yaml slurm-client)

# Of the build that a newcomer's scripts/test makes.
newcomer_packages=("${suite_packages[@]}" clang-19)

# Of the first stage of scripts/test all, until its tests run.
build_packages=("${suite_packages[@]}" libopenmpi-dev openmpi-bin valgrind)

# Of the page to try: 4 MB beside clang 19.
wasm_packages=(clang-19 libboost-dev libfmt-dev librange-v3-dev nlohmann-json3-dev
               libc++-19-dev libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 lld-19 wasi-libc)

test_packages=("${build_packages[@]}" "${wasm_packages[@]}"
               chromium clang-14 clang-19 clang-tidy-19 coinor-cbc fish gcovr glpk-utils groff-base libc++-19-dev libclang-rt-19-dev
               munge slurm-wlm zsh)

# need PACKAGE...: installs those that are missing. Asks the network for nothing when none is.
need() {
  local missing package
  missing=()
  for package in "$@"; do
    [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  if ((EUID != 0)); then
    echo "headroom needs these Debian packages, and only root can install them:" >&2
    echo "  apt-get install ${missing[*]}" >&2
    exit 2
  fi

  echo "Installing ${missing[*]}" >&2
  local log apt
  log=$(mktemp)
  apt=(apt-get -q -y -o DPkg::Lock::Timeout=600)
  export DEBIAN_FRONTEND=noninteractive
  # A stale list or an unreachable archive shows in the second command, which decides.
  "${apt[@]}" update </dev/null >"$log" 2>&1 || true
  if ! "${apt[@]}" install --no-install-recommends "${missing[@]}" </dev/null >>"$log" 2>&1; then
    tail -n 15 "$log" >&2
    echo "apt-get could not install ${missing[*]}. Does this machine reach a Debian package archive? Log: $log" >&2
    exit 2
  fi
  rm "$log"
}
