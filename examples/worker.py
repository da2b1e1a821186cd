#!/usr/bin/env python3
"""A worker that attaches an engine to graphlance:  graphlance probe 'exec:python3 examples/worker.py'

One JSON object a line comes in, one goes out; docs/drivers.md has the frames. Put your engine's calls into Engine: this
one knows only `RETURN <literal> AS <name>` and `CREATE (:Label {key: literal})`.
"""

import json
import re
import sys


class Engine:
    """Replace the bodies of these by calls of your engine."""

    def __init__(self):
        self.nodes = []

    def version(self):
        return {"engine": "toy", "version": "1.0"}

    def wipe(self):
        self.nodes.clear()

    def run(self, statement):
        """Columns and rows. Raise SyntaxError for what you do not accept, any other exception for what fails."""
        returned = re.fullmatch(r"\s*RETURN (.+) AS (\w+)\s*", statement)
        if returned:
            return [returned[2]], [[json.loads(returned[1].replace("'", '"'))]]
        created = re.fullmatch(r"\s*CREATE \(:(\w+) \{(\w+): (.+)\}\)\s*", statement)
        if created:
            self.nodes.append(Node(len(self.nodes), [created[1]], {created[2]: json.loads(created[3])}))
            return [], []
        raise SyntaxError(f"not understood: {statement}")

    def graph(self):
        """All nodes, then all relationships."""
        return self.nodes, []


class Node:
    def __init__(self, key, labels, properties):
        self.key, self.labels, self.properties = key, labels, properties


class Relationship:
    def __init__(self, key, start, end, kind, properties):
        self.key, self.start, self.end, self.kind, self.properties = key, start, end, kind, properties


def encode(value):
    """A value with the tags that JSON needs to tell types apart."""
    if isinstance(value, float):
        return {"float": {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(str(value), value)}
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {"map": {key: encode(item) for key, item in value.items()}}
    if isinstance(value, Node):
        return {"node": element(value)}
    if isinstance(value, Relationship):
        return {"relationship": element(value)}
    return value  # null, booleans, integers, strings


def element(it):
    properties = {key: encode(value) for key, value in it.properties.items() if value is not None}
    if isinstance(it, Node):
        return {"key": it.key, "labels": it.labels, "properties": properties}
    return {"key": it.key, "start": it.start, "end": it.end, "type": it.kind, "properties": properties}


def answer(engine, request):
    op = request["op"]
    if op == "hello":
        return {"hello": {"protocol": 1, "identity": engine.version(), "ids": True}}
    if op == "wipe":
        engine.wipe()
        return "done"
    if op == "run":
        columns, rows = engine.run(request["statement"])
        return {"table": {"columns": columns, "rows": [[encode(cell) for cell in row] for row in rows]}}
    if op == "read_graph":
        nodes, relationships = (list(map(element, part)) for part in engine.graph())
        return {"graph": {"schema": {}, "nodes": nodes, "relationships": relationships}}
    return {"plan": None} if op == "explain" else "done"


engine = Engine()
for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = answer(engine, request)
    except Exception as error:  # whatever the engine raises is its answer
        reply = {"error": {"class": "syntax" if isinstance(error, SyntaxError) else "runtime", "message": str(error)}}
    if "id" in request:  # so that no late answer is taken for the answer to another request
        reply = {"id": request["id"], **(reply if isinstance(reply, dict) else {reply: True})}
    print(json.dumps(reply), flush=True)
