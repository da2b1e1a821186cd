#!/bin/sh
# Installs an engine that is a Python package into a virtual environment of its own, with other packages that it needs.
#
#   usage: python.sh FOLDER PACKAGE[==VERSION]..
#
# Afterwards FOLDER/bin/python can import them. One argument may name several packages, with spaces between them.
# Needs: a CPython from 3.8 to 3.13 with venv; PYTHON names it, else the first of python3, python3.12 .. that has wheels.
set -eu

usage='usage: python.sh FOLDER PACKAGE[==VERSION]..'
folder=${1:?$usage}
shift
packages=${*:?$usage}
. "$(dirname "$0")/common.sh"

# A virtual environment holds its own path: it is made in place, and removed if that fails.
mkdir -p "$(dirname "$folder")"
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
for python in ${PYTHON:-python3 python3.12 python3.11 python3.10 python3.13 python3.9 python3.8}; do
  command -v "$python" >/dev/null 2>&1 || continue
  rm -rf "$folder"
  if "$python" -m venv "$folder" &&
    "$folder/bin/python" -m pip install -q --disable-pip-version-check --only-binary :all: $packages >&2; then
    trap - EXIT
    exit 0
  fi
done
fail "no Python here can install $packages; PYTHON=/path/to/python names another"
