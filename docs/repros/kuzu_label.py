# usage: python kuzu_label.py [kuzu | ladybug]    Needs: pip install kuzu==0.11.3
import verdict

engine = verdict.engine('kuzu', '0.11.3')

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
c = connect("CREATE NODE TABLE N(id INT64, PRIMARY KEY(id))", "CREATE NODE TABLE M(id INT64, PRIMARY KEY(id))",
            "CREATE REL TABLE T(FROM N TO N)", "CREATE (x:N {id: 1})-[:T]->(y:N {id: 2})-[:T]->(x)")
print('no node has the label M')
show(c, "MATCH (a:M) RETURN a.id", [])
show(c, "MATCH (a), (a:M) RETURN a.id", [])
show(c, "MATCH (a)-->()-->(a:M) RETURN a.id", [])
show(c, "MATCH (a) MATCH (a:M) RETURN a.id", [])
print('the label at the first occurrence is heeded:')
show(c, "MATCH (a:M), (a) RETURN a.id", [])
show(c, "MATCH (a:M)-->()-->(a) RETURN a.id", [])
