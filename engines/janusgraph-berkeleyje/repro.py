VERSION_SCRIPT = 'org.janusgraph.core.JanusGraphFactory.class.getPackage().getImplementationVersion()'
