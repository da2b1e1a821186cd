# usage: python orientdb_vertices.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty OrientDB. Needs: pip install gremlinpython
# Right without the strategies that optimise.
from of_gremlin import begin, end, graph, show

begin()
graph("g.addV('A').addV('A').addV('A').count()")
print('--- D6: vertices that a scan makes and comes upon')
show("g.V().addV('A').count()", [3])
end()
