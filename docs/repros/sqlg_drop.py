# usage: python sqlg_drop.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty graph of Sqlg. Needs: pip install gremlinpython
import verdict
import sys
from gremlin_python.driver.client import Client

client = Client('ws://127.0.0.1:%s/gremlin' % (sys.argv[1] if len(sys.argv) > 1 else '8182'), 'g')
def ask(traversal):
    try: return client.submit(traversal, request_options={'language': 'gremlin-lang'}).all().result()
    except Exception as error: return 'ERROR ' + str(error).split('\n')[0]

# Nothing of anybody else's is dropped at the end.
there = ask('g.V().count()')
if there != [0]: verdict.end('cannot tell: the graph is not empty, or does not answer: %s' % there)
for traversal in ["g.V().as('a').select('a').properties('k').drop()", "g.V().properties('k').drop()"]:
    ask("g.addV('A').property('k', 1).property('l', 2)")
    print('--- S12, behind %s' % traversal)
    ask(traversal)
    answer = ask('g.V().valueMap()')
    print('g.V().valueMap()\n    %s   %s' % (answer, verdict.of(answer == [{'l': [2]}], [{'l': [2]}])))
    ask('g.V().drop()')
