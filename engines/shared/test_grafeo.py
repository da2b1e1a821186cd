#!/usr/bin/env python3
"""Tests of the worker grafeo.py, against the package that this Python has:  /some/venv/bin/python test_grafeo.py"""

import json
import os
import subprocess
import sys
import unittest

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "grafeo.py")


def node(key, *labels, **properties):
    return {"key": key, "labels": list(labels), "properties": properties}


def temporal(kind, text):
    return {"temporal": {"kind": kind, "text": text}}


class Worker(unittest.TestCase):
    arguments = []

    def setUp(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([sys.executable, WORKER] + self.arguments, stdin=pipe, stdout=pipe, text=True)

    def tearDown(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(10), 0)
        self.process.stdout.close()

    def ask(self, **request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def run_statement(self, statement):
        return self.ask(op="run", statement=statement, deadline_ms=5000)


class Cypher(Worker):
    def check(self, expression, expected):
        """One value, alone and in a list."""
        rows = self.run_statement(f"RETURN {expression} AS x, [{expression}] AS y")["table"]["rows"]
        self.assertEqual(rows, [[expected, [expected]]])

    def test_it_says_what_it_is(self):
        identity = self.ask(op="hello", protocol=1)["hello"]["identity"]
        self.assertEqual(identity["engine"], "grafeo")
        self.assertRegex(identity["version"], r"^\d+\.\d+")

    def test_values_keep_their_types(self):
        self.check("1", 1)
        self.check("1.0", {"float": 1.0})
        self.check("0.0 / 0.0", {"float": "NaN"})
        self.check("'x'", "x")
        self.check("null", None)
        self.check("{k: 1.5}", {"map": {"k": {"float": 1.5}}})
        self.check("{months: 1}", {"map": {"months": 1}})

    def test_temporal_values_have_their_texts(self):
        self.check("date('2020-01-02')", temporal("date", "2020-01-02"))
        self.check("localtime('12:00:01.500')", temporal("local_time", "12:00:01.5"))
        self.check("time('12:00+01:00')", temporal("time", "12:00+01:00"))
        self.check("localdatetime('2020-01-01T00:00')", temporal("local_date_time", "2020-01-01T00:00"))
        self.check("datetime('2020-01-01T10:00Z')", temporal("date_time", "2020-01-01T10:00Z"))
        self.check("duration('P1Y2M3DT4H5M6.75S')", temporal("duration", "P1Y2M3DT4H5M6.75S"))
        self.check("duration('-P1M')", temporal("duration", "P-1M"))

    def test_elements_and_paths(self):
        self.run_statement("CREATE (:A:B {x: 1})-[:T {w: 'x'}]->(:C)")
        rows = self.run_statement("MATCH p = (a)-[r]->() RETURN a, r, p")["table"]["rows"]
        relationship = {"key": 0, "start": 0, "end": 1, "type": "T", "properties": {"w": "x"}}
        first = node(0, "A", "B", x=1)
        path = {"nodes": [first, node(1, "C")], "relationships": [relationship]}
        self.assertEqual(rows, [[{"node": first}, {"relationship": relationship}, {"path": path}]])
        graph = {"schema": {}, "nodes": path["nodes"], "relationships": [relationship]}
        self.assertEqual(self.ask(op="read_graph"), {"graph": graph})
        self.assertEqual(self.ask(op="wipe"), "done")
        self.assertEqual(self.ask(op="read_graph")["graph"]["nodes"], [])

    def test_errors_have_classes(self):
        self.assertEqual(self.run_statement("FOO")["error"]["class"], "syntax")
        self.assertEqual(self.run_statement("RETURN 1 / 0 AS x")["error"]["class"], "runtime")
        self.assertEqual(self.run_statement("RETURN 1 AS x, 2 AS x")["error"]["class"], "syntax")

    def test_a_plan_is_text(self):
        self.assertIn("NodeScan", self.ask(op="explain", statement="MATCH (n) RETURN n")["plan"])


class Gremlin(Worker):
    arguments = ["gremlin"]

    def check(self, traversal, expected):
        self.assertEqual(self.run_statement(traversal)["table"], {"columns": ["result"], "rows": [[cell] for cell in expected]})

    def test_it_says_in_which_language_it_is_asked(self):
        self.assertEqual(self.ask(op="hello", protocol=1)["hello"]["identity"]["engine"], "grafeo Gremlin")

    def test_each_result_is_one_cell(self):
        vertex = {"node": node(0, "A", k=1)}
        self.check('g.addV("A").property("k", 1)', [vertex])
        self.check('g.V().values("k")', [1])
        self.check('g.V().as("a").as("b").select("a", "b")', [{"map": {"a": vertex, "b": vertex}}])
        self.check("g.V().out()", [])

    def test_the_graph_is_read_back(self):
        self.run_statement('g.addV("A").as("a").addE("T").from("a").to("a")')
        graph = self.ask(op="read_graph")["graph"]
        self.assertEqual([one["labels"] for one in graph["nodes"]], [["A"]])
        self.assertEqual([one["type"] for one in graph["relationships"]], ["T"])

    def test_what_it_does_not_take_is_an_error_of_syntax(self):
        self.assertEqual(self.run_statement("g.V().tail(1)")["error"]["class"], "syntax")


if __name__ == "__main__":
    unittest.main()
