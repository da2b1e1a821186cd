#!/usr/bin/env python3
"""Tests of the worker with the engine of this Python:  /some/venv/bin/python test_worker.py"""

import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WORKER = os.path.join(HERE, "worker.py")
# The worker beside this file has the name of the package.
sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != HERE]
INSTALLED = all(importlib.util.find_spec(package) for package in ("graphqlite", "pysqlite3"))

# Two nodes of A with two parallel relationships and a self loop, and one of B and C.
GRAPH = [
    "CREATE (:A {id: 1, f: 1.0, s: 'x', b: true, l: [1, 2.0]}), (:A {id: 2}), (:B:C)",
    "MATCH (a:A {id: 1}), (b:A {id: 2}) CREATE (a)-[:T {w: 1.5}]->(b)",
    "MATCH (a:A {id: 1}), (b:A {id: 2}) CREATE (a)-[:T {w: 2}]->(b)",
    "MATCH (a:A {id: 1}) CREATE (a)-[:S]->(a)",
]
INFINITY, MINUS_INFINITY, NAN = ({"float": word} for word in ("Infinity", "-Infinity", "NaN"))


def node(key, *labels, **properties):
    return {"key": key, "labels": list(labels), "properties": properties}


def relationship(key, start, end, kind, **properties):
    return {"key": key, "start": start, "end": end, "type": kind, "properties": properties}


ONE = node(1, "A", id=1, f={"float": 1.0}, s="x", b=True, l=[1, {"float": 2.0}])
TWO = node(2, "A", id=2)
THREE = node(3, "B", "C")
TEN = relationship(1, 1, 2, "T", w={"float": 1.5})
ELEVEN = relationship(2, 1, 2, "T", w=2)
LOOP = relationship(3, 1, 1, "S")


