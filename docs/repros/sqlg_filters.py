# usage: python sqlg_filters.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty graph of Sqlg. Needs: pip install gremlinpython
# Right on a source without the strategies that optimise.
from of_gremlin import begin, end, graph, show

begin()
graph("g.addV('A').as('x').addV('B').as('y').addE('T').from('x').to('y')")
print('--- S1: not() of a step over edges')
show("g.V().not(__.out()).label()", ['B'])
show("g.V().where(__.out().count().is(0)).label()", ['B'])
print('--- S13: fold() in a filter')
show("g.V().not(__.fold()).label()", [])
show("g.V().where(__.out().fold().count(Scope.local).is(0)).label()", ['B'])
print('--- S14: order() of vertices of one label')
show("g.V().hasLabel('A').order().label()", ['A'])
print('--- S15: their order() by labels')
show("g.V().hasLabel('A').order().by(T.label).label()", ['A'])
end()
