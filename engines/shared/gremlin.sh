# What the scripts share that install an engine behind Gremlin Server; read by them behind common.sh, not run.
#
# The installed folder has `start DATA PORT`, which writes the server's files under DATA and runs it in the foreground on
# ws://127.0.0.1:PORT/gremlin, with these sources of traversals: g, and gno, the same graph without any strategy that optimises.

tinkerpop=org.apache.tinkerpop

# gremlin_jars NAME VERSION GROUP:ARTIFACT:VERSION..: fetches these jars with all they need. $excluded: a group and an artifact
# that none of them is to bring along. $old_groovy: not empty where they bring Groovy 2.5.14 along, which cannot read the
# classes of Java 17; a later release of it can.
gremlin_jars() {
  product=$1 version_=$2
  shift 2
  project_begins
  if [ -n "${old_groovy:-}" ]; then
    echo '<dependencyManagement><dependencies>'
    for part in groovy groovy-groovysh groovy-json groovy-jsr223 groovy-console groovy-swing groovy-templates groovy-xml; do
      dependency "org.codehaus.groovy:$part:2.5.23" '<classifier>indy</classifier>'
      dependency "org.codehaus.groovy:$part:2.5.23"
    done
    echo '</dependencies></dependencyManagement>'
  fi >> "$work/pom.xml"
  without=
  if [ -n "${excluded:-}" ]; then
    without="<exclusions><exclusion><groupId>${excluded%:*}</groupId><artifactId>${excluded#*:}</artifactId></exclusion></exclusions>"
  fi
  {
    echo '<dependencies>'
    for jar in "$@"; do dependency "$jar" "$without"; done
    echo '</dependencies></project>'
  } >> "$work/pom.xml"
  fetch_jars "$product" "$version_"
}

# gremlin_server PROPERTIES [BEFORE] [BEHIND]: writes $work/start. PROPERTIES: those of the graph, in which @DATA@ stands for its
# folder; BEFORE, BEHIND: scripts that are run before and behind the one that makes the sources. $plugin: the class of the
# engine's plugin; $registry: that of its types for GraphSON; $manager: that of its graph manager; $main: that of its server;
# $threads: how many requests it works on at a time, else as many as there are cores; all may be empty. $java: the words that
# run Java.
gremlin_server() {
  printf '%s\n' "$1" > "$work/graph.properties"
  cat > "$work/init.groovy" <<SCRIPT
${2:-}
def globals = [:]
def optimises = { one -> ${tinkerpop}.gremlin.process.traversal.TraversalStrategy.OptimizationStrategy.isAssignableFrom(one) ||
  ${tinkerpop}.gremlin.process.traversal.TraversalStrategy.ProviderOptimizationStrategy.isAssignableFrom(one) }
def all = ${tinkerpop}.gremlin.process.traversal.TraversalStrategies.GlobalCache.getStrategies(graph.getClass()).toList()
// From 3.8 on steps are placeholders until this one puts others in their place: nothing runs without it.
def off = all.collect { it.class }.findAll(optimises).findAll { it.simpleName != "GValueReductionStrategy" }
globals << [g: traversal().withEmbedded(graph), gno: traversal().withEmbedded(graph).withoutStrategies(*off)]
${3:-}
globals
SCRIPT
  registries=${registry:-}
  for jar in "$work"/lib/tinkergraph-gremlin-3.*.jar; do
    case ${jar##*/} in
      *-3.[0-6].*) registries="$tinkerpop.gremlin.tinkergraph.structure.TinkerIoRegistryV3d0${registries:+, $registries}" ;;
      *-3.[0-9]*) registries="$tinkerpop.gremlin.tinkergraph.structure.TinkerIoRegistryV3${registries:+, $registries}" ;;
    esac
  done
  # The serializers have other names from 3.7 on.
  case $(basename "$work"/lib/gremlin-core-3.*.jar) in
    *-3.[0-6].*) serializer=$tinkerpop.gremlin.driver.ser.GraphSONMessageSerializerV3d0 ;;
    *) serializer=$tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3 ;;
  esac
  # There is no gremlin-lang before 3.5.2.
  lang='gremlin-lang: {},'
  ls "$work"/lib/gremlin-language-*.jar >/dev/null 2>&1 || lang=
  cat > "$work/server.yaml" <<YAML
host: 127.0.0.1
port: @PORT@
evaluationTimeout: 30000
${threads:+gremlinPool: $threads}
channelizer: $tinkerpop.gremlin.server.channel.WsAndHttpChannelizer
${manager:+graphManager: $manager}
graphs: {graph: graph.properties}
scriptEngines: {
  $lang
  gremlin-groovy: {
    plugins: {
      $tinkerpop.gremlin.server.jsr223.GremlinServerGremlinPlugin: {},
      ${plugin:+$plugin: {\},}
      $tinkerpop.gremlin.jsr223.ImportGremlinPlugin: {classImports: [java.lang.Math], methodImports: [java.lang.Math#*]},
      $tinkerpop.gremlin.jsr223.ScriptFileGremlinPlugin: {files: [init.groovy]}}}}
serializers:
  - {className: $serializer, config: {ioRegistries: [$registries]}}
maxContentLength: 10485760
YAML
  cat > "$work/start" <<START
#!/bin/sh
# start DATA PORT
here=\$(cd "\$(dirname "\$0")" && pwd)
mkdir -p "\$1/tmp"
cd "\$1"
sed "s|@DATA@|\$1|" "\$here/graph.properties" > graph.properties
sed "s|@PORT@|\$2|" "\$here/server.yaml" > server.yaml
cp "\$here/init.groovy" init.groovy
opens=
for package in lang util nio net lang.reflect util.concurrent io time; do opens="\$opens --add-opens java.base/java.\$package=ALL-UNNAMED"; done
exec "$java" \$opens --add-opens java.base/sun.nio.ch=ALL-UNNAMED "-Xmx\${HEAP:-1g}" -XX:-UsePerfData "-Djava.io.tmpdir=\$1/tmp" \\
  -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError -XX:-OmitStackTraceInFastThrow -Dfile.encoding=UTF-8 -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \\
  -cp "\$here/lib/*" ${main:-$tinkerpop.gremlin.server.GremlinServer} server.yaml
START
  finish start
}
