#!/usr/bin/env python3
"""Tests of the worker kuzu.py, against the engine that this Python can import:  /some/venv/bin/python test_kuzu.py"""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
# The worker beside this file has the name of the package.
sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != HERE]
try:
    import kuzu as package
except ImportError:
    try:
        import ladybug as package
    except ImportError:
        package = None

OLD = package is not None and package.__name__ == "kuzu" and package.version.startswith("0.4.")
SCHEMA = [
    "CREATE NODE TABLE A(pk SERIAL, id INT64, f DOUBLE, s STRING, b BOOL, l INT64[], PRIMARY KEY(pk))",
    "CREATE NODE TABLE B(pk SERIAL, id INT64, g DOUBLE, PRIMARY KEY(pk))",
    "CREATE REL TABLE T(FROM A TO A, id INT64)",
    "CREATE REL TABLE GROUP U(FROM A TO B, FROM B TO A, id INT64)",
]
# Two nodes of A with two parallel relationships and a self loop, one of B with one relationship from and one to it.
GRAPH = SCHEMA + [
    "CREATE (:A {id: 1, f: 1.0, s: 'x', b: true, l: [1, 2]}), (:A {id: 2}), (:B {id: 3, g: 2.5})",
    "MATCH (a:A {id: 1}), (b:A {id: 2}) CREATE (a)-[:T {id: 10}]->(b)",
    "MATCH (a:A {id: 1}), (b:A {id: 2}) CREATE (a)-[:T {id: 11}]->(b)",
    "MATCH (a:A {id: 1}) CREATE (a)-[:T]->(a)",
    "MATCH (a:A {id: 1}), (b:B {id: 3}) CREATE (a)-[:U {id: 13}]->(b)",
    "MATCH (a:A {id: 2}), (b:B {id: 3}) CREATE (b)-[:U {id: 14}]->(a)",
]
# `k` stands for any key.
def node(label, **properties):
    return {"key": "k", "labels": [label], "properties": properties}


def relationship(kind, **properties):
    return {"key": "k", "start": "k", "end": "k", "type": kind, "properties": properties}


ONE = node("A", pk=0, id=1, f={"float": 1.0}, s="x", b=True, l=[1, 2])
TWO = node("A", pk=1, id=2)
THREE = node("B", pk=0, id=3, g={"float": 2.5})


def temporal(kind, text):
    return {"temporal": {"kind": kind, "text": text}}


def without_keys(it):
    if isinstance(it, list):
        return [without_keys(item) for item in it]
    if isinstance(it, dict):
        return {
            name: "k" if name in ("key", "start", "end") and isinstance(value, int) else without_keys(value)
            for name, value in it.items()
        }
    return it


