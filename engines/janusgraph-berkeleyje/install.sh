#!/bin/sh
# Installs JanusGraph, with its store in BerkeleyDB Java Edition, behind its Gremlin Server into a folder, from its published jars,
# without root and without a container.
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
. "$shared/janusgraph.sh"
need mvn

begin "$folder"
janusgraph_server janusgraph-berkeleyje "$version" berkeleyje 'storage.backend=berkeleyje
storage.directory=@DATA@/store' 'org.janusgraph.core.JanusGraphFactory.drop(old)'
