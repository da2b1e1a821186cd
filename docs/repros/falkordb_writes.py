# usage: python falkordb_writes.py [PORT]    A FalkorDB on 127.0.0.1. Needs: pip install falkordb
# Statements that write, and an index of text.
import verdict
import sys, falkordb, redis

server = falkordb.FalkorDB(host='127.0.0.1', port=int(sys.argv[1]) if len(sys.argv) > 1 else 6379)
g = server.select_graph('repro')

def ask(query):
    try: return sorted(g.query(query).result_set, key=repr)
    except redis.ResponseError as error: return 'ERROR ' + str(error)

def graph(*statements):
    if 'repro' in server.list_graphs(): g.delete()
    g.query('RETURN 1')
    for statement in statements: g.query(statement)
    print('a graph of %s:' % ('; '.join(statements) or 'nothing'))

def show(*queries, right):
    for query in queries[:-1]:
        said = ask(query)
        if isinstance(said, str): break
    else: said = ask(queries[-1])
    print('%s\n    %s   %s' % ('; '.join(queries), said, verdict.of(said == right, right)))

version = next(module[3] for module in server.connection.execute_command('MODULE', 'LIST') if module[1] in (b'graph', 'graph'))
print('FalkorDB %d.%d.%d' % (version // 10000, version // 100 % 100, version % 100))

print('--- F16: a node in the middle of a path is another one in CREATE')
from_b = 'MATCH (a)-[:U]->(b) RETURN a.k, b.k'
two = "CREATE ({k: 1})-[:T]->({k: 2})-[:T]->({k: 3})"
for create, right in [('CREATE (b)-[:U]->({k: 4})', [[2, 4]]), ('CREATE (b)-[:U]->(a)', [[2, 1]])]:
    graph(two)
    show('MATCH (a)-[:T]->(b)-[:T]->(c) ' + create, from_b, right=right)
graph(two)
show('MATCH (a)-[:T]->(b)-[:T]->(c) CREATE (b)-[:U]->(a)', 'MATCH (n) RETURN count(n)', right=[[3]])
print('where the node is mentioned between, it is right:')
graph(two)
show('MATCH (a)-[:T]->(b)-[:T]->(c) WITH b CREATE (b)-[:U]->({k: 4})', from_b, right=[[2, 4]])
graph(two)
show('MATCH (a)-[:T]->(b)-[:T]->(c) WHERE b IS NOT NULL CREATE (b)-[:U]->(a)', from_b, right=[[2, 1]])

print('--- F59: MERGE of a type that is new to the graph loses the rows behind the first')
graph('CREATE (:C)')
show('UNWIND [1, 1] AS x MERGE (p)-[r:T]->(:C) RETURN x', right=[[1], [1]])
graph('CREATE (:C)-[:T]->(:D)')
show('UNWIND [1, 1] AS x MERGE (p)-[r:T]->(:C) RETURN x', right=[[1], [1]])

print('--- F58: a range index has texts beyond ASCII before all others')
graph("CREATE (:T {k: 'a'})")
show("MATCH (n:T) WHERE n.k < 'é' RETURN n.k", right=[['a']])
g.query('CREATE INDEX FOR (n:T) ON (n.k)')
import time; time.sleep(1)
print('the same with an index:')
show("MATCH (n:T) WHERE n.k < 'é' RETURN n.k", right=[['a']])
show("MATCH (n:T) WHERE n.k > 'é' RETURN n.k", right=[])
show("MATCH (n:T) WHERE n.k + '' < 'é' RETURN n.k", right=[['a']])

print('--- F13: a path that a clause which writes alone reads')
graph('CREATE ()')
show('MATCH p = () CREATE ({k: length(p)})', 'MATCH (n) RETURN n.k', right=[[0], [None]])
graph('CREATE ()')
show('MATCH p = (a) SET a.k = length(p)', 'MATCH (n) RETURN n.k', right=[[0]])
graph('CREATE ()')
show('MATCH p = () WITH p CREATE ({k: length(p)})', 'MATCH (n) RETURN n.k', right=[[0], [None]])

print('--- F60: the variables of a pattern comprehension are those of the clauses around it')
graph('CREATE ()-[:T]->()')
show('MATCH (n) WHERE size([(a)-->() | 1]) > 5 CREATE (a)', right=[])
show('MATCH (n) WHERE size([(b)-->() | 1]) > 5 CREATE (a)', right=[])
show('MATCH (n) WITH size([(a)-->() | 1]) AS s WHERE s > 5 CREATE (a)', right=[])

print('--- F61: STARTS WITH, ENDS WITH and CONTAINS of what is no string')
graph()
show("RETURN 1 STARTS WITH 'a'", right=[[None]])
show("RETURN 1 ENDS WITH 'a'", right=[[None]])
show("RETURN 1 CONTAINS 'a'", right=[[None]])

print('--- F63: a relationship of a type that the statement itself made is matched as null')
graph()
show('CREATE (p)-[q:T]->(o) WITH 1 AS y MATCH ()-[s:T]->() RETURN id(s)', right=[[0]])
graph()
show('CREATE (p)-[q:T]->(o) WITH 1 AS y MATCH ()-[s:T]->() RETURN type(s)', right=[['T']])
print('without the type, and where the graph has it, it is right:')
graph()
show('CREATE (p)-[q:T]->(o) WITH 1 AS y MATCH ()-[s]->() RETURN id(s)', right=[[0]])
graph('CREATE ()-[:T]->()', 'MATCH ()-[r]->() DELETE r')
show('CREATE (p)-[q:T]->(o) WITH 1 AS y MATCH ()-[s:T]->() RETURN type(s)', right=[['T']])
g.delete()
