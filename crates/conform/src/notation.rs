//! The notation of values in the tables of the TCK.

use std::sync::Arc;

use graphlance_graph::{Node, NodeKey, Path, Properties, Relationship, RelationshipKey, Value};

/// Reads a cell. Errors: it is no value.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, keys: 0 };
    let value = reader.value();
    reader.blanks();
    match value {
        Some(value) if reader.at == text.len() => Ok(value),
        _ => Err(format!("no value, at byte {}: {text}", reader.at)),
    }
}

/// Reads values; none where there is none.
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

    fn expect(&mut self, token: &str) -> Option<()> {
        self.accept(token).then_some(())
    }

    fn key(&mut self) -> u32 {
        self.keys += 1;
        self.keys
    }

    fn take(&mut self, part: impl Fn(&u8) -> bool) -> String {
        self.blanks();
        let start = self.at;
        while self.text.get(self.at).is_some_and(&part) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.text[start..self.at]).into_owned()
    }

    fn word(&mut self) -> String {
        self.take(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-' | b'+'))
    }

    fn name(&mut self) -> Option<String> {
        let name = self.take(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$'));
        (!name.is_empty()).then_some(name)
    }

    fn value(&mut self) -> Option<Value> {
        match self.peek() {
            b'(' => self.node().map(Value::Node),
            b'<' => self.path(),
            b'[' if self.is_relationship() => {
                let key = self.key();
                Some(Value::Relationship(Arc::new(self.relationship(NodeKey(0), NodeKey(key))?)))
            }
            b'[' => self.list(),
            b'{' => self.map().map(Value::map),
            b'\'' => self.string(),
            _ => scalar(&self.word()),
        }
    }

    fn is_relationship(&mut self) -> bool {
        self.text[self.at + 1..].iter().find(|b| !b.is_ascii_whitespace()) == Some(&b':')
    }

    fn list(&mut self) -> Option<Value> {
        self.expect("[")?;
        let mut items = Vec::new();
        while !self.accept("]") {
            items.push(self.value()?);
            self.accept(",");
        }
        Some(Value::list(items))
    }

    fn map(&mut self) -> Option<Properties> {
        self.expect("{")?;
        let mut entries = Properties::new();
        while !self.accept("}") {
            let key = self.name()?;
            self.expect(":")?;
            entries.insert(key.into(), self.value()?);
            self.accept(",");
        }
        Some(entries)
    }

    fn string(&mut self) -> Option<Value> {
        self.expect("'")?;
        let mut bytes = Vec::new();
        loop {
            match (self.text.get(self.at)?, self.text.get(self.at + 1)) {
                (b'\'', _) => break,
                (b'\\', Some(escaped @ (b'\'' | b'\\'))) => {
                    bytes.push(*escaped);
                    self.at += 2;
                }
                (byte, _) => {
                    bytes.push(*byte);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        Some(Value::string(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn node(&mut self) -> Option<Arc<Node>> {
        let key = NodeKey(self.key());
        self.expect("(")?;
        let mut node = Node { key, labels: Default::default(), properties: Properties::new() };
        while self.accept(":") {
            node.labels.insert(self.name()?.into());
        }
        if self.peek() == b'{' {
            node.properties = self.map()?;
        }
        self.expect(")")?;
        Some(Arc::new(node))
    }

    fn relationship(&mut self, start: NodeKey, end: NodeKey) -> Option<Relationship> {
        let key = RelationshipKey(self.key());
        self.expect("[")?;
        self.expect(":")?;
        let kind = self.name()?.into();
        let properties = if self.peek() == b'{' { self.map()? } else { Properties::new() };
        self.expect("]")?;
        Some(Relationship { key, start, end, kind, properties })
    }

    fn path(&mut self) -> Option<Value> {
        self.expect("<")?;
        let mut nodes = vec![self.node()?];
        let mut relationships = Vec::new();
        while !self.accept(">") {
            let backward = self.accept("<-");
            if !backward {
                self.expect("-")?;
            }
            let mut relationship = self.relationship(NodeKey(0), NodeKey(0))?;
            self.expect(if backward { "-" } else { "->" })?;
            let here = nodes.last()?.key;
            let next = self.node()?;
            (relationship.start, relationship.end) = if backward { (next.key, here) } else { (here, next.key) };
            relationships.push(Arc::new(relationship));
            nodes.push(next);
        }
        Some(Value::Path(Arc::new(Path { nodes, relationships })))
    }
}

fn scalar(word: &str) -> Option<Value> {
    Some(match word {
        "null" => Value::Null,
        "true" => Value::Boolean(true),
        "false" => Value::Boolean(false),
        "NaN" => Value::Float(f64::NAN),
        number => match number.parse::<i64>() {
            Ok(integer) => Value::Integer(integer),
            Err(_) => Value::Float(number.parse().ok()?),
        },
    })
}

/// How values are compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comparison {
    /// Lists have no order.
    pub lists_are_bags: bool,
    /// Floats agree in so many decimal digits; none: in all.
    pub float_digits: Option<usize>,
}

/// One text for all values that a table takes for the same.
pub fn canonical(value: &Value, how: Comparison) -> String {
    let map = |entries: &Properties| {
        let entries = entries.iter().map(|(key, value)| format!("{key}: {}", canonical(value, how)));
        format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
    };
    match value {
        Value::Null => "null".into(),
        Value::Boolean(b) => b.to_string(),
        Value::Integer(i) => i.to_string(),
        Value::Float(f) if *f == 0.0 => "0.0".into(),
        Value::Float(f) => match how.float_digits {
            Some(digits) if f.is_finite() => format!("{f:.*e}", digits.saturating_sub(1)),
            _ => format!("{f:?}"),
        },
        Value::String(s) => format!("{s:?}"),
        Value::Temporal(temporal) => format!("{:?}", temporal.text),
        Value::List(items) => {
            let mut items: Vec<String> = items.iter().map(|item| canonical(item, how)).collect();
            if how.lists_are_bags {
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
                    let hop = canonical(&Value::Relationship(relationship.clone()), how);
                    text += &if relationship.start == before { format!("-{hop}->") } else { format!("<-{hop}-") };
                }
                text += &canonical(&Value::Node(node.clone()), how);
            }
            text + ">"
        }
        Value::Point(point) => format!("{point:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, canonical_form: &str) {
        let value = parse(text).map(|value| canonical(&value, Comparison::default()));
        assert_eq!(value.as_deref(), Ok(canonical_form));
    }

    #[test]
    fn every_kind_of_value_is_read() {
        check("[1, 2.0, 'it\\'s', null, {a: true}]", "[1, 2.0, \"it's\", null, {a: true}]");
        check("(:B:A {x: 1})", "(:A:B {x: 1})");
        check("[:T {x: 1}]", "[:T {x: 1}]");
        check("<(:A)-[:T]->()<-[:U]-(:B)>", "<(:A {})-[:T {}]->( {})<-[:U {}]-(:B {})>");
    }

    #[test]
    fn what_is_no_value_is_an_error() {
        for text in ["", "[1", "'open", "(", "<()-[]->()>", "1 2", "{a}"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn floats_may_agree_in_some_digits_only() {
        let how = Comparison { float_digits: Some(15), ..Comparison::default() };
        assert_eq!(canonical(&Value::Float(0.1 + 0.2), how), canonical(&Value::Float(0.3), how));
        assert_ne!(
            canonical(&Value::Float(0.1 + 0.2), Comparison::default()),
            canonical(&Value::Float(0.3), Comparison::default())
        );
    }
}
