VERSION_SCRIPT = 'com.orientechnologies.orient.core.OConstants.getRawVersion()'
