VERSION_SCRIPT = 'org.apache.tinkerpop.gremlin.util.Gremlin.version()'
