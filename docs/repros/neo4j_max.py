# usage: python neo4j_max.py [PORT]    A Neo4j on 127.0.0.1 without authentication, its database empty. Needs: pip install neo4j
# N18: max() of what the rows are sorted by, descending, is null where one of them is null.
import verdict
import sys, logging, neo4j
logging.disable(logging.CRITICAL)
session = neo4j.GraphDatabase.driver('bolt://127.0.0.1:%s' % (sys.argv[1] if len(sys.argv) > 1 else '7687')).session()
version = session.run("CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]").single()[0]

def show(query, right):
    said = sorted(row.values() for row in session.run(query))
    print('%s\n    %s   %s' % (query, said, verdict.of(said == right, right)))

def operators(plan):
    yield plan['operatorType'].split('@')[0]
    for child in plan.get('children', []):
        yield from operators(child)

print('Neo4j', version)
session.run('CREATE (:P {k: 1}), (:P {k: 3}), (:P), (:P {k: 2})').consume()
print('--- N18: the greatest of what is sorted (:P {k: 1}), (:P {k: 3}), (:P), (:P {k: 2})')
show('MATCH (n:P) WITH n ORDER BY n.k DESC RETURN max(n.k)', [[3]])
show('MATCH (n:P) WITH n.k AS k ORDER BY k DESC LIMIT 3 RETURN max(k)', [[3]])
show('UNWIND [null, 1, 2] AS x WITH x ORDER BY x DESC RETURN max(x)', [[2]])
show('UNWIND [null, 1, 2] AS x WITH x ORDER BY x DESC RETURN max(DISTINCT x)', [[2]])
print('what is right:')
show('MATCH (n:P) RETURN max(n.k)', [[3]])
show('MATCH (n:P) WITH n ORDER BY n.k DESC RETURN max(n.k), count(*)', [[3, 4]])
show('UNWIND [null, 1, 2] AS x WITH x ORDER BY x RETURN max(x)', [[2]])
show('UNWIND [null, 1, 2] AS x WITH x ORDER BY x RETURN min(x)', [[1]])
print('the plan of the first:')
print('   ', ', '.join(operators(session.run('EXPLAIN MATCH (n:P) WITH n ORDER BY n.k DESC RETURN max(n.k)').consume().plan)))
session.run('MATCH (n) DETACH DELETE n').consume()
