"""How the scripts on GraphQLite ask; with the argument "any" of another version, too."""
import importlib.metadata, sys
import verdict

VERSION = '0.12.0'
try: import pysqlite3; sys.modules['sqlite3'] = pysqlite3
except ImportError: pass
try: import graphqlite
except ImportError as error: verdict.end('cannot tell: %s. Needed: pip install graphqlite==%s' % (error, VERSION))
version = importlib.metadata.version('graphqlite')
if version != VERSION and 'any' not in sys.argv: verdict.end('cannot tell: this is GraphQLite %s, the causes are of %s' % (version, VERSION))

connection = None

def graph(*statements):
    global connection
    connection = graphqlite.connect(':memory:')
    for statement in statements:
        connection.cypher(statement)
        print(statement)

def rows(query):
    try: return [list(dict(row).values()) for row in connection.cypher(query)]
    except Exception as error: return 'ERROR ' + str(error)

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
