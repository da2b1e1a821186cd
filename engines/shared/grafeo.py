#!/usr/bin/env python3
"""A worker that serves the Python package grafeo.

usage: /some/venv/bin/python grafeo.py [gremlin]        one JSON object a line in, one out; docs/drivers.md has the frames

Statements are Cypher, or with `gremlin` traversals, each result of which is the one cell of a row.
"""

import datetime
import json
import math
import os
import sys

LARGEST_KEY = 10_000_000  # ids from here on are no keys of the protocol

# The engine's own codes of errors.
CODES = {
    "GRAFEO-Q001": "syntax",
    "GRAFEO-Q002": "syntax",
    "GRAFEO-Q003": "timeout",
    "GRAFEO-Q004": "syntax",
    "GRAFEO-Q005": "internal",
    "GRAFEO-Q006": "runtime",
    "GRAFEO-S001": "memory",
    "GRAFEO-S002": "internal",
    "GRAFEO-V001": "runtime",
    "GRAFEO-V006": "runtime",
    "GRAFEO-X001": "internal",
}
# Where there is none, the kind of exception tells.
KINDS = [
    ("memory", MemoryError),
    # No value of the protocol: a map with keys that are no strings, text that is no UTF-8, lists nested too deeply.
    ("protocol", (ValueError, OverflowError, RecursionError)),
]


