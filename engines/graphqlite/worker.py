#!/usr/bin/env python3
"""A worker that serves GraphQLite, an extension of SQLite.

usage: /some/venv/bin/python worker.py [EXTENSION]      one JSON object a line in, one out; docs/drivers.md has the
frames. EXTENSION is the path of a build of one's own; without it the one of the package is loaded. The Python needs
pysqlite3: the engine writes SQL that only SQLite 3.44 and later read, and many Pythons cannot load extensions.
"""

import importlib.metadata
import importlib.util
import json
import math
import os
import re
import sys
import time

LARGEST_KEY = 10_000_000  # ids from here on are no keys of the protocol
OPCODES = 1_000  # of SQLite's machine, between two looks at the clock
# What JSON has no word for. Strings are matched too, so that nothing inside them is taken for one of these.
INFINITY = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:Infinity|inf)\b(?:\.0)?', re.DOTALL)
NAN = "\u0001NaN"  # inside of lists and maps; elsewhere it is the token NaN, which Python's parser knows

# What the text of an error says about its class; the first match counts.
CLASSES = [
    ("memory", r"out of memory"),
    # The SQL that it made of the statement is wrong.
    ("internal", r"^SQL prepare failed|duplicate WITH table name|malformed JSON|too many arguments on function"),
    ("internal", r'^near ".*": syntax error|^(no such|ambiguous|misuse of|wrong number of arguments)\b'),
    ("syntax", r"^SyntaxError: |^Line \d+: syntax error"),
]
CODES = {
    "PARSE_ERROR": "syntax",
    "VALIDATION_ERROR": "syntax",
    "NOT_IMPLEMENTED": "syntax",
    "MEMORY_ERROR": "memory",
    "INTERNAL_ERROR": "internal",
}
# Where there is no text of the engine's, the kind of exception tells.
KINDS = [
    ("timeout", TimeoutError),
    ("memory", MemoryError),
    # No answer of the protocol: text that is no UTF-8 or no JSON, integers beyond 64 bits, lists nested too deeply.
    ("protocol", (ValueError, OverflowError, RecursionError)),
]


