VERSION_SCRIPT = 'org.umlg.sqlg.structure.SqlgGraph.class.getPackage().getImplementationVersion()'
