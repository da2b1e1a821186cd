"""How the scripts on grafeo ask; with the argument "any" of another version, too."""
import sys
import verdict

VERSION = '0.6.0'
try: import grafeo
except ImportError as error: verdict.end('cannot tell: %s. Needed: pip install grafeo==%s' % (error, VERSION))
if grafeo.__version__ != VERSION and 'any' not in sys.argv: verdict.end('cannot tell: this is grafeo %s, the causes are of %s' % (grafeo.__version__, VERSION))

db = None

def graph(*statements):
    global db
    db = grafeo.GrafeoDB()
    for statement in statements:
        db.execute_cypher(statement)
        print(statement)

def rows(query):
    try: return [list(row.values()) for row in db.execute_cypher(query)]
    except grafeo.GrafeoError as error: return 'ERROR ' + str(error)

def show(query, right):
    answer = rows(query)
    same = isinstance(answer, list) and sorted(map(repr, answer)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, answer, verdict.of(same, right)))
