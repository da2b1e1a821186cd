#!/bin/sh
# Installs an engine that is a Python package into a virtual environment of its own, with other packages that it needs.
#
#   usage: python.sh FOLDER PACKAGE==VERSION..
#
# Afterwards FOLDER/bin/python can import them. One argument may name several packages, with spaces between them.
# Needs: a CPython with venv that has wheels; PYTHON names it, else the first of python3, python3.13 .. is taken.
set -eu

usage='usage: python.sh FOLDER PACKAGE==VERSION..'
folder=${1:?$usage}
shift
packages=${*:?$usage}
shared=${GRAPHLANCE_SHARED:-$(dirname "$0")}
. "$shared/common.sh"

begin "$folder"
requirements $packages
# A virtual environment holds its own path: it is made in its place, and there is no file COMPLETE before all is in it.
try() {
  command -v "$1" >/dev/null 2>&1 || return 1
  rm -rf "$target"
  "$1" -m venv "$target" >&2 &&
    "$target/bin/python" -m pip install -q --only-binary :all: $checked -r "$work/requirements" >&2 &&
    "$target/bin/python" -m pip check >&2 &&
    complete "$target"
}

if [ -n "${PYTHON:-}" ]; then
  if try "$PYTHON"; then exit 0; fi
else
  for version in '' .13 .12 .11 .10 .9 .8; do
    if try "python3$version"; then exit 0; fi
  done
fi
fail "no Python here can install $packages; PYTHON=/path/to/python names another"