class Worker:
    def __init__(self, *arguments):
        command = [sys.executable, WORKER, *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, op, **more):
        self.process.stdin.write(json.dumps(dict(op=op, **more)) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def run(self, statement, deadline_ms=5000):
        return self.ask("run", statement=statement, deadline_ms=deadline_ms)

    def end(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.stdout.close()
        return rest, self.process.wait()


@unittest.skipUnless(INSTALLED, "graphqlite and pysqlite3 are not both installed")
class GraphQLiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.worker = Worker()

    @classmethod
    def tearDownClass(cls):
        cls.worker.end()

    def setUp(self):
        self.load([])

    def load(self, statements):
        self.assertEqual(self.worker.ask("wipe"), "done")
        for statement in statements:
            self.assertEqual(self.worker.run(statement), {"table": {"columns": [], "rows": []}}, statement)

    def check(self, statement, *values):
        """The only row of the answer."""
        answer = self.worker.run(statement)
        self.assertEqual(answer.get("table", answer).get("rows", answer), [list(values)], statement)

    def check_error(self, statement, expected_class, text, deadline_ms=5000):
        error = self.worker.run(statement, deadline_ms).get("error", {})
        self.assertEqual(error.get("class"), expected_class, (statement, error))
        self.assertRegex(error["message"], text)

    def test_hello_names_the_engine(self):
        hello = self.worker.ask("hello", protocol=1)["hello"]
        self.assertEqual(hello["protocol"], 1)
        self.assertEqual(hello["identity"]["engine"], "GraphQLite")
        self.assertEqual(hello["identity"]["version"], importlib.metadata.version("graphqlite"))
        self.assertRegex(hello["identity"]["build"], r"^SQLite 3\.\d+")
        self.assertEqual(self.worker.ask("await_indexes"), "done")

    def test_an_extension_of_ones_own_is_loaded(self):
        folder = importlib.util.find_spec("graphqlite").submodule_search_locations[0]
        worker = Worker(os.path.join(folder, "graphqlite.so"))
        self.assertEqual(worker.run("RETURN 1 AS x"), {"table": {"columns": ["x"], "rows": [[1]]}})
        self.assertEqual(worker.end(), ("", 0))

    def test_values_keep_their_types(self):
        self.check("RETURN 1 AS i, true AS b, null AS n", 1, True, None)
        self.check("RETURN 1.0 AS f, -0.5 AS g, 1e22 AS h", {"float": 1.0}, {"float": -0.5}, {"float": 1e22})
        self.check("RETURN 9223372036854775807 AS i, -9223372036854775808 AS j", (1 << 63) - 1, -(1 << 63))
        self.check("RETURN 'ä\U0001F600' AS s, '\\n\\\\\"' AS t", "ä\U0001F600", '\n\\"')
        self.check("RETURN '1' AS s, '[1]' AS t, ['null'] AS l", "1", "[1]", ["null"])
        self.check("RETURN [[1.0]] AS m, [] AS e, [1, null] AS n", [[{"float": 1.0}]], [], [1, None])
        self.check("RETURN {a: 1, b: {c: 1.5}} AS m", {"map": {"a": 1, "b": {"map": {"c": {"float": 1.5}}}}})
        self.check("UNWIND [1, 2] AS x RETURN sum(x) AS s, avg(x) AS a, count(*) AS c", 3, {"float": 1.5}, 2)

    def test_infinities_and_nan_come_in_many_spellings(self):
        huge = "(1e300 * 1e300)"
        self.check(f"RETURN {huge} AS x, -{huge} AS y, 0.0 / 0.0 AS z", INFINITY, MINUS_INFINITY, NAN)
        self.check(f"WITH {huge} AS x, -{huge} AS y, 0.0 / 0.0 AS z RETURN x, y, z", INFINITY, MINUS_INFINITY, NAN)
        lists = f"[{huge}, -{huge}, 0.0 / 0.0]"
        self.check(f"RETURN {lists} AS l, {{a: 0.0 / 0.0}} AS m", [INFINITY, MINUS_INFINITY, NAN], {"map": {"a": NAN}})
        self.check(f"UNWIND [-{huge}, 0.0 / 0.0] AS x WITH x ORDER BY x RETURN collect(x) AS l", [MINUS_INFINITY, NAN])
        self.load([f"CREATE (:A {{f: {huge}, g: -{huge}, h: 0.0 / 0.0}})"])
        whole = node(1, "A", f=INFINITY, g=MINUS_INFINITY, h=NAN)
        path = {"path": {"nodes": [whole], "relationships": []}}
        self.check("MATCH p = (n:A) RETURN n, p, [p] AS l", {"node": whole}, path, [path])
        self.check("MATCH (n:A) RETURN n.f AS f, n.g AS g, n.h AS h", INFINITY, MINUS_INFINITY, NAN)
        words = 'inf.0 Infinity " -inf.0, '
        self.check(f"RETURN '{words}' AS s, ['{words}'] AS l", words, [words])
        self.check("RETURN '\\u0001NaN' AS s", "\u0001NaN")

    def test_columns_and_rows_come_in_order(self):
        answer = self.worker.run("UNWIND [3, 1, 2] AS x RETURN x AS b, -x AS a, 'y' ORDER BY x DESC")
        self.assertEqual(answer["table"]["columns"], ["b", "a", "'y'"])
        self.assertEqual(answer["table"]["rows"], [[3, -3, "y"], [2, -2, "y"], [1, -1, "y"]])
        self.assertEqual(self.worker.run("MATCH (n) RETURN n AS x"), {"table": {"columns": [], "rows": []}})

    def test_elements_have_labels_types_and_properties(self):
        self.load(GRAPH)
        self.check("MATCH (n {id: 1}) RETURN n", {"node": ONE})
        self.check("MATCH (n:B) RETURN n, {k: n} AS m", {"node": THREE}, {"map": {"k": {"node": THREE}}})
        self.check("MATCH (n:A) WITH n ORDER BY n.id RETURN collect(n) AS l", [{"node": ONE}, {"node": TWO}])
        self.check("MATCH (a)-[r:T {w: 2}]->(b) RETURN r, b", {"relationship": ELEVEN}, {"node": TWO})
        path = {"nodes": [ONE, TWO], "relationships": [TEN]}
        self.check("MATCH p = (:A)-[:T {w: 1.5}]->(:A) RETURN p, [p] AS l", {"path": path}, [{"path": path}])
        path = {"nodes": [ONE, ONE], "relationships": [LOOP]}
        self.check("MATCH p = (:A)-[r:S*1..1]->() RETURN p, r", {"path": path}, [{"relationship": LOOP}])
        self.check("MATCH p = (:B) RETURN p", {"path": {"nodes": [THREE], "relationships": []}})
        self.check("OPTIONAL MATCH p = (a:Nope)-[r:T]->(b) RETURN p, a, r, b", None, None, None, None)
        # Maps with the names of elements, but not their types.
        empty = {"id": "x", "labels": [], "properties": {"map": {}}}
        self.check("RETURN {id: 'x', labels: [], properties: {}} AS m", {"map": empty})
        self.check("RETURN {nodes: [], rels: []} AS m", {"map": {"nodes": [], "rels": []}})
        # Where a node is created alone, the engine gives the id as text; this is its answer.
        self.check("CREATE (n:D) RETURN n", "4")

    def test_the_graph_is_read_with_self_loops_and_parallel_relationships(self):
        self.assertEqual(self.worker.ask("read_graph"), {"graph": {"schema": {}, "nodes": [], "relationships": []}})
        self.load(GRAPH)
        nodes, relationships = [ONE, TWO, THREE], [TEN, ELEVEN, LOOP]
        self.assertEqual(
            self.worker.ask("read_graph"), {"graph": {"schema": {}, "nodes": nodes, "relationships": relationships}}
        )

    def test_a_wipe_leaves_nothing(self):
        self.load(GRAPH + ["CREATE INDEX i FOR (n:A) ON (n.id)", "CREATE CONSTRAINT FOR (n:A) REQUIRE n.id IS UNIQUE"])
        self.assertEqual(len(self.worker.run("SHOW INDEXES")["table"]["rows"]), 1)
        self.check_error("CREATE (:A {id: 1})", "runtime", "ConstraintValidationFailed")
        self.load(["CREATE (:A {id: 1})", "CREATE (:A {id: 1})"])
        self.assertEqual(self.worker.run("SHOW INDEXES")["table"]["rows"], [])
        self.load(GRAPH[:1])
        self.check("MATCH (n {id: 1}) RETURN n", {"node": ONE})

    def test_errors_have_classes_and_the_text_of_the_engine(self):
        self.load(GRAPH)
        self.check_error("RETURN 1 +", "syntax", r'^{"error":"SyntaxError: .*"code":"PARSE_ERROR"')
        self.check_error("RETURN x AS y", "syntax", "UndefinedVariable.*EXECUTION_ERROR")
        self.check_error("RETURN nosuchfunction(1) AS x", "syntax", "UnknownFunction")
        self.check_error("RETURN NOT 1 AS x", "syntax", "VALIDATION_ERROR")
        self.check_error("MATCH (a:A) DELETE a", "runtime", "DeleteConnectedNode")
        self.check_error("RETURN range(1, 5, 0) AS x", "runtime", "NumberOutOfRange")
        self.check_error("RETURN 'abc' =~ '(' AS x", "runtime", "Unmatched")
        self.check_error("MATCH (a)-[:T*]->(b), (c)-[:T*]->(d) RETURN a", "internal", "duplicate WITH table name")
        self.check_error("OPTIONAL MATCH (a)-[r:T*1..2]->(b) RETURN r", "internal", "syntax error.*PARSE_ERROR")
        items = ",".join(map(str, range(2000)))
        self.check_error(f"RETURN [{items}] AS l", "internal", "too many arguments on function")
        self.check("RETURN 1 AS x", 1)

    def test_answers_that_are_no_values_are_errors(self):
        self.check_error("RETURN reverse('ä') AS x", "protocol", r"invalid start byte.*\\xa4\\xc3")
        self.check_error("RETURN '\\ud83d' AS x", "protocol", "can't decode")
        self.check_error("RETURN {a: 1, a: 2} AS x", "protocol", "a name twice")
        self.check("RETURN 1 AS x", 1)

    def test_a_statement_stops_at_its_deadline(self):
        self.load(["FOREACH (x IN range(1, 3000) | CREATE (:A {id: x}))"])
        for statement, text in [
            ("MATCH (a:A), (b:A), (c:A) RETURN sum(a.id + b.id + c.id) AS s", '"interrupted"'),
            ("RETURN reduce(a = 0, x IN range(1, 100000000) | a + x) AS x", '"interrupted"'),
            ("MATCH (a:A), (b:A), (c:A) CREATE (a)-[:T]->(b)", "EXECUTION_ERROR"),
            # Mostly the engine says that this succeeded.
            ("MATCH (a:A), (b:A), (c:A) SET a.x = b.id + c.id", "^interrupted after 300 ms|Failed to set property"),
        ]:
            started = time.monotonic()
            self.check_error(statement, "timeout", text, 300)
            self.assertLess(time.monotonic() - started, 0.9)
        self.check("RETURN 1 AS x", 1)

    def test_plans_are_text(self):
        self.assertIn("SELECT", self.worker.ask("explain", statement="MATCH (a:A) RETURN a.id")["plan"])
        self.assertEqual(self.worker.ask("explain", statement="RETURN x")["error"]["class"], "syntax")

    def test_thousands_of_wipes_leak_nothing(self):
        def memory():
            with open(f"/proc/{self.worker.process.pid}/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        for turn in range(2000):
            self.load([f"CREATE (a:A{turn % 7} {{p{turn % 5}: {turn}}})-[:T{turn % 3}]->(a)"])
            properties, labels = {f"p{turn % 5}": turn}, [f"A{turn % 7}"]
            self.check("MATCH (n) RETURN n", {"node": node(1, *labels, **properties)})
            if turn == 200:
                before = memory()
        self.assertLess(memory() - before, 20 << 20)
        self.assertLess(len(os.listdir(f"/proc/{self.worker.process.pid}/fd")), 20)

    def test_the_worker_ends_with_its_input(self):
        worker = Worker()
        self.assertEqual(worker.ask("wipe"), "done")
        self.assertEqual(worker.end(), ("", 0))


if __name__ == "__main__":
    unittest.main()
