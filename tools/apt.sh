# Read by what installs on Debian and its kin: `apt_install PACKAGES`, which fails where that cannot be done.
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo "$@"; else return 1; fi; }
apt_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null
}
