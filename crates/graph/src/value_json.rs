//! The JSON form of values: `null`, `true`, `1`, `"text"`, `[..]` stand for themselves; everything JSON cannot tell apart
//! is an object of one member: `{"float": 1.5}`, `{"float": "NaN"}`, `{"map": {..}}`, `{"node": {..}}`,
//! `{"relationship": {..}}`, `{"path": {..}}`, `{"temporal": {..}}`, `{"point": {..}}`.

use std::fmt;
use std::sync::Arc;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::Value;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Boolean(b) => serializer.serialize_bool(*b),
            Value::Integer(i) => serializer.serialize_i64(*i),
            Value::String(s) => serializer.serialize_str(s),
            Value::List(items) => items.serialize(serializer),
            Value::Float(f) if f.is_finite() => member(serializer, "float", f),
            Value::Float(f) => member(serializer, "float", float_name(*f)),
            Value::Map(entries) => member(serializer, "map", entries),
            Value::Node(node) => member(serializer, "node", node),
            Value::Relationship(relationship) => member(serializer, "relationship", relationship),
            Value::Path(path) => member(serializer, "path", path),
            Value::Temporal(temporal) => member(serializer, "temporal", temporal),
            Value::Point(point) => member(serializer, "point", point),
        }
    }
}

fn member<S: Serializer, T: Serialize + ?Sized>(serializer: S, tag: &str, content: &T) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(tag, content)?;
    map.end()
}

fn float_name(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "a value: null, a boolean, an integer, a string, a list or a tagged object such as {\"float\": 1.5}",
        )
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        i64::try_from(value)
            .map(Value::Integer)
            .map_err(|_| E::custom(format!("the integer {value} has more than 64 bits")))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::string(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::list(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let Some(tag) = members.next_key::<String>()? else {
            return Err(de::Error::custom("an empty object is no value; a map is {\"map\": {}}"));
        };
        let value = match tag.as_str() {
            "float" => Value::Float(members.next_value::<FloatText>()?.0),
            "map" => Value::map(members.next_value()?),
            "node" => Value::Node(Arc::new(members.next_value()?)),
            "relationship" => Value::Relationship(Arc::new(members.next_value()?)),
            "path" => Value::Path(Arc::new(members.next_value()?)),
            "temporal" => Value::Temporal(members.next_value()?),
            "point" => Value::Point(members.next_value()?),
            other => return Err(de::Error::custom(format!("unknown kind of value `{other}`"))),
        };
        if members.next_key::<String>()?.is_some() {
            return Err(de::Error::custom(format!("a value has one member, this one has more beside `{tag}`")));
        }
        Ok(value)
    }
}

struct FloatText(f64);

impl<'de> Deserialize<'de> for FloatText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FloatText, D::Error> {
        struct FloatVisitor;
        impl Visitor<'_> for FloatVisitor {
            type Value = FloatText;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number, \"NaN\", \"Infinity\" or \"-Infinity\"")
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<FloatText, E> {
                Ok(FloatText(value))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<FloatText, E> {
                Ok(FloatText(value as f64))
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<FloatText, E> {
                Ok(FloatText(value as f64))
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<FloatText, E> {
                match value {
                    "NaN" => Ok(FloatText(f64::NAN)),
                    "Infinity" => Ok(FloatText(f64::INFINITY)),
                    "-Infinity" => Ok(FloatText(f64::NEG_INFINITY)),
                    other => Err(E::custom(format!("`{other}` is no float"))),
                }
            }
        }
        deserializer.deserialize_any(FloatVisitor)
    }
}