def import_engine():
    """SQLite. The folder of this file must not be searched: this file has the name of the engine's package."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != here]
    import pysqlite3

    return pysqlite3


def extension_of_package():
    """Its path, to which SQLite adds the suffix, and its version. Importing the package takes a Python from 3.9."""
    folder = importlib.util.find_spec("graphqlite").submodule_search_locations[0]
    return os.path.join(folder, "graphqlite"), importlib.metadata.version("graphqlite")


class Engine:
    def __init__(self, sqlite, extension, version):
        """`version`: what it is if it does not say so itself."""
        self.sqlite = sqlite
        self.extension, self.version = extension, version
        self.connection = None
        self.wipe()

    def identity(self):
        try:
            version = json.loads(self.fetch("SELECT cypher_capabilities()"))["graphqlite_version"]
        except self.sqlite.Error:  # old versions have no such function
            version = self.version
        return {
            "engine": "GraphQLite",
            "version": version,
            "build": f"SQLite {self.sqlite.sqlite_version}",
            "settings": ["database=:memory:"],
        }

    def wipe(self):
        """A new database: in an old one indexes, constraints and the counters of ids stay."""
        self.close()
        self.connection = self.sqlite.connect(":memory:", isolation_level=None)
        self.connection.text_factory = bytes  # texts can be invalid
        self.connection.enable_load_extension(True)
        self.connection.execute("SELECT load_extension(?, 'sqlite3_graphqlite_init')", (self.extension,)).fetchall()
        self.connection.enable_load_extension(False)

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def fetch(self, sql, *values):
        """The only cell of an answer, as text."""
        rows = self.connection.execute(sql, values).fetchall()
        if not isinstance(rows[0][0], bytes):
            raise ValueError(f"the answer is no text: {rows[0][0]!r}")
        return rows[0][0].decode("utf-8")

    def within(self, milliseconds, statement):
        """The text of the answer, or a TimeoutError with the engine's text."""
        deadline, late = time.monotonic() + milliseconds / 1000, []

        def is_late():
            if time.monotonic() > deadline:
                late.append(True)
            return bool(late)

        self.connection.set_progress_handler(is_late, OPCODES)
        try:
            text = self.fetch("SELECT cypher(?)", statement)
        except self.sqlite.Error as error:
            if late:
                raise TimeoutError(str(error))
            raise
        finally:
            self.connection.set_progress_handler(None, OPCODES)
        if late:  # some writes say that they succeeded, with what they did until then
            raise TimeoutError(f"interrupted after {milliseconds} ms, which the engine answers with {text[:200]}")
        return text

    def run(self, statement, milliseconds):
        """Columns and rows. An answer without rows does not tell its columns; a write without RETURN has none."""
        text = self.within(milliseconds, statement)
        if text.startswith("Query executed successfully"):  # of old versions
            return [], []
        result = parse(text)
        if isinstance(result, dict) and "nodes_created" in result:
            return [], []
        if not isinstance(result, list) or not all(isinstance(row, dict) for row in result):
            raise ValueError(f"the answer is no list of rows: {result}")
        columns = list(result[0]) if result else []
        for row in result:
            if list(row) != columns:
                raise ValueError(f"a row has the columns {list(row)}, the first one {columns}")
        return columns, [list(row.values()) for row in result]

    def transact(self, boundary):
        """By SQLite's own words: what the engine stores are tables. SQLite may have rolled back on an error."""
        if boundary == "begin":
            self.connection.execute("BEGIN")
        elif self.connection.in_transaction or boundary == "commit":
            self.connection.execute("COMMIT" if boundary == "commit" else "ROLLBACK")

    def graph(self):
        """All nodes and relationships in the order of their ids, which are the keys."""
        nodes = self.elements("MATCH (n) RETURN n", is_node, node)
        relationships = self.elements("MATCH ()-[r]->() RETURN r", is_relationship, relationship)
        return {"schema": {}, "nodes": nodes, "relationships": relationships}

    def elements(self, statement, is_element, element):
        cells = [row[0] for row in self.run(statement, 60_000)[1]]
        for it in cells:
            if not is_element(it):
                raise ValueError(f"{statement} gives {it}")
        return sorted(map(element, cells), key=lambda it: it["key"])

    def explain(self, statement):
        text = self.within(10_000, f"EXPLAIN {statement}")
        rows = json.loads(text, strict=False)  # in old versions its line ends are raw
        return "\n".join(str(cell) for row in rows for cell in row.values()) or None


def parse(text):
    """The result, which is not always JSON: infinities are spelled Infinity, Infinity.0, inf.0, or 9.0e+999."""

    def token(match):
        word = match[0]
        return word if word.startswith('"') else "-Infinity" if word.startswith("-") else "Infinity"

    return json.loads(INFINITY.sub(token, text), object_pairs_hook=entries)


