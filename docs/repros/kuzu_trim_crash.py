# usage: python kuzu_trim_crash.py [kuzu | ladybug]    Needs: pip install ladybug==0.22.0
# Ladybug 0.22.0: 6 of 14 runs ended in SIGSEGV; Kuzu 0.11.3: none of 6.
import verdict

engine = verdict.engine('ladybug', '0.22.0')
print(engine.__name__, engine.version)
verdict.survives("""
import importlib, sys
engine = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else 'ladybug')
connection = engine.Connection(engine.Database(':memory:'))
for _ in range(200):
    for query in ["RETURN reverse(ltrim('  abcdefghijk'))", "RETURN ltrim('  abcdefghijk') + 'x'", "RETURN upper(ltrim('  abcdefghijk'))"]:
        try:
            result = connection.execute(query)
            while result.has_next(): result.get_next()
        except Exception: pass
""", 10)
