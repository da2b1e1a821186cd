VERSION_SCRIPT = 'org.apache.hugegraph.version.CoreVersion.VERSION.toString()'