def entries(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        # One of them: answers that repeat several names are of one cause with those that repeat one.
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise ValueError(f"an object has a name twice: '{twice}'")
    return members


# A map literal with the same entries cannot be told from a node, a relationship or a path.


def is_node(it):
    return is_object(it, {"id": int, "labels": list, "properties": dict})


def is_relationship(it):
    return is_object(it, {"id": int, "type": str, "startNode": int, "endNode": int, "properties": dict})


def is_path(it):
    if not is_object(it, {"nodes": list, "rels": list}) or len(it["nodes"]) != len(it["rels"]) + 1:
        return False
    return all(map(is_node, it["nodes"])) and all(map(is_relationship, it["rels"]))


def is_object(it, types):
    return isinstance(it, dict) and set(it) == set(types) and all(type(it[name]) is types[name] for name in types)


def value(it, inside=True):
    """A value of the protocol; `inside`: it lies in a list, map or element."""
    if it == NAN and inside:
        return {"float": "NaN"}
    if it is None or isinstance(it, (bool, str)):
        return it
    if isinstance(it, int):
        if not -(1 << 63) <= it < 1 << 63:
            raise ValueError(f"the integer {it} has more than 64 bits")
        return it
    if isinstance(it, float):
        words = {math.inf: "Infinity", -math.inf: "-Infinity"}
        return {"float": "NaN" if math.isnan(it) else words.get(it, it)}
    if isinstance(it, list):
        return [value(item) for item in it]
    if is_node(it):
        return {"node": node(it)}
    if is_relationship(it):
        return {"relationship": relationship(it)}
    if is_path(it):
        nodes, relationships = list(map(node, it["nodes"])), list(map(relationship, it["rels"]))
        return {"path": {"nodes": nodes, "relationships": relationships}}
    return {"map": {name: value(item) for name, item in it.items()}}


def node(it):
    return {"key": key(it["id"]), "labels": it["labels"], "properties": properties(it)}


def relationship(it):
    return {
        "key": key(it["id"]),
        "start": key(it["startNode"]),
        "end": key(it["endNode"]),
        "type": it["type"],
        "properties": properties(it),
    }


def properties(element):
    return {name: value(it) for name, it in element["properties"].items()}


def key(number):
    if not 0 <= number < LARGEST_KEY:
        raise ValueError(f"the id {number} fits into no key")
    return number


def error_class(error):
    by_kind = (name for name, kind in KINDS if isinstance(error, kind))
    return next(by_kind, None) or class_of_text(str(error))


def class_of_text(text):
    """The text of an error is JSON too: a message, and a code that says less."""
    try:
        details = json.loads(text)
        message, code = str(details["error"]), details["code"]
    except (ValueError, LookupError, TypeError):
        message, code = text, None
    by_text = (name for name, pattern in CLASSES if re.search(pattern, message))
    return next(by_text, None) or CODES.get(code, "runtime")


def answer(engine, request):
    op = request["op"]
    if op == "hello":
        hello = {"protocol": 1, "identity": engine.identity(), "ids": True, "ahead": True}
        return {"hello": {**hello, "abilities": ["transactions"]}}
    if op == "wipe":
        engine.wipe()
        return "done"
    if op == "run":
        columns, rows = engine.run(request["statement"], request["deadline_ms"])
        return {"table": {"columns": columns, "rows": [[value(it, inside=False) for it in row] for row in rows]}}
    if op in ("begin", "commit", "roll_back"):
        engine.transact(op)
        return "done"
    if op == "read_graph":
        return {"graph": engine.graph()}
    return {"plan": engine.explain(request["statement"])} if op == "explain" else "done"


def numbered(request, answer):
    """The answer with the number of its request, so that it is not taken for the answer to another."""
    if "id" not in request:
        return answer
    return {"id": request["id"], **(answer if isinstance(answer, dict) else {answer: True})}


def reply(engine, line):
    request = {}
    try:
        request = json.loads(line)
        # Half of a surrogate pair, which JSON can spell, is no text.
        return json.dumps(numbered(request, answer(engine, request)), ensure_ascii=False).encode("utf-8")
    except Exception as error:  # whatever the engine raises is its answer
        message = str(error) or repr(error)
        if isinstance(error, UnicodeDecodeError):
            message += f": {error.object[:1000].decode('utf-8', 'backslashreplace')}"
        failure = {"error": {"class": error_class(error), "message": message}}
        return json.dumps(numbered(request, failure)).encode("utf-8")


def main():
    # Only answers go to standard output; what the engine prints goes to the log.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sqlite = import_engine()
    engine = Engine(sqlite, *((sys.argv[1], "unknown") if len(sys.argv) > 1 else extension_of_package()))
    for line in sys.stdin.buffer:
        answers.write(reply(engine, line) + b"\n")
        answers.flush()
    engine.close()


if __name__ == "__main__":
    main()
