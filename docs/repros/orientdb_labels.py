# usage: python orientdb_labels.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty OrientDB. Needs: pip install gremlinpython
# Right without the strategies that optimise.
import verdict
import sys
from gremlin_python.driver.client import Client

client = Client('ws://127.0.0.1:%s/gremlin' % (sys.argv[1] if len(sys.argv) > 1 else '8182'), 'g')
def ask(traversal):
    try: return client.submit(traversal).all().result()
    except Exception as error: return 'ERROR ' + str(error).split('\n')[0]

def show(traversal, right):
    answer = ask(traversal)
    print('%s\n    %s   %s' % (traversal, answer, verdict.of(answer == right, right)))

# Nothing of anybody else's is dropped at the end.
there = ask("g.V().count()")
if there != [0]: verdict.end('cannot tell: the graph is not empty, or does not answer: %s' % there)
graph = "g.addV('A').addV('B').addV('C').count()"
ask(graph)
print(graph)
print('--- D1: predicates of labels')
show("g.V().or(__.hasLabel('A'), __.hasLabel('B')).count()", [2])
show("g.V().hasLabel(P.eq('A').or(P.eq('B'))).count()", [2])
show("g.V().hasLabel(P.neq('A')).count()", [2])
show("g.V().hasLabel('A', 'B').count()", [2])
ask('g.V().drop()')
