//! The notation of values in the tables of the TCK.

use std::sync::Arc;

use graphlance_graph::{Node, NodeKey, Path, Properties, Relationship, RelationshipKey, Value};

/// Reads a cell.
pub fn parse(text: &str) -> Value {
    let mut reader = Reader { text: text.as_bytes(), at: 0, keys: 0 };
    let value = reader.value();
    reader.blanks();
    assert_eq!(reader.at, text.len(), "trailing text in {text}");
    value
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    keys: u32,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> u8 {
        self.blanks();
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn accept(&mut self, token: &str) -> bool {
        self.blanks();
        let found = self.text[self.at..].starts_with(token.as_bytes());
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(self.accept(token), "expected {token} in {} at {}", String::from_utf8_lossy(self.text), self.at);
    }

    fn key(&mut self) -> u32 {
        self.keys += 1;
        self.keys
    }

    fn word(&mut self) -> String {
        self.blanks();
        let start = self.at;
        let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-' | b'+');
        while self.text.get(self.at).is_some_and(part) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }

    fn name(&mut self) -> String {
        self.blanks();
        let start = self.at;
        while self.text.get(self.at).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }

    fn value(&mut self) -> Value {
        match self.peek() {
            b'(' => Value::Node(self.node()),
            b'<' => self.path(),
            b'[' if self.is_relationship() => {
                let key = self.key();
                Value::Relationship(Arc::new(self.relationship(NodeKey(0), NodeKey(key))))
            }
            b'[' => self.list(),
            b'{' => Value::map(self.map()),
            b'\'' => self.string(),
            _ => scalar(&self.word()),
        }
    }

    fn is_relationship(&mut self) -> bool {
        self.text[self.at + 1..].iter().find(|b| !b.is_ascii_whitespace()) == Some(&b':')
    }

    fn list(&mut self) -> Value {
        self.expect("[");
        let mut items = Vec::new();
        while !self.accept("]") {
            items.push(self.value());
            self.accept(",");
        }
        Value::list(items)
    }

    fn map(&mut self) -> Properties {
        self.expect("{");
        let mut entries = Properties::new();
        while !self.accept("}") {
            let key = self.name();
            self.expect(":");
            entries.insert(key.into(), self.value());
            self.accept(",");
        }
        entries
    }

    fn string(&mut self) -> Value {
        self.expect("'");
        let mut bytes = Vec::new();
        while self.text[self.at] != b'\'' {
            if self.text[self.at] == b'\\' && matches!(self.text[self.at + 1], b'\'' | b'\\') {
                self.at += 1;
            }
            bytes.push(self.text[self.at]);
            self.at += 1;
        }
        self.at += 1;
        Value::string(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn node(&mut self) -> Arc<Node> {
        let key = NodeKey(self.key());
        self.expect("(");
        let mut node = Node { key, labels: Default::default(), properties: Properties::new() };
        while self.accept(":") {
            node.labels.insert(self.name().into());
        }
        if self.peek() == b'{' {
            node.properties = self.map();
        }
        self.expect(")");
        Arc::new(node)
    }

    fn relationship(&mut self, start: NodeKey, end: NodeKey) -> Relationship {
        let key = RelationshipKey(self.key());
        self.expect("[");
        self.expect(":");
        let kind = self.name().into();
        let properties = if self.peek() == b'{' { self.map() } else { Properties::new() };
        self.expect("]");
        Relationship { key, start, end, kind, properties }
    }

    fn path(&mut self) -> Value {
        self.expect("<");
        let mut nodes = vec![self.node()];
        let mut relationships = Vec::new();
        while !self.accept(">") {
            let backward = self.accept("<-");
            if !backward {
                self.expect("-");
            }
            let mut relationship = self.relationship(NodeKey(0), NodeKey(0));
            self.expect(if backward { "-" } else { "->" });
            let here = nodes[nodes.len() - 1].key;
            let next = self.node();
            (relationship.start, relationship.end) = if backward { (next.key, here) } else { (here, next.key) };
            relationships.push(Arc::new(relationship));
            nodes.push(next);
        }
        Value::Path(Arc::new(Path { nodes, relationships }))
    }
}

fn scalar(word: &str) -> Value {
    match word {
        "null" => Value::Null,
        "true" => Value::Boolean(true),
        "false" => Value::Boolean(false),
        "NaN" => Value::Float(f64::NAN),
        number => match number.parse::<i64>() {
            Ok(integer) => Value::Integer(integer),
            Err(_) => Value::Float(number.parse().unwrap_or_else(|_| panic!("no value: {number}"))),
        },
    }
}

/// One text for all values that a table takes for the same.
pub fn canonical(value: &Value, lists_are_bags: bool) -> String {
    let map = |entries: &Properties| {
        let entries = entries.iter().map(|(key, value)| format!("{key}: {}", canonical(value, lists_are_bags)));
        format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
    };
    match value {
        Value::Null => "null".into(),
        Value::Boolean(b) => b.to_string(),
        Value::Integer(i) => i.to_string(),
        Value::Float(f) if *f == 0.0 => "0.0".into(),
        Value::Float(f) => format!("{f:?}"),
        Value::String(s) => format!("{s:?}"),
        Value::Temporal(temporal) => format!("{:?}", temporal.text),
        Value::List(items) => {
            let mut items: Vec<String> = items.iter().map(|item| canonical(item, lists_are_bags)).collect();
            if lists_are_bags {
                items.sort();
            }
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => map(entries),
        Value::Node(node) => {
            let labels: String = node.labels.iter().map(|label| format!(":{label}")).collect();
            format!("({labels} {})", map(&node.properties))
        }
        Value::Relationship(relationship) => format!("[:{} {}]", relationship.kind, map(&relationship.properties)),
        Value::Path(path) => {
            let mut text = String::from("<");
            for (index, node) in path.nodes.iter().enumerate() {
                if let Some(relationship) = index.checked_sub(1).and_then(|at| path.relationships.get(at)) {
                    let before = path.nodes[index - 1].key;
                    let hop = canonical(&Value::Relationship(relationship.clone()), lists_are_bags);
                    text += &if relationship.start == before { format!("-{hop}->") } else { format!("<-{hop}-") };
                }
                text += &canonical(&Value::Node(node.clone()), lists_are_bags);
            }
            text + ">"
        }
        Value::Point(point) => format!("{point:?}"),
    }
}