def import_engine():
    """The engine's package. The folder of this file must not be searched: this file has the package's name."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != here]
    import grafeo

    return grafeo


class Engine:
    def __init__(self, package, gremlin):
        self.package = package
        self.gremlin = gremlin
        self.database = None
        self.wipe()

    def identity(self):
        features = self.package.features() if hasattr(self.package, "features") else []
        return {
            "engine": "grafeo Gremlin" if self.gremlin else "grafeo",
            "version": self.package.__version__,
            "build": f"Python package; features {', '.join(features)}" if features else "Python package",
            "settings": ["in_memory"],
        }

    def wipe(self):
        self.close()
        self.database = self.package.GrafeoDB()

    def close(self):
        if self.database is not None:
            self.database.close()
            self.database = None

    def run(self, statement):
        if not self.gremlin:
            return self.cypher(statement)
        columns, rows = table(self.database.execute_gremlin(statement))
        # A map comes as columns where a step makes one of several keys.
        return ["result"], [row if len(row) == 1 else [dict(zip(columns, row))] for row in rows]

    def cypher(self, statement):
        return table(self.database.execute_cypher(statement))

    def graph(self):
        """All nodes and relationships in the order of their ids, which are the keys."""
        nodes = self.elements("MATCH (n) RETURN n", is_node, node)
        relationships = self.elements("MATCH ()-[r]->() RETURN r", is_relationship, relationship)
        return {"schema": {}, "nodes": nodes, "relationships": relationships}

    def elements(self, statement, is_element, element):
        cells = [row[0] for row in self.cypher(statement)[1]]
        for it in cells:
            if not is_element(it):
                raise ValueError(f"{statement} gives {it}")
        return sorted(map(element, cells), key=lambda it: it["key"])

    def explain(self, statement):
        if self.gremlin:
            return str(self.database.explain_gremlin(statement))
        return "\n".join(str(cell) for row in self.cypher(f"EXPLAIN {statement}")[1] for cell in row) or None


def table(result):
    """Columns and rows. A row comes by the names of its columns, of which the engine refuses two that are equal."""
    columns = list(result.columns)
    return columns, [[row[column] for column in columns] for row in result]


# A map literal with the same entries cannot be told from a node, a relationship, a path or a duration.


def is_node(it):
    return isinstance(it, dict) and type(it.get("_id")) is int and isinstance(it.get("_labels"), list)


def is_relationship(it):
    return isinstance(it, dict) and isinstance(it.get("_type"), str) and "_source" in it and "_target" in it


def is_path(it):
    if set(it) != {"nodes", "edges"} or not all(isinstance(part, list) for part in it.values()):
        return False
    whole = len(it["nodes"]) == len(it["edges"]) + 1
    return whole and all(map(is_node, it["nodes"])) and all(map(is_relationship, it["edges"]))


def is_duration(it):
    return set(it) == {"months", "days", "nanos"} and all(type(part) is int for part in it.values())


def value(it):
    """A value of the protocol."""
    if it is None or isinstance(it, (bool, str)):
        return it
    if isinstance(it, int):
        if not -(1 << 63) <= it < 1 << 63:
            raise ValueError(f"the integer {it} has more than 64 bits")
        return it
    if isinstance(it, float):
        words = {math.inf: "Infinity", -math.inf: "-Infinity"}
        return {"float": "NaN" if math.isnan(it) else words.get(it, it)}
    if isinstance(it, (list, tuple)):
        return [value(item) for item in it]
    return composite(it) if isinstance(it, dict) else temporal(it)


def composite(it):
    if is_node(it):
        return {"node": node(it)}
    if is_relationship(it):
        return {"relationship": relationship(it)}
    if is_path(it):
        nodes, relationships = list(map(node, it["nodes"])), list(map(relationship, it["edges"]))
        return {"path": {"nodes": nodes, "relationships": relationships}}
    if is_duration(it):
        return {"temporal": {"kind": "duration", "text": duration(it)}}
    if any(not isinstance(name, str) for name in it):
        raise ValueError(f"a map with keys that are no strings: {it}")
    return {"map": {name: value(item) for name, item in it.items()}}


def node(it):
    return {"key": key(it["_id"]), "labels": it["_labels"], "properties": properties(it, ("_id", "_labels"))}


def relationship(it):
    return {
        "key": key(it["_id"]),
        "start": key(it["_source"]),
        "end": key(it["_target"]),
        "type": it["_type"],
        "properties": properties(it, ("_id", "_source", "_target", "_type")),
    }


def properties(element, internal):
    return {name: value(it) for name, it in element.items() if name not in internal and it is not None}


def key(number):
    if not 0 <= number < LARGEST_KEY:
        raise ValueError(f"the id {number} fits into no key")
    return number


def temporal(it):
    """Texts in the canonical form of Cypher: no seconds where they are zero, no zeros at the end of a fraction."""
    if isinstance(it, datetime.datetime):
        kind = "local_date_time" if it.tzinfo is None else "date_time"
        text = f"{it.date().isoformat()}T{clock(it)}{zone(it)}"
    elif isinstance(it, datetime.date):
        kind, text = "date", it.isoformat()
    elif isinstance(it, datetime.time):
        kind, text = "local_time" if it.tzinfo is None else "time", clock(it) + zone(it)
    else:
        raise ValueError(f"a value of type {type(it).__name__}: {it!r}")
    return {"temporal": {"kind": kind, "text": text}}


def clock(it):
    seconds = f":{it.second:02}{fraction(it.microsecond, 6)}" if it.second or it.microsecond else ""
    return f"{it.hour:02}:{it.minute:02}{seconds}"


def zone(it):
    offset = it.utcoffset()
    if offset is None:
        return ""
    if not offset:
        return "Z"
    sign, offset = ("-", -offset) if offset < datetime.timedelta() else ("+", offset)
    minutes = int(offset.total_seconds()) // 60
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}"


def duration(it):
    """Years and months, days, and hours, minutes and seconds, each group with the sign of its own."""
    text = signed(it["months"], ((12, "Y"), (1, "M"))) + signed(it["days"], ((1, "D"),))
    sign, nanos = ("-", -it["nanos"]) if it["nanos"] < 0 else ("", it["nanos"])
    seconds, rest = divmod(nanos, 1_000_000_000)
    clock = signed(seconds - seconds % 60, ((3600, "H"), (60, "M")), sign)
    if seconds % 60 or rest or not text + clock:
        clock += f"{sign}{seconds % 60}{fraction(rest, 9)}S"
    return f"P{text}T{clock}" if clock else f"P{text}"


def signed(amount, units, sign=""):
    sign, amount = ("-", -amount) if amount < 0 else (sign, amount)
    text = ""
    for size, unit in units:
        count, amount = divmod(amount, size)
        text += f"{sign}{count}{unit}" if count else ""
    return text


def fraction(number, digits):
    return f".{number:0{digits}}".rstrip("0") if number else ""


def error_class(error, gremlin):
    code = getattr(error, "error_code", None)
    # A traversal names no variables: what is wrong with one is wrong in what it was translated to.
    if gremlin and code == "GRAFEO-Q002" and "Undefined variable" in str(error):
        return "runtime"
    by_kind = (name for name, kind in KINDS if isinstance(error, kind))
    return CODES.get(code) or next(by_kind, "other")


def answer(engine, request):
    op = request["op"]
    if op == "hello":
        return {"hello": {"protocol": 1, "identity": engine.identity()}}
    if op == "wipe":
        engine.wipe()
        return "done"
    if op == "run":
        columns, rows = engine.run(request["statement"])
        return {"table": {"columns": columns, "rows": [[value(cell) for cell in row] for row in rows]}}
    if op == "read_graph":
        return {"graph": engine.graph()}
    return {"plan": engine.explain(request["statement"])} if op == "explain" else "done"


def reply(engine, line):
    try:
        return json.dumps(answer(engine, json.loads(line)))
    except Exception as error:  # whatever the engine raises is its answer
        return json.dumps({"error": {"class": error_class(error, engine.gremlin), "message": str(error) or repr(error)}})


def main():
    # Only answers go to standard output; what the engine prints goes to the log.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    engine = Engine(import_engine(), sys.argv[1:] == ["gremlin"])
    for line in sys.stdin.buffer:
        print(reply(engine, line), file=answers, flush=True)
    engine.close()


if __name__ == "__main__":
    main()
