//! agtype's text form: JSON with NaN and infinities, and with `::vertex`, `::edge`, `::path` and `::numeric` behind
//! values (AGE documentation, "Data types - an introduction to agtype").

use std::collections::HashMap;
use std::sync::Arc;

use graphlance_graph::{Name, Node, NodeKey, Path, Properties, Relationship, RelationshipKey, Value};
use thiserror::Error;

use crate::limits::{self, DEPTH, Meter, TooLarge};

/// Why a text is no agtype.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {position}: {what}")]
pub struct AgtypeError {
    /// Where.
    pub position: usize,
    /// What is wrong there.
    pub what: String,
}

type Read<T> = Result<T, AgtypeError>;

/// Numbers for the ids of elements, which have 64 bits: the same number for the same id until [`Elements::clear`].
#[derive(Debug, Default)]
pub struct Elements {
    nodes: HashMap<i64, u32>,
    relationships: HashMap<i64, u32>,
    /// What the answer that is being read takes.
    meter: Meter,
}

impl Elements {
    /// Begins with another answer: what it takes is counted anew.
    pub fn begin_answer(&mut self) {
        self.meter = Meter::default();
    }

    /// Forgets all ids: the graph is another one.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.relationships.clear();
    }

    /// The value that a text stands for.
    pub fn value(&mut self, text: &str) -> Read<Value> {
        let mut reader = Reader { bytes: text.as_bytes(), text, position: 0, elements: self };
        let value = reader.value(0)?;
        reader.skip_space();
        match reader.position == text.len() {
            true => Ok(value),
            false => Err(reader.error("something behind the value")),
        }
    }

    fn node(&mut self, id: i64) -> Result<NodeKey, String> {
        Ok(NodeKey(key(&mut self.nodes, id)?))
    }

    fn relationship(&mut self, id: i64) -> Result<RelationshipKey, String> {
        Ok(RelationshipKey(key(&mut self.relationships, id)?))
    }
}

fn key(known: &mut HashMap<i64, u32>, id: i64) -> Result<u32, String> {
    limits::numbered(known.len() + 1).map_err(|error| error.to_string())?;
    let next = known.len() as u32;
    Ok(*known.entry(id).or_insert(next))
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    position: usize,
    elements: &'a mut Elements,
}

