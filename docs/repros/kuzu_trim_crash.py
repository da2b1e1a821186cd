# Ladybug 0.22.0: 6 of 14 runs ended in SIGSEGV; Kuzu 0.11.3: none of 6.
import importlib
try: engine = importlib.import_module('kuzu')
except ImportError: engine = importlib.import_module('ladybug')
connection = engine.Connection(engine.Database(':memory:'))
for _ in range(200):
    for query in ["RETURN reverse(ltrim('  abcdefghijk'))", "RETURN ltrim('  abcdefghijk') + 'x'", "RETURN upper(ltrim('  abcdefghijk'))"]:
        try:
            result = connection.execute(query)
            while result.has_next(): result.get_next()
        except Exception: pass
print('alive')
