

# Characters that show nothing, or act on what stands around them.
INVISIBLE = re.compile(
    '[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e'
    '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff]'
)


def shown(it):
    return INVISIBLE.sub(lambda found: '\\u%04x' % ord(found[0]), str(it))


def say(*parts):
    print(*map(shown, parts), sep='\n', flush=True)


# --- whether an answer is right

doubts = []


def steps(number, count):
    """The float `count` places further on the line of floats."""
    place = struct.unpack('<q', struct.pack('<d', number))[0]
    place = (-(1 << 63) - place if place < 0 else place) + count
    return struct.unpack('<d', struct.pack('<q', -(1 << 63) - place if place < 0 else place))[0]


def same_digits(one, other):
    """Whether two floats are at most one unit apart in the last of the digits that the engine sends."""

    def rounded(number):
        mantissa, exponent = ('%.*e' % (DIGITS - 1, number)).split('e')
        return int(mantissa.replace('.', '')), int(exponent)

    if not (math.isfinite(one) and math.isfinite(other)):
        return math.isfinite(one) and float('%.*e' % (DIGITS - 1, one)) == other
    (a, high), (b, low) = rounded(one), rounded(other)
    if abs(high - low) > 1:
        return False
    return abs(a * 10 ** max(high - low, 0) - b * 10 ** max(low - high, 0)) <= 1


def same_float(one, other, ulps):
    if one == other or math.isnan(one) and math.isnan(other):
        return True
    finite = math.isfinite(one) and math.isfinite(other)
    if ulps and finite and steps(one, -ulps) <= other <= steps(one, ulps):
        return True
    near = [one, steps(one, ulps), steps(one, -ulps)] if ulps and math.isfinite(one) else [one]
    return DIGITS is not None and any(same_digits(number, other) for number in near)


def shape(path):
    """For each node where it was first visited, for each relationship whether it is walked forwards."""
    ids = [node.id for node in path.nodes]
    turns = [None if one.start == one.end else one.start == id for one, id in zip(path.relationships, ids)]
    return [ids.index(id) for id in ids], turns


def same(one, other, ulps=0, unordered=False):
    """Whether two values are the same; types count: 1 is neither 1.0 nor true. `ulps`: None where any value is right."""
    if ulps is None:
        return True
    if isinstance(one, Other) and isinstance(other, Other):
        doubts.append(one)
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return same_float(one, other, ulps)
    if isinstance(one, list):
        if len(one) != len(other):
            return False
        if all(same(a, b, ulps, unordered) for a, b in zip(one, other)):
            return True
        return unordered and paired(one, other, lambda a, b: same(a, b, ulps, unordered)) == len(one)
    if isinstance(one, dict):
        unordered = unordered or one.get('@type') in UNORDERED
        return one.keys() == other.keys() and all(same(one[name], other[name], ulps, unordered) for name in one)
    if isinstance(one, Node):
        return one.labels == other.labels and same(one.properties, other.properties)
    if isinstance(one, Relationship):
        return one.type == other.type and same(one.properties, other.properties)
    if isinstance(one, Path):
        return same(one.nodes, other.nodes) and same(one.relationships, other.relationships) and shape(one) == shape(other)
    return one == other


def paired(ones, others, agree):
    """How many of `ones` can be given one of `others` each."""
    partners = {}

    def place(index, seen):
        for number, other in enumerate(others):
            if number not in seen and agree(ones[index], other):
                seen.add(number)
                if number not in partners or place(partners[number], seen):
                    partners[number] = index
                    return True
        return False

    return sum(place(index, set()) for index in range(len(ones)))


def right(check, rows):
    """Whether the rows are right: `any` so many of them, in groups that tie."""
    expected, latitude = check['rows'], check['latitude']
    count = len(expected) if check['any'] is None else min(check['any'], len(expected))
    if len(rows) != count:
        return False

    def agree(one, other):
        pairs = zip(one, other, latitude)
        return len(one) == len(other) and all(same(a, b, ulps, unordered) for a, b, (ulps, unordered) in pairs)

    start = 0
    for length in check['ties'] + [len(expected)]:
        end = min(start + length, len(expected))
        may, came = expected[start:end], rows[start:min(end, count)]
        if start < count and paired(came, may, lambda actual, one: agree(one, actual)) < len(came):
            return False
        start = end
    return True


# --- the part that asks; it runs in a process of its own, for the engine may end it


class Told(Exception):
    """The verdict, with what is to be said."""

    def __init__(self, code, *parts):
        super().__init__(code)
        self.code, self.parts = code, parts


def first_line(text):
    """Without numbers, which are other ones each time."""
    return re.sub(r'0x[0-9a-fA-F]+|\d+', '0', str(text).strip().split('\n')[0]).strip()


def is_reported(error, message):
    return bool(message) and first_line(message) in first_line(error)


def lost(arguments, code, error):
    """What it means that the connection broke while a statement ran; `code` when the statement ended the server."""
    time.sleep(0.5)
    try:
        Client(arguments)
    except Unavailable:
        return Told(code, 'the server died: %s' % error)
    if REPORTED == 'crash':
        return Told(code, 'the server broke the connection, and answers again: %s' % error)
    return Told(2, 'cannot tell: the connection broke, and the server lives: %s' % error)


def open_client(arguments, any_version):
    try:
        client = Client(arguments)
        version = client.version()
    except ImportError as error:
        raise Unavailable('%s\nNeeded: %s (or ./repro.sh --install)' % (error, NEEDS))
    if VERSION and version != VERSION and not any_version:
        found = 'says no version' if version is None else 'is version %s' % version
        raise Unavailable(
            'the report is about %s %s, and what is here %s.\n'
            'To try it all the same: --any-version' % (ENGINE, VERSION, found)
        )
    say('%s %s' % (ENGINE, version))
    return client


