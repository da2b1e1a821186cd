#!/usr/bin/env python3
"""A worker that serves Kuzu (0.4 and later) or Ladybug, whichever this Python can import.

usage: /some/venv/bin/python kuzu.py        one JSON object a line in, one out; docs/drivers.md has the frames
"""

import datetime
import decimal
import json
import math
import os
import re
import shutil
import sys
import tempfile
import time

BUFFER_POOL = 128 << 20
# A power of two. The default reserves 8 TiB of address space for each database, and 15 of them exhaust it.
LARGEST_DATABASE = 1 << 30
TABLES, OFFSETS = 1_000, 10_000  # beyond these an internal id no longer fits into a key of the protocol

# What the text of an error says about its class; the first match counts.
CLASSES = [
    ("syntax", r"Parser exception"),  # first: it repeats the statement, which may hold any word
    ("timeout", r"^Interrupted"),
    ("memory", r"Buffer manager exception|Unable to allocate memory|bad_alloc"),
    ("internal", r"Assert(ion)? |Internal |[Ss]hould (never|not) |[Uu]nreachable|UNREACHABLE|Storage exception"),
    ("internal", r"map::at|vector::|string::|_M_range_check|std::|bad_\w+|^sto[a-z]+$"),  # of the C++ library
    ("syntax", r"^(Binder|Catalog) exception"),
]
# Where the text says nothing, the kind of exception does. The package turns those of the C++ library into Python's.
KINDS = [
    ("memory", MemoryError),
    ("internal", (LookupError, AssertionError, NotImplementedError)),
    # No value of the protocol: a date beyond year 9999, text that is no UTF-8, lists nested too deeply for JSON.
    ("protocol", (ValueError, OverflowError, RecursionError)),
]


