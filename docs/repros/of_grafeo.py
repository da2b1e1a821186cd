"""How the scripts on grafeo ask; with the argument "any" of another version, too. `language`: what its queries are in."""
import sys
import verdict

VERSION = '0.6.0'
try: import grafeo
except ImportError as error: verdict.end('cannot tell: %s. Needed: pip install grafeo==%s' % (error, VERSION))
if grafeo.__version__ != VERSION and 'any' not in sys.argv: verdict.end('cannot tell: this is grafeo %s, the causes are of %s' % (grafeo.__version__, VERSION))

db, language = None, 'cypher'

def execute(text): return getattr(db, 'execute_' + language)(text)

def graph(*statements):
    global db
    db = grafeo.GrafeoDB()
    for statement in statements:
        execute(statement)
        print(statement)

def rows(query):
    try: return [list(row.values()) for row in execute(query)]
    except grafeo.GrafeoError as error: return 'ERROR ' + str(error)

def show(query, right):
    answer = rows(query)
    same = isinstance(answer, list) and sorted(map(repr, answer)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, answer, verdict.of(same, right)))

def after(statement, query, right):
    """A statement that writes, and what is there behind it."""
    answer = rows(statement)
    print('%s%s' % (statement, '\n    %s   %s' % (answer, verdict.of(False, 'no error')) if isinstance(answer, str) else ''))
    show(query, right)

def fails(query):
    """A statement that has to be an error."""
    answer = rows(query)
    print('%s\n    %s   %s' % (query, answer, verdict.of(isinstance(answer, str), 'an error')))
