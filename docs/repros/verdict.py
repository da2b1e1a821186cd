"""Exit codes of the scripts in this folder, which import this first: 0 when every answer is right, 1 when one is wrong, 2 when
that cannot be told: no client, no server, or another end than that of the script."""
import atexit, importlib, os, subprocess, sys

answers = []


def of(same, right):
    """The words on an answer, and that it counts."""
    answers.append(bool(same))
    return 'right' if same else 'WRONG, right is %s' % (right,)


def engine(package, version):
    """The package of an embedded engine: this one, or the one that the first argument names. It says its version."""
    package = sys.argv[1] if len(sys.argv) > 1 else package
    try:
        return importlib.import_module(package)
    except ImportError as error:
        end('cannot tell: %s. Needed: pip install %s==%s' % (error, package, version))


def survives(program, times):
    """Runs a program of this Python up to so many times in a process of its own, which the engine may end."""
    code = 0
    while times > 0 and code == 0:
        code = subprocess.run([sys.executable, '-c', program] + sys.argv[1:]).returncode
        times -= 1
    if code > 0:
        end('cannot tell: the program ended with exit code %d' % code)
    answers.append(code == 0)
    print('alive' if code == 0 else 'WRONG, the process died of signal %d' % -code)


def end(words):
    print(words)
    answers.clear()
    sys.exit(2)


def failed(kind, error, trace):
    print('cannot tell: %s: %s' % (kind.__name__, error))
    answers.clear()


def leave():
    sys.stdout.flush()
    os._exit(2 if not answers else 0 if all(answers) else 1)


sys.excepthook = failed
atexit.register(leave)