def load(client, arguments):
    for step in BEFORE:
        if isinstance(step, str):
            cross(client, arguments, step)
            continue
        statement, width = step[:2]
        try:
            client.run(statement, width)
        except Lost as error:
            raise lost(arguments, 1 if FAILS_LOADING else 2, error)
        except Exception as error:
            if FAILS_LOADING and is_reported(error, ERROR):
                raise Told(1, 'the error comes that was reported:', statement, error)
            if len(step) == 2:
                raise Told(2, 'cannot tell: this statement is refused:', statement, error)


def cross(client, arguments, boundary):
    """Begins or ends a transaction."""
    if boundary == 'reset' or not hasattr(client, 'transact'):
        raise Told(2, 'cannot tell: this client has no way to %s' % boundary.replace('_', ' '))
    try:
        client.transact(boundary)
    except Lost as error:
        raise lost(arguments, 1, error)
    except Exception as error:
        if is_reported(error, ERROR):
            raise Told(1, 'the error comes that was reported:', boundary, error)
        raise Told(2, 'cannot tell: an error comes that was not reported:', boundary, error)


def compare(client, arguments, check):
    try:
        columns, rows = client.run(check['query'], check['width'])
    except Lost as error:
        raise lost(arguments, 1, error)
    except Exception as error:
        if REPORTED == 'answer':
            raise Told(0, 'an error comes, as it must:', check['query'], error)
        if is_reported(error, ERROR):
            raise Told(1, 'the error comes that was reported:', check['query'], error)
        raise Told(2, 'cannot tell: an error comes that was not reported:', check['query'], error)
    if REPORTED == 'answer':
        raise Told(1, 'an answer comes where an error is due:', check['query'], *rows)
    if check['rows'] is None:
        if REPORTED in ('rows', 'columns'):
            raise Told(2, 'cannot tell: these rows are to be compared with the report by eye:', *rows)
        return
    if REPORTED == 'columns' and columns is not None and columns != check['columns']:
        raise Told(1, 'the columns are wrong; right are', check['columns'], 'and there came', columns)
    if not right(check, rows):
        many = '' if check['any'] is None else ', any %d of' % check['any']
        raise Told(1, 'the answer is wrong:', check['query'], 'right%s:' % many, *check['rows'], 'came:', *rows)
    if doubts:
        raise Told(2, 'as many rows came as are right; these are to be compared by eye:', *rows)


def ask(journal, name, arguments, any_version):
    client = open_client(arguments, any_version)
    client.open(name)
    journal('loading')
    load(client, arguments)
    for check in CHECKS:
        journal('asking')
        compare(client, arguments, check)
    raise Told(0, 'the answer is right')


def part(what, path, name, arguments, any_version):
    def journal(line):
        with open(path, 'a') as file:
            file.write(line + '\n')

    try:
        if what == 'clean':
            Client(arguments).clean(name)
        else:
            ask(journal, name, arguments, any_version)
    except Told as told:
        say(*told.parts)
        journal('verdict %d' % told.code)
    except Unavailable as error:
        say(error, *([] if what == 'clean' else START))
        journal('verdict 2')
    except BaseException as error:
        # Also an error while cleaning up, when the server died of what it was asked.
        say('%s: %s: %s' % ('not cleaned up' if what == 'clean' else 'cannot tell', type(error).__name__, error))
        journal('verdict 2')


# --- the part that waits


def wait(what, name, arguments):
    """Runs the other process: the lines of its journal, and whether it had to be ended."""
    descriptor, path = tempfile.mkstemp()
    os.close(descriptor)

    def lines():
        with open(path) as file:
            return ['starting'] + file.read().split('\n')[:-1]

    child = subprocess.Popen([sys.executable, os.path.abspath(__file__), '--part', what, path, name] + arguments)
    seen, since = 0, time.monotonic()
    try:
        while child.poll() is None:
            if len(lines()) != seen:
                seen, since = len(lines()), time.monotonic()
            limit = LIMIT if lines()[-1] == 'asking' else 120 + LIMIT
            if time.monotonic() - since > (limit if what == 'ask' else 30):
                return lines(), True
            time.sleep(0.02)
        return lines(), False
    finally:
        child.kill()
        child.wait()
        os.remove(path)


def verdict(line, late):
    if line.startswith('verdict '):
        return int(line.split()[1])
    how = 'gives no answer within %d s' % LIMIT if late else 'dies'
    if line == 'starting':
        say('cannot tell: nothing was asked yet, and the engine %s' % how)
        return 2
    say('the engine %s while it %s' % (how, 'loads' if line == 'loading' else 'answers'))
    return 1 if line == 'asking' or FAILS_LOADING else 2


def main():
    sys.stdout.reconfigure(errors='backslashreplace')
    arguments = [word for word in sys.argv[1:] if word != '--any-version']
    if arguments[:1] == ['--part']:
        what, path, name = arguments[1:4]
        part(what, path, name, arguments[4:], '--any-version' in sys.argv)
        return 0
    name = 'graphlance_repro_%d' % os.getpid()
    journal, late = wait('ask', name, sys.argv[1:])
    code = verdict(journal[-1], late)
    if hasattr(Client, 'clean') and 'loading' in journal:
        wait('clean', name, sys.argv[1:])
    return code


if __name__ == '__main__':
    try:
        code = main()
    except BaseException as error:
        print('cannot tell: %r' % error)
        code = 2
    sys.stdout.flush()
    os._exit(code)