impl Reader<'_> {
    fn error(&self, what: impl Into<String>) -> AgtypeError {
        AgtypeError { position: self.position, what: what.into() }
    }

    fn counted(&self, outcome: Result<(), TooLarge>) -> Read<()> {
        outcome.map_err(|large| self.error(large.to_string()))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.position += 1;
        }
    }

    /// Steps over `part` if it stands here.
    fn take(&mut self, part: &str) -> bool {
        let found = self.bytes.get(self.position..).is_some_and(|rest| rest.starts_with(part.as_bytes()));
        if found {
            self.position += part.len();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Read<Value> {
        if depth > DEPTH {
            return Err(self.error(format!("nested deeper than {DEPTH}")));
        }
        self.skip_space();
        let plain = match self.peek() {
            Some(b'"') => Value::string(self.string()?),
            Some(b'[') => self.list(depth)?,
            Some(b'{') => Value::map(self.map(depth)?),
            Some(_) => self.word()?,
            None => return Err(self.error("the text ends where a value is due")),
        };
        self.annotated(plain)
    }

    /// The value with what stands behind it.
    fn annotated(&mut self, plain: Value) -> Read<Value> {
        let start = self.position;
        let bad = |what: String| AgtypeError { position: start, what };
        if self.take("::vertex") {
            let outcome = self.elements.meter.element();
            self.counted(outcome)?;
            let Value::Map(entries) = &plain else { return Err(bad("a vertex that is no map".to_owned())) };
            return self.vertex(entries).map(|node| Value::Node(Arc::new(node))).map_err(bad);
        }
        if self.take("::edge") {
            let outcome = self.elements.meter.element();
            self.counted(outcome)?;
            let Value::Map(entries) = &plain else { return Err(bad("an edge that is no map".to_owned())) };
            return self.edge(entries).map(|edge| Value::Relationship(Arc::new(edge))).map_err(bad);
        }
        if self.take("::path") {
            let Value::List(items) = &plain else { return Err(bad("a path that is no list".to_owned())) };
            return path(items).map(|path| Value::Path(Arc::new(path))).map_err(bad);
        }
        if self.take("::numeric") {
            return Err(bad("a numeric, which Cypher does not have".to_owned()));
        }
        Ok(plain)
    }

    fn vertex(&mut self, entries: &Properties) -> Result<Node, String> {
        let labels = match text(entries, "label")?.as_str() {
            // Without a label; inside paths AGE gives the name of its table.
            "" | "_ag_label_vertex" => Vec::new(),
            label => vec![Name::from(label)],
        };
        let key = self.elements.node(number(entries, "id")?)?;
        Ok(Node { key, labels: labels.into_iter().collect(), properties: properties(entries)? })
    }

    fn edge(&mut self, entries: &Properties) -> Result<Relationship, String> {
        Ok(Relationship {
            key: self.elements.relationship(number(entries, "id")?)?,
            start: self.elements.node(number(entries, "start_id")?)?,
            end: self.elements.node(number(entries, "end_id")?)?,
            kind: text(entries, "label")?.into(),
            properties: properties(entries)?,
        })
    }

    fn list(&mut self, depth: usize) -> Read<Value> {
        self.position += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.take("]") {
            return Ok(Value::list(items));
        }
        loop {
            let outcome = self.elements.meter.items(1, size_of::<Value>());
            self.counted(outcome)?;
            items.push(self.value(depth + 1)?);
            self.skip_space();
            if self.take("]") {
                return Ok(Value::list(items));
            }
            if !self.take(",") {
                return Err(self.error("neither `,` nor `]` in a list"));
            }
        }
    }

    fn map(&mut self, depth: usize) -> Read<Properties> {
        self.position += 1;
        let mut entries = Properties::new();
        self.skip_space();
        if self.take("}") {
            return Ok(entries);
        }
        loop {
            self.skip_space();
            let key = self.string()?;
            self.skip_space();
            if !self.take(":") {
                return Err(self.error("no `:` behind a key"));
            }
            let outcome = self.elements.meter.tree(1);
            self.counted(outcome)?;
            let value = self.value(depth + 1)?;
            entries.insert(key.into(), value);
            self.skip_space();
            if self.take("}") {
                return Ok(entries);
            }
            if !self.take(",") {
                return Err(self.error("neither `,` nor `}` in a map"));
            }
        }
    }

    /// A JSON string; the escapes are left to the JSON library.
    fn string(&mut self) -> Read<String> {
        let start = self.position;
        if self.peek() != Some(b'"') {
            return Err(self.error("no string"));
        }
        self.position += 1;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.position += 2,
                Some(_) => self.position += 1,
                None => return Err(self.error("a string does not end")),
            }
        }
        self.position += 1;
        let outcome = self.elements.meter.text(self.position - start);
        self.counted(outcome)?;
        let quoted = self.text.get(start..self.position).unwrap_or_default();
        serde_json::from_str(quoted).map_err(|error| AgtypeError { position: start, what: error.to_string() })
    }

    /// A number, or one of the words.
    fn word(&mut self) -> Read<Value> {
        for (word, value) in [
            ("null", Value::Null),
            ("true", Value::Boolean(true)),
            ("false", Value::Boolean(false)),
            ("NaN", Value::Float(f64::NAN)),
            ("Infinity", Value::Float(f64::INFINITY)),
            ("-Infinity", Value::Float(f64::NEG_INFINITY)),
        ] {
            if self.take(word) {
                return Ok(value);
            }
        }
        let rest = self.text.get(self.position..).unwrap_or_default();
        let length = rest.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(rest.len());
        let digits = &rest[..length];
        let value = if digits.contains(['.', 'e', 'E']) {
            digits.parse().map(Value::Float).map_err(|error| error.to_string())
        } else {
            digits.parse().map(Value::Integer).map_err(|error| error.to_string())
        };
        let shown = &digits[..digits.len().min(60)];
        let value = value.map_err(|what| self.error(format!("`{shown}`: {what}")))?;
        self.position += length;
        Ok(value)
    }
}

