#!/bin/sh
# Installs ArcadeDB into a folder, without root and without a container.
#
#   usage: install.sh FOLDER [RELEASE]        RELEASE: of the Python package arcadedb-embedded, 26.10.2.post1
#
# The package holds the server's jars and a Java runtime.
# Afterwards `FOLDER/start DATA BOLTPORT HTTPPORT` runs a server in the foreground, its databases under DATA; user root,
# password graphlance.
# Needs: python3 with pip.
set -eu

folder=${1:?usage: install.sh FOLDER [RELEASE]}
release=${2:-26.10.2.post1}
shared=${GRAPHLANCE_SHARED:-$(dirname "$0")/../shared}
. "$shared/common.sh"
need python3

# Older releases are built for a newer C library than the current ones.
case $release in
  26.[1-4].*) glibc=2_35 ;;
  *) glibc=2_34 ;;
esac
case $(uname -s)-$(uname -m) in
  Linux-x86_64) platform=manylinux_${glibc}_x86_64 ;;
  Linux-aarch64) platform=manylinux_${glibc}_aarch64 ;;
  *) fail "there is no ArcadeDB package for $(uname -s) on $(uname -m)" ;;
esac
begin "$folder"
wheel "arcadedb-embedded==$release" --python-version 311 --implementation cp --abi cp311 --abi abi3 --abi none \
  --platform "$platform" --platform any
mv "$work/package/arcadedb_embedded/jars" "$work/lib"
mv "$work/package/arcadedb_embedded/jre" "$work/jre"
rm -r "$work/package"
chmod 755 "$work"/jre/bin/*
[ ! -e "$work/jre/lib/jspawnhelper" ] || chmod 755 "$work/jre/lib/jspawnhelper"

cat > "$work/start" <<'START'
#!/bin/sh
# start DATA BOLTPORT HTTPPORT
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
mkdir -p tmp
exec "$here/jre/bin/java" "-Xmx${HEAP:-1g}" -XX:-UsePerfData "-Djava.io.tmpdir=$1/tmp" "-Djna.tmpdir=$1/tmp" -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError \
  --add-exports java.management/sun.management=ALL-UNNAMED --add-opens java.base/java.util.concurrent.atomic=ALL-UNNAMED \
  --add-opens java.base/java.nio.channels.spi=ALL-UNNAMED --add-modules jdk.incubator.vector \
  -Dpolyglot.engine.WarnInterpreterOnly=false -Djava.awt.headless=true \
  -Darcadedb.server.rootPath="$1" -Darcadedb.server.databaseDirectory="$1/databases" \
  -Darcadedb.server.rootPassword=graphlance -Darcadedb.server.httpIncomingHost=127.0.0.1 \
  -Darcadedb.server.httpIncomingPort="$3" -Darcadedb.server.plugins=Bolt:com.arcadedb.bolt.BoltProtocolPlugin \
  -Darcadedb.bolt.port="$2" -Darcadedb.bolt.host=127.0.0.1 -cp "$here/lib/*" com.arcadedb.server.ArcadeDBServer
START
finish start
