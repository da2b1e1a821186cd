class Client:
    """[bolt://HOST:PORT [USER PASSWORD [HTTP_PORT]]]: a database is made over HTTP, and dropped afterwards."""

    within = None

    def __init__(self, arguments):
        address, user, password, http = (arguments + [None] * 4)[:4]
        address = address or 'bolt://127.0.0.1:7687'
        self.credentials = (user or 'root', password or 'graphlance')
        host = re.sub(r'^\w+://', '', address).split('/')[0].rsplit(':', 1)[0]
        self.http = 'http://%s:%s/api/v1/server' % (host, http or '2480')
        self.driver = connect(address, self.credentials)

    def ask(self, command):
        import base64
        import urllib.request

        basic = base64.b64encode(':'.join(self.credentials).encode()).decode()
        headers = {'Authorization': 'Basic ' + basic, 'Content-Type': 'application/json'}
        body = None if command is None else json.dumps({'command': command}).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.http, body, headers), timeout=60) as answer:
                return json.load(answer)
        except OSError as error:
            raise Unavailable('%s does not do its work: %s' % (self.http, error))

    def version(self):
        return str(self.ask(None).get('version', '')).split(' ')[0] or None

    def open(self, name):
        self.ask('create database ' + name)
        self.session = self.driver.session(database=name)

    def transact(self, boundary):
        transact(self, boundary)

    def run(self, statement, width):
        return run(self.within or self.session, statement)

    def clean(self, name):
        self.ask('drop database ' + name)
