"""Fake servers: `falkordb` speaks RESP, `arcadedb` HTTP. Prints its port."""

import http.server
import json
import os
import socketserver
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'present'))
import stub


class Lists:
    """Names by number."""

    def __init__(self):
        self.labels, self.types, self.keys = [], [], []

    def number(self, names, name):
        if name not in names:
            names.append(name)
        return names.index(name)


lists = Lists()


class Typed(list):
    """A pair of type and content already."""


class make:
    def node(id, labels, properties):
        return Typed([8, [id, [lists.number(lists.labels, label) for label in labels], pairs(properties)]])

    def relationship(id, start, end, type, properties):
        return Typed([7, [id, lists.number(lists.types, type), start, end, pairs(properties)]])

    def path(nodes, relationships):
        return Typed([9, [[6, nodes], [6, relationships]]])

    def map(entries):
        return Typed([10, [part for name, cell in entries.items() for part in (name, typed(cell))]])


def pairs(entries):
    return [[lists.number(lists.keys, name)] + typed(cell) for name, cell in entries.items()]


def typed(it):
    if isinstance(it, Typed):
        return list(it)
    if it is None:
        return [1, None]
    if isinstance(it, str):
        return [2, it]
    if isinstance(it, bool):
        return [4, 'true' if it else 'false']
    if isinstance(it, int):
        return [3, it]
    if isinstance(it, float):
        return [5, repr(it)]
    return [6, [typed(item) for item in it]]


def encoded(it):
    if it is None:
        return b'$-1\r\n'
    if isinstance(it, int):
        return b':%d\r\n' % it
    if isinstance(it, list):
        return b'*%d\r\n' % len(it) + b''.join(map(encoded, it))
    text = it.encode()
    return b'$%d\r\n%s\r\n' % (len(text), text)


class Redis(socketserver.StreamRequestHandler):
    def handle(self):
        while True:
            line = self.rfile.readline()
            if not line:
                return
            words = [self.rfile.read(int(self.rfile.readline()[1:]) + 2)[:-2].decode() for _ in range(int(line[1:]))]
            try:
                self.wfile.write(self.answer(words))
            except stub.Refused as error:
                self.wfile.write(b'-%s\r\n' % str(error).encode())

    def answer(self, words):
        if words[0] == 'MODULE':
            major, minor, patch = map(int, stub.told()['version'].split('.'))
            return encoded([['name', 'graph', 'ver', major * 10000 + minor * 100 + patch]])
        if words[0] != 'GRAPH.QUERY':
            return b'+PONG\r\n'
        names = {'CALL db.labels()': lists.labels, 'CALL db.relationshipTypes()': lists.types, 'CALL db.propertyKeys()': lists.keys}
        if words[2] in names:
            return encoded([[[1, 'name']], [[typed(name)] for name in names[words[2]]], []])
        columns, rows = stub.answer(words[2], make, lambda: os._exit(1))
        if not columns:
            return encoded([[]])
        return encoded([[[1, name] for name in columns], [[typed(cell) for cell in row] for row in rows], []])


class Arcade(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({'version': stub.told()['version'] + ' (build 1)'}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers['Content-Length']))
        self.do_GET()

    def log_message(self, *arguments):
        pass


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


server = Server(('127.0.0.1', 0), {'falkordb': Redis, 'arcadedb': Arcade}[sys.argv[1]])
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
print(server.server_address[1], flush=True)
server.serve_forever()
