#!/bin/sh
# Installs an engine that is a Python package into a virtual environment of its own.
#
#   usage: python.sh FOLDER PACKAGE==VERSION
#
# Afterwards FOLDER/bin/python can import it.
# Needs: a CPython from 3.8 to 3.13 with venv; PYTHON names it, else the first of python3, python3.12 .. that has a wheel.
set -eu

folder=${1:?usage: python.sh FOLDER PACKAGE==VERSION}
package=${2:?usage: python.sh FOLDER PACKAGE==VERSION}
. "$(dirname "$0")/common.sh"

# A virtual environment holds its own path: it is made in place, and removed if that fails.
mkdir -p "$(dirname "$folder")"
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
for python in ${PYTHON:-python3 python3.12 python3.11 python3.10 python3.13 python3.9 python3.8}; do
  command -v "$python" >/dev/null 2>&1 || continue
  rm -rf "$folder"
  if "$python" -m venv "$folder" &&
    "$folder/bin/python" -m pip install -q --disable-pip-version-check --only-binary :all: "$package" >&2; then
    trap - EXIT
    exit 0
  fi
done
fail "no Python here can install $package; PYTHON=/path/to/python names another"
