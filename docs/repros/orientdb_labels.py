# usage: python orientdb_labels.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty OrientDB. Needs: pip install gremlinpython
# Right without the strategies that optimise.
from of_gremlin import begin, end, graph, show

begin()
graph("g.addV('A').addV('B').addV('C').count()")
print('--- D1: predicates of labels')
show("g.V().or(__.hasLabel('A'), __.hasLabel('B')).count()", [2])
show("g.V().hasLabel(P.eq('A').or(P.eq('B'))).count()", [2])
show("g.V().hasLabel(P.neq('A')).count()", [2])
show("g.V().hasLabel('A', 'B').count()", [2])
end()
