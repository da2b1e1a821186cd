# Packages of Debian 13, unpacked into a folder; read by scripts after common.sh, not run.
#
# Each package is checked by its hash in the package index, the index by its hash in the archive's release file, and that by
# its signature, for which gpgv and the archive's keys must be there. Which packages there are is decided by the archive:
# a stable release of Debian changes them with corrections only.
# Needs: curl, xz, sha256sum, gpgv, the keys (the package debian-archive-keyring), dpkg-deb or ar and tar.
# DEBIAN_MIRROR: where packages come from, if not from the system's own mirror or deb.debian.org.
# DEBIAN_KEYRING: the file with the archive's keys, if it is not where Debian and Ubuntu have it.

case $(uname -s)-$(uname -m) in
  Linux-x86_64) debian=amd64 triplet=x86_64-linux-gnu loader=ld-linux-x86-64.so.2 ;;
  Linux-aarch64) debian=arm64 triplet=aarch64-linux-gnu loader=ld-linux-aarch64.so.1 ;;
  *) fail "there are no packages of Debian for $(uname -s) on $(uname -m)" ;;
esac

# debian_index: sets $mirror, and writes the package index to $work/index.
debian_index() {
  need curl; need xz; need sha256sum
  command -v gpgv >/dev/null 2>&1 || fail "gpgv is missing, by which Debian's packages are checked: install the package gpgv"
  keyring=${DEBIAN_KEYRING:-}
  for file in /usr/share/keyrings/debian-archive-keyring.gpg /usr/share/keyrings/debian-archive-keyring.pgp; do
    if [ -z "$keyring" ] && [ -r "$file" ]; then keyring=$file; fi
  done
  [ -n "$keyring" ] || fail "the keys of Debian's archive are missing, by which its packages are checked: install the \
package debian-archive-keyring, or name their file in DEBIAN_KEYRING"
  [ -r "$keyring" ] || fail "DEBIAN_KEYRING=$keyring cannot be read"
  mirror=${DEBIAN_MIRROR:-$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    grep -v '^#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' ' || true)}
  mirror=${mirror:-https://deb.debian.org/debian}
  mirror=${mirror%/}
  mkdir "$work/archive"
  debian_release
  path=main/binary-$debian/Packages.xz
  sum=$(awk -v path="$path" '/^[^ ]/ {on = $1 == "SHA256:"} on && $3 == path {print $1}' "$work/archive/Release")
  [ -n "$sum" ] || fail "the release file of $mirror names no $path"
  # By its hash it is the same file also while the mirror is being renewed.
  curl -sSf -o "$work/archive/Packages.xz" "$mirror/dists/trixie/${path%/*}/by-hash/SHA256/$sum" 2>/dev/null ||
    curl -sSf -o "$work/archive/Packages.xz" "$mirror/dists/trixie/$path"
  [ "$(sha256 "$work/archive/Packages.xz")" = "$sum" ] ||
    fail "the package index of $mirror is not the one that its release file names; try again, or another DEBIAN_MIRROR"
  xz -dc "$work/archive/Packages.xz" > "$work/index"
  rm -r "$work/archive"
}

# debian_release: writes what is signed of the release file to $work/archive/Release. One good signature is enough: a file is
# signed by several keys, and an older keyring does not have them all.
debian_release() {
  curl -sSf -o "$work/archive/InRelease" "$mirror/dists/trixie/InRelease"
  gpgv --homedir "$work/archive" --keyring "$keyring" --status-fd 3 --output "$work/archive/Release" \
    "$work/archive/InRelease" 3> "$work/archive/status" 2> "$work/archive/log" || true
  if ! grep -q '^\[GNUPG:\] GOODSIG ' "$work/archive/status" || grep -q '^\[GNUPG:\] BADSIG ' "$work/archive/status"; then
    fail "the release file of $mirror is not signed by Debian's archive:
$(cat "$work/archive/log")"
  fi
  grep -q '^Codename: trixie$' "$work/archive/Release" || fail "the release file of $mirror is not that of Debian 13"
}

# of PACKAGE FIELD: what the package index says.
of() { awk -v p="$1" -v f="$2:" '$1=="Package:"{n=$2} n==p && $1==f{print $2; exit}' "$work/index"; }

# unpack PACKAGE FOLDER: fetches, checks and unpacks a package.
unpack() {
  file=$(of "$1" Filename)
  [ -n "$file" ] || fail "$mirror has no $1 for Debian 13"
  curl -sSf -o "$work/deb" "$mirror/$file"
  [ "$(sha256 "$work/deb")" = "$(of "$1" SHA256)" ] || fail "$1 is not the file that the package index names"
  if command -v dpkg-deb >/dev/null 2>&1; then
    dpkg-deb -x "$work/deb" "$2"
  else
    need ar
    (cd "$2" && ar x "$work/deb" && tar -xf data.tar.* && rm -f data.tar.* control.tar.* debian-binary)
  fi
  rm "$work/deb"
}
