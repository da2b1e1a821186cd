"""What the fake engines answer: the file STUB holds the version, and answers by statement."""

import json
import os
import signal
import time


class Refused(Exception):
    pass


def told():
    with open(os.environ['STUB']) as file:
        return json.load(file)


def is_dead():
    return os.path.exists(os.environ['STUB'] + '.dead')


def die():
    open(os.environ['STUB'] + '.dead', 'w').close()


def answer(statement, make, crash=lambda: os.kill(os.getpid(), signal.SIGSEGV), refused=Refused):
    """Columns and rows, each value as `make` makes it of its tagged form."""
    it = told()['answers'].get(statement, {})
    if it.get('crash'):
        die()
        crash()
    if it.get('hang'):
        time.sleep(1000)
    if 'error' in it:
        raise refused(it['error'])
    return it.get('columns', []), [[value(cell, make) for cell in row] for row in it.get('rows', [])]


def value(it, make):
    if isinstance(it, list):
        return [value(item, make) for item in it]
    if not isinstance(it, dict):
        return it
    (kind, inner), = it.items()
    if kind == 'node':
        return make.node(inner[0], inner[1], entries(inner[2], make))
    if kind == 'relationship':
        return make.relationship(*inner[:4], entries(inner[4], make))
    if kind == 'path':
        return make.path([value(one, make) for one in inner[0]], [value(one, make) for one in inner[1]])
    return make.map(entries(inner, make))


def entries(it, make):
    return {name: value(cell, make) for name, cell in it.items()}
