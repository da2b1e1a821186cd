#!/bin/sh
# Installs TinkerGraph behind Gremlin Server into a folder, from its published jars, without root and without a container.
#
#   usage: install.sh FOLDER VERSION        e.g. 3.8.1
#
# Afterwards `FOLDER/start DATA PORT` runs a server in the foreground on ws://127.0.0.1:PORT/gremlin, its files under DATA.
# Needs: mvn (Maven) and Java 11 or later.
set -eu

folder=${1:?usage: install.sh FOLDER VERSION}
version=${2:?usage: install.sh FOLDER VERSION}
shared=${GRAPHLANCE_SHARED:-$(dirname "$0")/../shared}
. "$shared/common.sh"
. "$shared/gremlin.sh"
. "$shared/tinkergraph.sh"
need mvn

begin "$folder"
tinkergraph_server tinkergraph "$version" TinkerGraph
