# usage: python sqlg_filters.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty graph of Sqlg. Needs: pip install gremlinpython
# Right on a source without the strategies that optimise.
import verdict
import sys
from gremlin_python.driver.client import Client

client = Client('ws://127.0.0.1:%s/gremlin' % (sys.argv[1] if len(sys.argv) > 1 else '8182'), 'g')
def ask(traversal):
    try: return client.submit(traversal, request_options={'language': 'gremlin-lang'}).all().result()
    except Exception as error: return 'ERROR ' + str(error).split('\n')[0]

def show(traversal, right):
    answer = ask(traversal)
    print('%s\n    %s   %s' % (traversal, answer, verdict.of(answer == right, right)))

# Nothing of anybody else's is dropped at the end.
there = ask('g.V().count()')
if there != [0]: verdict.end('cannot tell: the graph is not empty, or does not answer: %s' % there)
graph = "g.addV('A').as('x').addV('B').as('y').addE('T').from('x').to('y')"
ask(graph)
print(graph)
print('--- S1: not() of a step over edges')
show("g.V().not(__.out()).label()", ['B'])
show("g.V().where(__.out().count().is(0)).label()", ['B'])
print('--- S13: fold() in a filter')
show("g.V().not(__.fold()).label()", [])
show("g.V().where(__.out().fold().count(Scope.local).is(0)).label()", ['B'])
ask('g.V().drop()')
