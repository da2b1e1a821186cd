# usage: python tinkertransactiongraph.py [PORT]    A Gremlin Server on 127.0.0.1 with an empty TinkerTransactionGraph. Needs: pip install gremlinpython
import verdict
import sys
import uuid
from gremlin_python.driver.client import Client

url = 'ws://127.0.0.1:%s/gremlin' % (sys.argv[1] if len(sys.argv) > 1 else '8182')
client, session = Client(url, 'g'), Client(url, 'g', session=str(uuid.uuid4()))
def ask(where, script):
    try: return where.submit(script, request_options={'language': 'gremlin-groovy'}).all().result()
    except Exception as error: return 'ERROR ' + str(error).split('\n')[0]

def show(where, script, right):
    answer = ask(where, script)
    print('%s\n    %s   %s' % (script, answer, verdict.of(answer == right, right)))

# Nothing of anybody else's is dropped at the end.
there = ask(client, 'g.V().count()')
if there != [0]: verdict.end('cannot tell: the graph is not empty, or does not answer: %s' % there)
ask(client, "(g).getGraph().createIndex('k', Vertex.class); true")
print("an index for vertices, none for edges; a transaction begins: g.addV('A')")
ask(session, '(g).getGraph().tx().open(); true')
ask(session, "g.addV('A')")
print('--- P24: a rollback')
show(session, '(g).getGraph().tx().rollback(); true', [True])
session.close()
show(client, 'g.V().count()', [0])
ask(client, 'g.V().drop()')
