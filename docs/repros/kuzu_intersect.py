# usage: python kuzu_intersect.py [kuzu | ladybug]    Needs: pip install ladybug==0.22.0
import verdict

engine = verdict.engine('ladybug', '0.22.0')

def connect(*statements):
    connection = engine.Connection(engine.Database(':memory:'))
    for statement in statements: connection.execute(statement)
    return connection

def show(connection, query, right):
    result, rows = connection.execute(query), []
    while result.has_next(): rows.append(result.get_next())
    same = sorted(map(repr, rows)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, rows, verdict.of(same, right)))

print(engine.__name__, engine.version)
# a -> b, and two parallel relationships from b to c and from a to c: four triangles, whether relationships may repeat or not.
c = connect("CREATE NODE TABLE N(id INT64, PRIMARY KEY(id))", "CREATE REL TABLE T(FROM N TO N, k INT64)",
            "CREATE (a:N {id: 0}), (b:N {id: 1}), (c:N {id: 2}), (a)-[:T {k: 1}]->(b), (b)-[:T {k: 2}]->(c),"
            " (b)-[:T {k: 3}]->(c), (a)-[:T {k: 4}]->(c), (a)-[:T {k: 5}]->(c)")
four = [[1, 2, 4], [1, 2, 5], [1, 3, 4], [1, 3, 5]]
show(c, "MATCH (a:N)-[r:T]->(b:N)-[s:T]->(c:N), (a)-[t:T]->(c) RETURN r.k, s.k, t.k", four)
print('the same in two parts, no INTERSECT in the plan:')
show(c, "MATCH (a:N)-[r:T]->(b:N)-[s:T]->(c:N) WITH a, b, c, r, s MATCH (a)-[t:T]->(c) RETURN r.k, s.k, t.k", four)
print('INTERSECT in the plan:', 'INTERSECT' in c.execute("EXPLAIN MATCH (a:N)-[r:T]->(b:N)-[s:T]->(c:N), (a)-[t:T]->(c) RETURN r.k").get_next()[0])
print('INTERSECT in the plan:', 'INTERSECT' in c.execute("EXPLAIN MATCH (a:N)-[r:T]->(b:N)-[s:T]->(c:N) WITH a, b, c, r, s MATCH (a)-[t:T]->(c) RETURN r.k").get_next()[0])
