import importlib
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import time


class Unavailable(Exception):
    """There is nothing to ask: no client, no server, another version."""


class Lost(Exception):
    """The connection broke."""


class Node:
    def __init__(self, id, labels, properties):
        self.id, self.labels, self.properties = id, sorted(labels), properties

    def __repr__(self):
        return '(%s %r)' % (''.join(':' + label for label in self.labels), self.properties)


class Relationship:
    def __init__(self, id, start, end, type, properties):
        self.id, self.start, self.end, self.type, self.properties = id, start, end, type, properties

    def __repr__(self):
        return '[:%s %r]' % (self.type, self.properties)


class Path:
    def __init__(self, nodes, relationships):
        self.nodes, self.relationships = nodes, relationships

    def __repr__(self):
        return '<%r, %r>' % (self.nodes, self.relationships)


class Other:
    """A value that this script cannot compare, such as a date."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


# The types of values whose lists have no order; a client may name some.
UNORDERED = ()


def properties(entries):
    return {name: value for name, value in entries.items() if value is not None}