def import_engine():
    """The engine's package. The folder of this file must not be searched: this file has the package's name."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != here]
    try:
        import kuzu as package
    except ImportError:
        import ladybug as package
    return package


def make_home():
    """A folder for this process, which is removed however it ends: graphlance gives one that it removes itself."""
    if "GRAPHLANCE_FOLDER" in os.environ:
        return tempfile.mkdtemp()
    root = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()
    home = tempfile.mkdtemp(prefix=f"graphlance-kuzu-{os.getpid()}-", dir=root)
    remove_after_death(home)
    return home


def remove_after_death(folder):
    """Starts a process that waits for the end of this one and removes the folder: who is killed cannot do it."""
    reader, writer = os.pipe()
    if os.fork():
        os.close(reader)
        return  # the writer stays open until this process ends
    try:
        os.setsid()  # what kills the group of the worker must not kill this one
        os.dup2(reader, 0)
        os.closerange(1, 256)  # whoever reads the output of the worker waits until nobody holds it
        os.read(0, 1)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os._exit(0)


class Engine:
    def __init__(self, package):
        self.package = package
        major, minor = re.findall(r"\d+", package.version)[:2]
        # Before Kuzu 0.7 there is no memory mode: ":memory:" is a folder of that name.
        self.in_memory = package.__name__ != "kuzu" or (int(major), int(minor)) >= (0, 7)
        self.home = None if self.in_memory else make_home()
        self.database = self.connection = None
        self.wipes = 0
        self.wipe()

    def identity(self):
        return {
            "engine": self.package.__name__.capitalize(),
            "version": str(self.package.version),
            "build": f"storage version {self.package.storage_version}",
            "settings": ["threads=1", f"buffer_pool_size={BUFFER_POOL}", f"in_memory={str(self.in_memory).lower()}"],
        }

    def wipe(self):
        self.close()
        self.wipes += 1
        where = ":memory:" if self.in_memory else os.path.join(self.home, str(self.wipes))
        self.database = self.package.Database(where, buffer_pool_size=BUFFER_POOL, max_db_size=LARGEST_DATABASE)
        self.connection = self.package.Connection(self.database, num_threads=1)
        self.groups = {}  # table of a relationship table group -> name of the group

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.database.close()
            self.connection = self.database = None
        if self.home:
            shutil.rmtree(os.path.join(self.home, str(self.wipes)), ignore_errors=True)

    def run(self, statement, milliseconds):
        """Columns, their types, and rows as the package gives them; of the last result if there are several."""
        deadline = time.monotonic() + milliseconds / 1000
        self.connection.set_query_timeout(milliseconds)
        results = self.connection.execute(statement)
        results = results if isinstance(results, list) else [results]
        try:
            last, rows = results[-1], []
            while last.has_next():
                rows.append(last.get_next())
                if len(rows) % 256 == 0 and time.monotonic() > deadline:
                    raise RuntimeError(f"Interrupted: the answer was not read within {milliseconds} ms")
            columns, types = last.get_column_names(), last.get_column_data_types()
        finally:
            for result in results:
                result.close()  # an open result keeps the database from being closed
        if re.search(r"\bTABLE\b", statement, re.IGNORECASE):
            self.read_groups()
        return columns, types, rows

    def read_groups(self):
        """In old versions the tables of a group T, and so the types of its relationships, are called T_A_B."""
        columns, _, rows = self.run("CALL show_tables() RETURN *", 10_000)
        tables = [(row[columns.index("name")], row[columns.index("type")]) for row in rows]
        groups, nodes = ([name for name, kind in tables if kind == wanted] for wanted in ("REL_GROUP", "NODE"))
        self.groups = {f"{group}_{start}_{end}": group for group in groups for start in nodes for end in nodes}

    def graph(self):
        """All nodes and relationships, numbered from 0 in the order of their internal ids."""
        reader = Reader(self.groups)
        nodes = self.by_internal_id("MATCH (n) RETURN id(n), n")
        order = {number: position for position, (number, _) in enumerate(nodes)}
        relationships = []
        # In 0.4 only id() tells parallel relationships apart.
        for number, it in self.by_internal_id("MATCH (a)-[r]->(b) RETURN id(r), r"):
            start, end = (pair(split(it)[0][side]) for side in ("_src", "_dst"))
            if start not in order or end not in order:
                raise ValueError(f"MATCH (n) does not give a node of the relationship {it}")
            ends = {"start": order[start], "end": order[end]}
            relationships.append(dict(reader.relationship(it), key=len(relationships), **ends))
        nodes = [dict(reader.node(it), key=order[number]) for number, it in nodes]
        return {"schema": {}, "nodes": nodes, "relationships": relationships}

    def by_internal_id(self, statement):
        try:
            rows = self.run(statement, 60_000)[2]
        except RuntimeError as error:
            if re.search(r"No (node|rel) table exists", str(error)):
                return []
            raise
        return sorted(((pair(number), it) for number, it in rows), key=lambda row: row[0])

    def explain(self, statement):
        rows = self.run(f"EXPLAIN {statement}", 10_000)[2]
        return without_measures("\n".join(str(cell) for row in rows for cell in row)) or None


def without_measures(plan):
    """A plan without the counts and times that its boxes have room for: EXPLAIN runs nothing, and all are zero."""
    lines = plan.split("\n")
    for number, line in enumerate(lines):
        lines[number] = re.sub(r"NumOutputTuples: 0\b|ExecutionTime: 0\.0+\b", lambda it: " " * len(it[0]), line)
    # A rule below which its box holds nothing goes too, the lowest one first.
    for number in reversed(range(len(lines))):
        for rule in reversed(list(re.finditer(r"-{5,}", lines[number]))):
            start, end = rule.span()
            below = next((line[start:end] for line in lines[number + 1 :] if line[start:end].strip()), "-")
            if set(below) <= set("-─┬┐┌└┘"):
                lines[number] = f"{lines[number][:start]}{' ' * (end - start)}{lines[number][end:]}"
    return "\n".join(line.rstrip() for line in lines if line.strip(" │"))


def split(element):
    """The internal entries of a node, relationship or path, which Ladybug writes in capitals, and its properties."""
    internal, properties = {}, {}
    for name, value in element.items():
        if name.lower() in ("_id", "_label", "_src", "_dst", "_nodes", "_rels"):
            internal[name.lower()] = value
        elif value is not None:  # also what other tables of the pattern have and this one has not
            properties[name] = value
    return internal, properties


def pair(internal_id):
    return internal_id["table"], internal_id["offset"]


def key(internal_id):
    if internal_id is None:  # OPTIONAL MATCH gives paths of nulls, which are not null themselves
        raise ValueError("a path with an element that is null")
    table, offset = pair(internal_id)
    if table >= TABLES or offset >= OFFSETS:
        raise ValueError(f"the internal id {table}:{offset} fits into no key")
    return offset * TABLES + table


class Reader:
    """Turns the values of one answer into those of the protocol."""

    def __init__(self, groups):
        self.groups = groups
        self.unnumbered = {}  # relationships without an id, by all that they show

    def value(self, it, kind):
        """`kind` is the type of the column, or of what the value lies in; Python tells the rest."""
        if it is None or isinstance(it, (bool, str)):
            return it
        if isinstance(it, decimal.Decimal) and it == it.to_integral_value():
            it = int(it)  # sum() gives an INT128
        if isinstance(it, int):
            if not -(1 << 63) <= it < 1 << 63:
                # The engine is as right to add in 128 bits as another is to refuse the overflow.
                raise ArithmeticError("Overflow: an integer of more than 64 bits")
            return it
        if isinstance(it, float):
            words = {math.inf: "Infinity", -math.inf: "-Infinity"}
            return {"float": "NaN" if math.isnan(it) else words.get(it, it)}
        if isinstance(it, (list, tuple)):
            return [self.value(item, kind) for item in it]
        if isinstance(it, dict):
            return self.composite(it, kind)
        return temporal(it)

    def composite(self, it, kind):
        names = {name.lower() for name in it if isinstance(name, str)}
        if names == {"_nodes", "_rels"}:
            return self.walk(split(it)[0])
        if names == {"offset", "table"} and "INTERNAL_ID" in kind:
            return key(it)
        if "_label" in names and names & {"_id", "_src"}:
            if any(it[name] is None for name in it if name.lower() in ("_id", "_src", "_dst")):
                return None
            return {"relationship": self.relationship(it)} if "_src" in names else {"node": self.node(it)}
        if any(not isinstance(name, str) for name in it):
            raise ValueError(f"a map with keys that are no strings: {it}")
        return {"map": {name: self.value(item, kind) for name, item in it.items()}}

    def node(self, it):
        internal, properties = split(it)
        return {
            "key": key(internal["_id"]),
            "labels": [internal["_label"]],
            "properties": {name: self.value(item, "") for name, item in properties.items()},
        }

    def relationship(self, it):
        internal, properties = split(it)
        if internal.get("_id") is not None:
            number = key(internal["_id"])
        else:  # before 0.7; two that show the same cannot be told apart
            number = self.unnumbered.setdefault(repr(it), len(self.unnumbered))
        return {
            "key": number,
            "start": key(internal["_src"]),
            "end": key(internal["_dst"]),
            "type": self.groups.get(internal["_label"], internal["_label"]),
            "properties": {name: self.value(item, "") for name, item in properties.items()},
        }

    def walk(self, internal):
        """A path; or, as the variable of a variable-length pattern, which comes with the nodes between, a list."""
        relationships = [self.relationship(it) for it in internal["_rels"]]
        if len(internal["_nodes"]) != len(relationships) + 1:
            return [{"relationship": it} for it in relationships]
        nodes = [self.node(it) for it in internal["_nodes"]]
        return {"path": {"nodes": nodes, "relationships": relationships}}


def temporal(it):
    """Texts in the canonical form of Cypher: no seconds where they are zero, no zeros at the end of a fraction."""
    if isinstance(it, datetime.datetime):
        kind, zone = "local_date_time", ""
        if it.tzinfo is not None:
            kind, zone, it = "date_time", "Z", it.astimezone(datetime.timezone.utc)
        seconds = f":{it.second:02}{fraction(it.microsecond)}" if it.second or it.microsecond else ""
        text = f"{it.date().isoformat()}T{it.hour:02}:{it.minute:02}{seconds}{zone}"
    elif isinstance(it, datetime.date):
        kind, text = "date", it.isoformat()
    elif isinstance(it, datetime.timedelta):
        kind, text = "duration", duration(it)
    else:
        raise ValueError(f"a value of type {type(it).__name__}: {it!r}")
    return {"temporal": {"kind": kind, "text": text}}


def duration(it):
    """Months are lost before: the packages give them as days."""
    sign, it = ("-", -it) if it < datetime.timedelta() else ("", it)
    days = f"{sign}{it.days}D" if it.days else ""
    hours, minutes = it.seconds // 3600, it.seconds // 60 % 60
    clock = (f"{sign}{hours}H" if hours else "") + (f"{sign}{minutes}M" if minutes else "")
    if it.seconds % 60 or it.microseconds or not days + clock:
        clock += f"{sign}{it.seconds % 60}{fraction(it.microseconds)}S"
    return f"P{days}T{clock}" if clock else f"P{days}"


def fraction(microseconds):
    return f".{microseconds:06}".rstrip("0") if microseconds else ""


def error_class(error):
    by_text = (name for name, text in CLASSES if re.search(text, str(error)))
    by_kind = (name for name, kind in KINDS if isinstance(error, kind))
    return next(by_text, None) or next(by_kind, "runtime")


def answer(engine, request):
    op = request["op"]
    if op == "hello":
        return {"hello": {"protocol": 1, "identity": engine.identity(), "ids": True, "ahead": True}}
    if op == "wipe":
        engine.wipe()
        return "done"
    if op == "run":
        columns, types, rows = engine.run(request["statement"], request["deadline_ms"])
        value = Reader(engine.groups).value
        return {"table": {"columns": columns, "rows": [list(map(value, row, types)) for row in rows]}}
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
        return json.dumps(numbered(request, answer(engine, request)))
    except Exception as error:  # whatever the engine raises is its answer
        failure = {"error": {"class": error_class(error), "message": str(error) or repr(error)}}
        return json.dumps(numbered(request, failure))


def main():
    # Only answers go to standard output; what the engine prints goes to the log.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    engine = Engine(import_engine())
    for line in sys.stdin.buffer:
        print(reply(engine, line), file=answers, flush=True)
    engine.close()


if __name__ == "__main__":
    main()