class Worker:
    def __init__(self):
        command = [sys.executable, os.path.join(HERE, "kuzu.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, op, **more):
        self.process.stdin.write(json.dumps(dict(op=op, **more)) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def run(self, statement, deadline_ms=5000):
        return self.ask("run", statement=statement, deadline_ms=deadline_ms)

    def folders(self):
        shared = os.listdir("/dev/shm") if os.path.isdir("/dev/shm") else []
        return [name for name in shared if name.startswith(f"graphlance-kuzu-{self.process.pid}-")]

    def end(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.stdout.close()
        return rest, self.process.wait()


@unittest.skipIf(package is None, "neither kuzu nor ladybug can be imported")
class KuzuTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.worker = Worker()

    @classmethod
    def tearDownClass(cls):
        cls.worker.end()

    def load(self, statements):
        self.assertEqual(self.worker.ask("wipe"), "done")
        for statement in statements:
            self.assertIn("table", self.worker.run(statement), statement)

    def check(self, statement, *values):
        """The only row of the answer, whatever its keys."""
        answer = without_keys(self.worker.run(statement))
        self.assertEqual(answer.get("table", answer).get("rows", answer), [list(values)], statement)

    def check_error(self, statement, expected_class, text, deadline_ms=5000):
        error = self.worker.run(statement, deadline_ms).get("error", {})
        self.assertEqual(error.get("class"), expected_class, (statement, error))
        self.assertRegex(error["message"], text)

    def test_hello_names_the_engine(self):
        hello = self.worker.ask("hello", protocol=1)["hello"]
        self.assertEqual(hello["protocol"], 1)
        self.assertEqual(hello["identity"]["engine"], package.__name__.capitalize())
        self.assertEqual(hello["identity"]["version"], package.version)
        self.assertIn("threads=1", hello["identity"]["settings"])
        self.assertEqual(self.worker.ask("await_indexes"), "done")

    def test_values_keep_their_types(self):
        self.load([])
        self.check("RETURN 1 AS i, 1.0 AS f, true AS b, null AS n", 1, {"float": 1.0}, True, None)
        self.check("RETURN 'ä\U0001F600' AS s", "ä\U0001F600")
        self.check("RETURN -9223372036854775807 - 1 AS i", -(1 << 63))
        self.check("RETURN 0.0 / 0.0 AS x", {"float": "NaN"})
        self.check("RETURN 1.0 / 0.0 AS x, -1.0 / 0.0 AS y", {"float": "Infinity"}, {"float": "-Infinity"})
        self.check("RETURN [[1.0]] AS m, [] AS e, [1, null] AS n", [[{"float": 1.0}]], [], [1, None])
        self.check("RETURN {a: 1, b: {c: 1.5}} AS m", {"map": {"a": 1, "b": {"map": {"c": {"float": 1.5}}}}})
        self.check("RETURN map(['a', 'b'], [1, 2]) AS m", {"map": {"a": 1, "b": 2}})
        self.check("RETURN date('2020-01-02') AS d", temporal("date", "2020-01-02"))
        for text, expected in ("2020-01-02 03:04:05.120", "2020-01-02T03:04:05.12"), ("2020-01-02", "2020-01-02T00:00"):
            self.check(f"RETURN timestamp('{text}') AS t", temporal("local_date_time", expected))
        self.check("RETURN interval('1 day 2 seconds') AS i", temporal("duration", "P1DT2S"))
        self.check("RETURN interval('5 hours 6 minutes') AS i", temporal("duration", "PT5H6M"))
        self.check("RETURN [date('2020-01-02')] AS l", [temporal("date", "2020-01-02")])
        self.check("UNWIND [1, 2] AS x RETURN sum(x) AS s, avg(x) AS a, count(*) AS c", 3, {"float": 1.5}, 2)
        self.check("RETURN 1 AS a; RETURN 2 AS b", 2)
        # 0.4 adds in 64 bits, later versions in 128.
        self.check_error("UNWIND [9223372036854775807, 1] AS x RETURN sum(x) AS s", "runtime", "Overflow")
        self.check_error("RETURN blob('\\\\xAA') AS b", "protocol", "bytes")

    def test_columns_and_rows_come_in_order(self):
        self.load([])
        answer = self.worker.run("UNWIND [3, 1, 2] AS x RETURN x AS b, -x AS a ORDER BY x DESC")
        self.assertEqual(answer, {"table": {"columns": ["b", "a"], "rows": [[3, -3], [2, -2], [1, -1]]}})

    def test_elements_have_labels_types_and_properties(self):
        self.load(GRAPH)
        self.check("MATCH (n {id: 1}) RETURN n", {"node": ONE})
        self.check("MATCH (n:B) RETURN n, n.g AS g", {"node": THREE}, {"float": 2.5})
        self.check("MATCH (n:A) WITH n ORDER BY n.id LIMIT 9 RETURN collect(n) AS l", [{"node": ONE}, {"node": TWO}])
        self.check("MATCH ()-[r:T {id: 10}]->() RETURN r", {"relationship": relationship("T", id=10)})
        self.check("MATCH (a)-[r:U]->(b:B) RETURN r, b", {"relationship": relationship("U", id=13)}, {"node": THREE})
        path = {"nodes": [ONE, TWO], "relationships": [relationship("T", id=11)]}
        self.check("MATCH p = (:A)-[:T {id: 11}]->(:A) RETURN p", {"path": path})
        path = {"nodes": [ONE], "relationships": []}
        self.check("MATCH p = (:A {id: 1})-[r:T*0..0]->(:A) RETURN p, r", {"path": path}, [])
        self.check("MATCH (a:B)-[r:U*1..1]->(b:A) RETURN r", [{"relationship": relationship("U", id=14)}])
        self.check("OPTIONAL MATCH (a:A {id: 99})-[r:T]->(b) RETURN a, r, b", None, None, None)
        # Where the pattern is not found, these engines give a path of nulls instead of null.
        self.check_error("OPTIONAL MATCH p = (:A {id: 99})-[:T]->() RETURN p", "protocol", "path with an element")
        self.check("OPTIONAL MATCH p = (:A {id: 99})-[:T]->() RETURN nodes(p) AS l", [None, None])

    def test_keys_tell_elements_apart_and_hold_them_together(self):
        self.load(GRAPH)
        pattern = "(a:A)-[r:T {id: 10}]->(b), (:A)-[s:T {id: 11}]->(), (e)-[t:T]->(e), (f:B)"
        row = self.worker.run(f"MATCH {pattern} RETURN a, b, r, s, t, f")["table"]["rows"][0]
        a, b, r, s, t, f = [next(iter(cell.values())) for cell in row]
        self.assertEqual(len({node["key"] for node in (a, b, f)}), 3)
        self.assertEqual(len({it["key"] for it in (r, s, t)}), 3)
        a_to_b, a_to_a = (a["key"], b["key"]), (a["key"], a["key"])
        self.assertEqual([(it["start"], it["end"]) for it in (r, s, t)], [a_to_b, a_to_b, a_to_a])

    def test_the_graph_is_read_with_self_loops_and_parallel_relationships(self):
        self.load([])
        self.assertEqual(self.worker.ask("read_graph"), {"graph": {"schema": {}, "nodes": [], "relationships": []}})
        self.load(SCHEMA[:1] + ["CREATE (:A {id: 1})"])
        self.assertEqual(len(self.worker.ask("read_graph")["graph"]["nodes"]), 1)
        self.load(GRAPH)
        graph = self.worker.ask("read_graph")["graph"]
        self.assertEqual(graph["nodes"], [dict(node, key=key) for key, node in enumerate((ONE, TWO, THREE))])
        self.assertEqual([it["key"] for it in graph["relationships"]], [0, 1, 2, 3, 4])
        self.assertCountEqual(
            [(it["start"], it["end"], it["type"], it["properties"]) for it in graph["relationships"]],
            [(0, 1, "T", {"id": 10}), (0, 1, "T", {"id": 11}), (0, 0, "T", {})]
            + [(0, 2, "U", {"id": 13}), (2, 1, "U", {"id": 14})],
        )

    def test_errors_have_classes_and_the_text_of_the_engine(self):
        self.load(GRAPH)
        self.check_error("RETURN 1 +", "syntax", "^Parser exception: ")
        self.check_error("RETURN x AS y", "syntax", "^Binder exception: ")
        self.check_error("RETURN nosuchfunction(1) AS x", "syntax", "^Catalog exception: |does not exist")
        self.check_error("RETURN 1 / 0 AS x", "runtime", "^Runtime exception: Divide by zero.$")
        self.check_error("RETURN 9223372036854775807 + 1 AS x", "runtime", "^Overflow exception: ")
        self.check_error("MATCH (a:A) DELETE a", "runtime", "connected edges")
        many = "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 9) AS c"
        self.check_error(f"{many} RETURN collect([a, b, c]) AS l", "memory", "^Buffer manager exception")
        self.check("RETURN 1 AS x", 1)

    def test_a_statement_stops_at_its_deadline(self):
        self.load([])
        started = time.monotonic()
        many = "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c"
        self.check_error(f"{many} WITH a + b + c AS x RETURN sum(x) AS s", "timeout", "^Interrupted", 300)
        self.assertLess(time.monotonic() - started, 0.6)
        self.check("RETURN 1 AS x", 1)

    def test_plans_are_text(self):
        self.load(GRAPH)
        self.assertIn("Physical Plan", self.worker.ask("explain", statement="MATCH (a:A) RETURN a.id")["plan"])
        self.assertEqual(self.worker.ask("explain", statement="RETURN x")["error"]["class"], "syntax")

    def test_plans_have_no_measures_of_what_was_not_run(self):
        self.load(GRAPH)
        statement = "MATCH (a:A)-[r:T]->(b) WHERE a.f > b.f RETURN a.id, count(*) ORDER BY a.id"
        plan = self.worker.ask("explain", statement=statement)["plan"]
        self.assertNotIn("NumOutputTuples", plan)
        self.assertNotIn("ExecutionTime", plan)
        for part in ["SCAN_REL_TABLE", "Alias: r", "HASH_JOIN_PROBE", "ORDER_BY"]:
            self.assertIn(part, plan)
        empty = [line for line in plan.split("\n") if not line.strip(" │")]
        self.assertEqual(empty, [])

    def test_thousands_of_wipes_leak_nothing(self):
        def memory():
            with open(f"/proc/{self.worker.process.pid}/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        for turn in range(2000):
            self.load(SCHEMA[:1] + SCHEMA[2:3] + ["CREATE (a:A {id: 1})-[:T]->(a)"])
            if turn == 200:
                before = memory()
        self.assertLess(memory() - before, 100 << 20)
        self.assertLess(len(os.listdir(f"/proc/{self.worker.process.pid}/fd")), 60)
        self.check("MATCH (a)-[r]->(b) RETURN count(*) AS c", 1)

    def test_nothing_is_left_however_the_worker_ends(self):
        for ending in (None, signal.SIGTERM, signal.SIGKILL):
            worker = Worker()
            self.assertEqual(worker.ask("wipe"), "done")
            self.assertEqual(len(worker.folders()), 1 if OLD else 0)
            if ending is not None:
                worker.process.send_signal(ending)
            rest, code = worker.end()
            self.assertEqual((rest, code), ("", -ending if ending else 0))
            for _ in range(100):
                if worker.folders():
                    time.sleep(0.02)
            self.assertEqual(worker.folders(), [])


if __name__ == "__main__":
    unittest.main()
