# usage: python kuzu_trim.py [kuzu | ladybug]    Needs: pip install ladybug==0.22.0
import verdict

engine = verdict.engine('ladybug', '0.22.0')

def connect(*statements):
    connection = engine.Connection(engine.Database(':memory:'))
    for statement in statements: connection.execute(statement)
    return connection

def show(connection, query, right):
    result, rows = connection.execute(query), []
    while result.has_next(): rows.append(result.get_next())
    same = sorted(map(repr, rows)) == sorted(map(repr, right))
    print('%s\n    %s   %s' % (query, rows, verdict.of(same, right)))

print(engine.__name__, engine.version)
c = connect()
for n in range(9, 15):
    text = 'abcdefghijklmnopq'[:n]
    show(c, "RETURN '%s' = ltrim('  %s') AS same%d" % (text, text, n), [[True]])
show(c, "RETURN 'abcdefghijk' = rtrim('abcdefghijk  ')", [[True]])
show(c, "RETURN 'abcdefghijk' = trim(' abcdefghijk ')", [[True]])
show(c, "RETURN size(ltrim('  abcdefghijk'))", [[11]])
try: show(c, "RETURN ltrim('  abcdefghijk')", [['abcdefghijk']])
except UnicodeDecodeError as error: print("RETURN ltrim('  abcdefghijk')\n    the client cannot decode the string:", error)
