"""How the scripts on engines behind a Gremlin Server ask: of 127.0.0.1, at the port that is the first argument."""
import sys
import verdict
from gremlin_python.driver.client import Client

client = Client('ws://127.0.0.1:%s/gremlin' % (sys.argv[1] if len(sys.argv) > 1 else '8182'), 'g')

def ask(traversal):
    try: return client.submit(traversal, request_options={'language': 'gremlin-lang'}).all().result()
    except Exception as error: return 'ERROR ' + str(error).split('\n')[0]

def show(traversal, right):
    answer = ask(traversal)
    print('%s\n    %s   %s' % (traversal, answer, verdict.of(answer == right, right)))

def begin():
    """Nothing of anybody else's is dropped at the end."""
    there = ask('g.V().count()')
    if there != [0]: verdict.end('cannot tell: the graph is not empty, or does not answer: %s' % there)

def graph(traversal):
    ask(traversal)
    print(traversal)

def end():
    ask('g.V().drop()')
    client.close()