fn number(entries: &Properties, key: &str) -> Result<i64, String> {
    match entries.get(key) {
        Some(Value::Integer(number)) => Ok(*number),
        Some(other) => Err(format!("an element whose {key} is a {}", other.type_name())),
        None => Err(format!("an element without {key}")),
    }
}

fn text(entries: &Properties, key: &str) -> Result<String, String> {
    match entries.get(key) {
        Some(Value::String(text)) => Ok(text.to_string()),
        Some(other) => Err(format!("an element whose {key} is a {}", other.type_name())),
        None => Err(format!("an element without {key}")),
    }
}

fn properties(entries: &Properties) -> Result<Properties, String> {
    match entries.get("properties") {
        Some(Value::Map(properties)) => {
            Ok(properties.iter().filter(|(_, value)| !value.is_null()).map(|(k, v)| (k.clone(), v.clone())).collect())
        }
        Some(other) => Err(format!("an element whose properties are a {}", other.type_name())),
        None => Err("an element without properties".to_owned()),
    }
}

fn path(items: &[Value]) -> Result<Path, String> {
    let mut path = Path { nodes: Vec::new(), relationships: Vec::new() };
    for (index, item) in items.iter().enumerate() {
        match (item, index % 2) {
            (Value::Node(node), 0) => path.nodes.push(node.clone()),
            (Value::Relationship(relationship), 1) => path.relationships.push(relationship.clone()),
            (other, _) => return Err(format!("a path with {} in place {index}", other.type_name())),
        }
    }
    match path.nodes.len() == path.relationships.len() + 1 {
        true => Ok(path),
        false => Err("a path that does not end with a node".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Value) {
        assert_eq!(Elements::default().value(text), Ok(expected));
    }

    #[test]
    fn plain_values() {
        check("null", Value::Null);
        check("9223372036854775807", Value::Integer(i64::MAX));
        check("-9223372036854775808", Value::Integer(i64::MIN));
        check("1e+15", Value::Float(1e15));
        check("-0.0", Value::Float(-0.0));
        check("-Infinity", Value::Float(f64::NEG_INFINITY));
        check("NaN", Value::Float(f64::NAN));
        check(r#""a\"b\\ \u0001 é""#, Value::string("a\"b\\ \u{1} é"));
        check("[1, \"a\", null, true, []]", {
            let items = vec![Value::Integer(1), "a".into(), Value::Null, Value::Boolean(true), Value::list(Vec::new())];
            Value::list(items)
        });
        check("{\"a\": 2, \"b\": {}}", {
            let b = Value::map(Properties::new());
            Value::map([("a".into(), Value::Integer(2)), ("b".into(), b)].into())
        });
    }

    #[test]
    fn elements_and_paths() {
        let text = r#"[{"id": 844424930131969, "label": "A", "properties": {"x": 1}}::vertex, {"id": 7, "label": "R", "end_id": 281474976710657, "start_id": 844424930131969, "properties": {}}::edge, {"id": 281474976710657, "label": "", "properties": {}}::vertex]::path"#;
        let Ok(Value::Path(path)) = Elements::default().value(text) else { panic!("no path") };
        assert_eq!((path.nodes[0].key, path.nodes[1].key), (NodeKey(0), NodeKey(1)));
        assert_eq!((path.relationships[0].start, path.relationships[0].end), (NodeKey(0), NodeKey(1)));
        assert!(path.nodes[1].labels.is_empty() && path.nodes[0].properties.len() == 1);
    }

    #[track_caller]
    fn check_refused(text: &str, position: usize, part: &str) {
        let error = Elements::default().value(text).unwrap_err();
        assert!(error.position == position && error.what.contains(part), "{error}");
    }

    #[test]
    fn garbage_is_refused_with_its_position() {
        check_refused("", 0, "ends where");
        check_refused("[1, 2", 5, "neither");
        check_refused("{1: 2}", 1, "no string");
        check_refused("\"abc", 4, "does not end");
        check_refused("\"abc\\", 6, "does not end");
        check_refused("1 2", 2, "behind");
        check_refused("1.5::numeric", 3, "numeric");
        check_refused("[]::vertex", 2, "no map");
        check_refused("{\"id\": 1}::vertex", 9, "label");
        check_refused("99999999999999999999", 0, "too large");
        check_refused(&"[".repeat(1000), DEPTH + 1, "nested deeper");
    }
}
