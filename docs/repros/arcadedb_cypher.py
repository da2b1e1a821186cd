# usage: python3 arcadedb_cypher.py [PORT]    An ArcadeDB on 127.0.0.1; root's password is graphlance.
import verdict
import base64, json, sys, urllib.error, urllib.request
port = sys.argv[1] if len(sys.argv) > 1 else '2480'
headers = {'Authorization': 'Basic ' + base64.b64encode(b'root:graphlance').decode(), 'Content-Type': 'application/json'}

def post(path, body):
    try: return json.load(urllib.request.urlopen(urllib.request.Request('http://127.0.0.1:%s/api/v1/%s' % (port, path), json.dumps(body).encode(), headers)))
    except urllib.error.HTTPError as error: return json.load(error)

def graph(*statements):
    post('server', {'command': 'drop database repro'})
    post('server', {'command': 'create database repro'})
    for statement in statements: post('command/repro', {'language': 'opencypher', 'command': statement})

def show(query, right):
    answer = post('command/repro', {'language': 'opencypher', 'command': query})
    rows = answer.get('result', 'ERROR ' + str(answer.get('detail')))
    rows = [list(row.values()) for row in rows] if isinstance(rows, list) else rows
    same = isinstance(rows, list) and sorted(map(repr, rows)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, rows, verdict.of(same, right)))

def plan(query):
    print(post('command/repro', {'language': 'opencypher', 'command': 'EXPLAIN ' + query})['explain'].split('Execution Plan:')[-1].strip())

print(post('server', {'command': 'list databases'}).get('version', ''))
print('--- 1. an operand of a comparison that contains a CASE is replaced by the CASE')
graph("CREATE (:P {k: 1}), (:P {k: -1}), (:P {k: 2})")
show("MATCH (p:P) WHERE p.k = -CASE WHEN true THEN 1 END RETURN p.k", [[-1]])
show("MATCH (p:P) WHERE p.k = 1 + CASE WHEN p.k > 0 THEN 1 ELSE 0 END RETURN p.k", [[2]])
show("RETURN 7 = -CASE WHEN true THEN 7 END", [[False]])
show("RETURN 2 = 1 + CASE WHEN true THEN 1 END", [[True]])
show("RETURN 5 = abs(CASE WHEN true THEN -5 END)", [[True]])
show("RETURN 1 IN [CASE WHEN true THEN 1 END]", [[True]])
show("RETURN [CASE WHEN true THEN [7, 8] END][1]", [[None]])
show("RETURN [CASE WHEN true THEN 5 END][0]", [[5]])
print('with parentheses, or two elements in the list, or outside of a comparison, it is right:')
show("RETURN 7 = (-CASE WHEN true THEN 7 END)", [[False]])
show("RETURN 1 IN [2, CASE WHEN true THEN 1 END]", [[True]])
show("RETURN -CASE WHEN true THEN 7 END", [[-7]])
print('--- 2. a WHERE whose expression contains any/all/none/single or exists is replaced by that predicate')
show("MATCH (p:P) WHERE coalesce(p.k > 1, any(x IN [1] WHERE true)) RETURN p.k", [[2]])
show("MATCH (p:P) WHERE CASE WHEN any(x IN [1] WHERE true) THEN p.k > 1 ELSE false END RETURN p.k", [[2]])
show("MATCH (p:P) WHERE [p.k > 1, any(x IN [1] WHERE true)][0] RETURN p.k", [[2]])
show("MATCH (p:P) WHERE NOT nullIf(true, any(x IN [] WHERE true)) RETURN p.k", [])
show("MATCH (p:P) WHERE coalesce(p.k > 1, exists((p)-->())) RETURN p.k", [[2]])
print('the same expression projected, then filtered by, is right:')
show("MATCH (p:P) WITH p, coalesce(p.k > 1, any(x IN [1] WHERE true)) AS c WHERE c RETURN p.k", [[2]])
show("MATCH (p:P) WHERE coalesce(p.k > 1, true) RETURN p.k", [[2]])
print('--- 3. a filter is pushed down to a scan before one of its variables is bound')
graph("CREATE ({n: 1, k: 1})-[:T {k: 1}]->({n: 2, k: 1})")
for operand, of in [("b.k", ""), ("b.k + 0", ""), ("head([b.k])", ""), ("[b.k][0]", ""), ("b['k']", ""), ("{z: b.k}.z", ""), ("CASE WHEN true THEN b.k END", "")]:
    show("MATCH (a)-[r]->(b) WHERE a.k = %s RETURN a.n, b.n" % operand, [[1, 2]])
show("MATCH (a)-[r]->(b) WHERE (a.k = 1) = (true AND r.k = 1) RETURN a.n, b.n", [[1, 2]])
show("MATCH (a)-[r]->(b) WITH a, r, b WHERE a.k = [b.k][0] RETURN a.n, b.n", [[1, 2]])
plan("MATCH (a)-[r]->(b) WHERE a.k = [b.k][0] RETURN a.n, b.n")
print('with a label on a, which takes the cost-based optimizer, it is right:')
graph("CREATE (:A {n: 1, k: 1})-[:T {k: 1}]->(:B {n: 2, k: 1})")
show("MATCH (a:A)-[r]->(b:B) WHERE a.k = [b.k][0] RETURN a.n, b.n", [[1, 2]])
print('--- 4. the WHERE of a WITH is applied before its ORDER BY, SKIP and LIMIT')
graph("CREATE (:P {k: 1}), (:P {k: 2}), (:P {k: 3})")
show("UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 1 WHERE x > 1 RETURN x", [])
show("UNWIND [1, 2, 3] AS x WITH x ORDER BY x SKIP 1 WHERE x > 1 RETURN x", [[2], [3]])
show("MATCH (n:P) WITH n ORDER BY n.k DESC LIMIT 2 WHERE n.k < 3 RETURN n.k", [[2]])
show("UNWIND [1, 1, 2] AS x WITH x, count(*) AS c ORDER BY c DESC LIMIT 1 WHERE c < 2 RETURN x", [])
print('in a WITH of its own, or behind a MATCH, it is right:')
show("UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 1 WITH x WHERE x > 1 RETURN x", [])
show("MATCH (n:P) WITH n ORDER BY n.k LIMIT 1 MATCH (m:P) WHERE n.k > 1 RETURN n.k", [])
plan("MATCH (n:P) WITH n ORDER BY n.k DESC LIMIT 2 WHERE n.k < 3 RETURN n.k")
