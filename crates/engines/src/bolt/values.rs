//! Bolt's structures as graphlance's values: <https://neo4j.com/docs/bolt/current/bolt/structure-semantics/>.

use std::collections::HashMap;
use std::sync::Arc;

use graphlance_graph::temporal::{Moment, Parsed, Zone};
use graphlance_graph::value::{Point, Temporal, TemporalKind};
use graphlance_graph::{Name, Node, NodeKey, Path, Properties, Relationship, RelationshipKey, Value};
use smol_str::SmolStr;
use thiserror::Error;

use super::packstream::Pack;
use crate::limits::{self, Meter, TooLarge};
use crate::temporal::temporal;

/// Numbers for the ids of elements, which may be integers of any size or texts: the same number for the same id until
/// [`Elements::clear`].
#[derive(Debug, Default)]
pub struct Elements {
    nodes: HashMap<SmolStr, u32>,
    relationships: HashMap<SmolStr, u32>,
    /// What the answer that is being read takes.
    meter: Meter,
}

/// A value that Cypher does not have, or a structure of another shape than documented.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// It is not documented.
    #[error("the answer holds {0}")]
    Undocumented(String),
    /// There is too much of it.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

type Read<T> = Result<T, Unreadable>;

const DAY: i64 = 86_400;
const BILLION: i64 = 1_000_000_000;

impl Elements {
    /// Forgets all ids: the graph is another one.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.relationships.clear();
    }

    /// Begins with another answer: what it takes is counted anew.
    pub fn begin_answer(&mut self) {
        self.meter = Meter::default();
    }

    fn node_key(&mut self, id: &Pack) -> Read<NodeKey> {
        Ok(NodeKey(number(&mut self.nodes, id)?))
    }

    fn relationship_key(&mut self, id: &Pack) -> Read<RelationshipKey> {
        Ok(RelationshipKey(number(&mut self.relationships, id)?))
    }

    /// A value of a result.
    pub fn value(&mut self, pack: &Pack) -> Read<Value> {
        Ok(match pack {
            Pack::Null => Value::Null,
            Pack::Boolean(boolean) => Value::Boolean(*boolean),
            Pack::Integer(number) => Value::Integer(*number),
            Pack::Float(number) => Value::Float(*number),
            // Long ones share the memory of the pack.
            Pack::String(text) => Value::String(text.clone()),
            Pack::List(items) => {
                self.meter.items(items.len(), size_of::<Value>())?;
                Value::list(items.iter().map(|item| self.value(item)).collect::<Read<_>>()?)
            }
            Pack::Map(_) => Value::map(self.entries(pack)?),
            Pack::Bytes(bytes) => {
                return Err(Unreadable::Undocumented(format!("{} bytes, which no statement makes", bytes.len())));
            }
            Pack::Structure { tag, fields } => self.structure(*tag, fields)?,
        })
    }

    fn structure(&mut self, tag: u8, fields: &[Pack]) -> Read<Value> {
        let value = match (tag, fields) {
            (b'N', [id, labels, properties, element @ ..]) if element.len() <= 1 => {
                Value::Node(Arc::new(self.node(element.first().unwrap_or(id), labels, properties)?))
            }
            (b'R', [id, start, end, kind, properties]) => {
                Value::Relationship(Arc::new(self.relationship(id, start, end, kind, properties)?))
            }
            (b'R', [_, _, _, kind, properties, id, start, end]) => {
                Value::Relationship(Arc::new(self.relationship(id, start, end, kind, properties)?))
            }
            (b'P', [Pack::List(nodes), Pack::List(relationships), Pack::List(turns)]) => {
                Value::Path(Arc::new(self.path(nodes, relationships, turns)?))
            }
            (b'X', [Pack::Integer(srid), Pack::Float(x), Pack::Float(y)]) => point(*srid, vec![*x, *y])?,
            (b'Y', [Pack::Integer(srid), Pack::Float(x), Pack::Float(y), Pack::Float(z)]) => {
                point(*srid, vec![*x, *y, *z])?
            }
            _ => return moment(tag, fields).ok_or_else(|| shape(tag, fields)),
        };
        Ok(value)
    }

    fn node(&mut self, id: &Pack, labels: &Pack, properties: &Pack) -> Read<Node> {
        let Pack::List(labels) = labels else {
            return Err(Unreadable::Undocumented("a node without a list of labels".to_owned()));
        };
        self.meter.element()?;
        self.meter.tree(labels.len())?;
        let labels = labels.iter().map(name).collect::<Read<_>>()?;
        Ok(Node { key: self.node_key(id)?, labels, properties: self.properties(properties)? })
    }

    fn relationship(
        &mut self,
        id: &Pack,
        start: &Pack,
        end: &Pack,
        kind: &Pack,
        properties: &Pack,
    ) -> Read<Relationship> {
        self.meter.element()?;
        Ok(Relationship {
            key: self.relationship_key(id)?,
            start: self.node_key(start)?,
            end: self.node_key(end)?,
            kind: name(kind)?,
            properties: self.properties(properties)?,
        })
    }

    /// `turns`: per step the number of its relationship, counted from 1 and negative when it is walked against its
    /// direction, and the number of the node behind it, counted from 0.
    fn path(&mut self, nodes: &[Pack], relationships: &[Pack], turns: &[Pack]) -> Read<Path> {
        let bad = || Unreadable::Undocumented("a path that does not hold together".to_owned());
        let mut known = Vec::new();
        for node in nodes {
            match self.value(node)? {
                Value::Node(node) => known.push(node),
                _ => return Err(bad()),
            }
        }
        let mut path = Path { nodes: vec![known.first().ok_or_else(bad)?.clone()], relationships: Vec::new() };
        // Each is read once: a turn is two bytes, and may name one again that is any size.
        let unbound = relationships.iter().map(|one| self.unbound(one)).collect::<Read<Vec<_>>>()?;
        for turn in turns.chunks(2) {
            let [Pack::Integer(step), Pack::Integer(next)] = turn else { return Err(bad()) };
            let next = usize::try_from(*next).ok().and_then(|index| known.get(index)).ok_or_else(bad)?.clone();
            let index = step.unsigned_abs().checked_sub(1).and_then(|index| usize::try_from(index).ok());
            let (key, kind, properties) = index.and_then(|index| unbound.get(index)).ok_or_else(bad)?.clone();
            self.meter.element()?;
            self.meter.tree(properties.len())?;
            let here = path.nodes[path.nodes.len() - 1].key;
            let (start, end) = if *step > 0 { (here, next.key) } else { (next.key, here) };
            path.relationships.push(Arc::new(Relationship { key, start, end, kind, properties }));
            path.nodes.push(next);
        }
        Ok(path)
    }

    /// A relationship of a path, whose ends the path tells.
    fn unbound(&mut self, pack: &Pack) -> Read<(RelationshipKey, Name, Properties)> {
        let Pack::Structure { tag: b'r', fields } = pack else {
            return Err(Unreadable::Undocumented("a path that does not hold together".to_owned()));
        };
        let ([id, kind, properties] | [_, kind, properties, id]) = fields.as_slice() else {
            return Err(shape(b'r', fields));
        };
        Ok((self.relationship_key(id)?, name(kind)?, self.properties(properties)?))
    }

    /// The properties of an element, without those that are null.
    fn properties(&mut self, map: &Pack) -> Read<Properties> {
        let mut properties = self.entries(map)?;
        properties.retain(|_, value| !value.is_null());
        Ok(properties)
    }

    fn entries(&mut self, map: &Pack) -> Read<Properties> {
        let Pack::Map(entries) = map else {
            return Err(Unreadable::Undocumented(format!("{} in place of a map", map.kind())));
        };
        self.meter.tree(entries.len())?;
        entries.iter().map(|(key, value)| Ok((Name::from(key.as_str()), self.value(value)?))).collect()
    }
}

fn number(known: &mut HashMap<SmolStr, u32>, id: &Pack) -> Read<u32> {
    let id = match id {
        Pack::Integer(id) => SmolStr::from(id.to_string()),
        Pack::String(id) => id.clone(),
        other => return Err(Unreadable::Undocumented(format!("{} as the id of an element", other.kind()))),
    };
    if !known.contains_key(&id) {
        limits::numbered(known.len() + 1)?;
    }
    let next = known.len() as u32;
    Ok(*known.entry(id).or_insert(next))
}

fn name(pack: &Pack) -> Read<Name> {
    pack.text().map(Name::from).ok_or_else(|| Unreadable::Undocumented(format!("{} as a label or type", pack.kind())))
}

fn shape(tag: u8, fields: &[Pack]) -> Unreadable {
    Unreadable::Undocumented(format!(
        "a structure {:?} with {} fields that is not documented so",
        char::from(tag),
        fields.len()
    ))
}

fn point(srid: i64, coordinates: Vec<f64>) -> Read<Value> {
    let srid = u32::try_from(srid).map_err(|_| Unreadable::Undocumented(format!("a point with the srid {srid}")))?;
    Ok(Value::Point(Point { srid, coordinates }))
}

/// A temporal value; none if the structure is none.
fn moment(tag: u8, fields: &[Pack]) -> Option<Value> {
    let numbers: Option<Vec<i64>> = fields.iter().map(Pack::integer).collect();
    let local =
        |seconds, nanos| format!("{}T{}", date(i64::div_euclid(seconds, DAY)), time(seconds.rem_euclid(DAY), nanos));
    Some(match (tag, numbers.as_deref()) {
        (b'D', Some(&[days])) => temporal(TemporalKind::Date, &date(days)),
        (b't', Some(&[nanos])) => {
            temporal(TemporalKind::LocalTime, &time(nanos.div_euclid(BILLION), nanos.rem_euclid(BILLION)))
        }
        (b'T', Some(&[nanos, offset])) => {
            let text = format!("{}{}", time(nanos.div_euclid(BILLION), nanos.rem_euclid(BILLION)), zone(offset));
            temporal(TemporalKind::Time, &text)
        }
        (b'd', Some(&[seconds, nanos])) => temporal(TemporalKind::LocalDateTime, &local(seconds, nanos)),
        // 4.x sends the local time, 5.x universal time.
        (b'F', Some(&[seconds, nanos, offset])) => {
            temporal(TemporalKind::DateTime, &format!("{}{}", local(seconds, nanos), zone(offset)))
        }
        (b'I', Some(&[seconds, nanos, offset])) => {
            temporal(TemporalKind::DateTime, &format!("{}{}", local(seconds.checked_add(offset)?, nanos), zone(offset)))
        }
        (b'f', _) => match fields {
            [Pack::Integer(seconds), Pack::Integer(nanos), Pack::String(name)] => {
                temporal(TemporalKind::DateTime, &format!("{}[{name}]", local(*seconds, *nanos)))
            }
            _ => return None,
        },
        (b'i', _) => match fields {
            [Pack::Integer(seconds), Pack::Integer(nanos), Pack::String(name)] => {
                in_zone(&format!("{}Z", local(*seconds, *nanos)), name)
            }
            _ => return None,
        },
        (b'E', Some(&[months, days, seconds, nanos])) => {
            temporal(TemporalKind::Duration, &duration(months, days, seconds, nanos))
        }
        _ => return None,
    })
}

/// A moment of universal time in a named zone.
fn in_zone(text: &str, zone: &str) -> Value {
    let universal = Temporal { kind: TemporalKind::DateTime, text: text.into() }.parsed();
    match (universal, Zone::parse(zone)) {
        (Ok(Parsed::Moment(moment)), Ok(zone)) => Moment::at(moment.instant(), zone).value(),
        _ => temporal(TemporalKind::DateTime, &format!("{text}[{zone}]")),
    }
}

/// Days since 1970-01-01 as a date of the proleptic Gregorian calendar (H. Hinnant, "chrono-compatible low-level date
/// algorithms", `civil_from_days`).
fn date(days: i64) -> String {
    let shifted = i128::from(days) + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i128::from(month <= 2);
    match year {
        0..=9999 => format!("{year:04}-{month:02}-{day:02}"),
        _ => format!("{year:+05}-{month:02}-{day:02}"),
    }
}

fn time(seconds: i64, nanos: i64) -> String {
    format!("{:02}:{:02}:{:02}{}", seconds / 3600, seconds / 60 % 60, seconds % 60, fraction(nanos))
}

/// `.5` of half a billion; nothing of zero.
fn fraction(nanos: i64) -> String {
    if nanos == 0 { String::new() } else { format!(".{nanos:09}").trim_end_matches('0').to_owned() }
}

fn zone(offset: i64) -> String {
    let (sign, seconds) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs());
    let rest = if seconds % 60 == 0 { String::new() } else { format!(":{:02}", seconds % 60) };
    format!("{sign}{:02}:{:02}{rest}", seconds / 3600, seconds / 60 % 60)
}

/// Hours and minutes are split off so that no part is beyond what a double holds exactly.
fn duration(months: i64, days: i64, seconds: i64, nanos: i64) -> String {
    let total = i128::from(seconds) * i128::from(BILLION) + i128::from(nanos);
    let (sign, size) = (if total < 0 { "-" } else { "" }, total.unsigned_abs());
    let fraction = fraction((size % BILLION as u128) as i64);
    let seconds = size / BILLION as u128;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("P{months}M{days}DT{sign}{hours}H{sign}{minutes}M{sign}{rest}{fraction}S")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tag: u8, fields: &[Pack], expected: &str) {
        let value = Elements::default().value(&Pack::Structure { tag, fields: fields.to_vec() });
        match value {
            Ok(Value::Temporal(temporal)) => assert_eq!(temporal.text, expected),
            other => panic!("{other:?}"),
        }
    }

    fn numbers<const N: usize>(numbers: [i64; N]) -> [Pack; N] {
        numbers.map(Pack::Integer)
    }

    #[test]
    fn temporal_structures_become_text() {
        check(b'D', &numbers([0]), "1970-01-01");
        check(b'D', &numbers([-719_528]), "0000-01-01");
        check(b'D', &numbers([16_678]), "2015-08-31");
        check(b'D', &numbers([365_241_780_471]), "+999999999-12-31");
        check(b't', &numbers([37_800_000_000_001]), "10:30:00.000000001");
        check(b'T', &numbers([37_800_000_000_000, -3_600]), "10:30-01:00");
        check(b'd', &numbers([-1, 500_000_000]), "1969-12-31T23:59:59.5");
        check(b'F', &numbers([37_800, 0, 7_200]), "1970-01-01T10:30+02:00");
        check(b'I', &numbers([37_800, 0, 7_200]), "1970-01-01T12:30+02:00");
        check(b'E', &numbers([14, 3, 0, 0]), "P1Y2M3D");
        check(b'E', &numbers([0, 0, -1, 500_000_000]), "PT-0.5S");
        check(b'E', &numbers([0, 0, 63_113_903_968_377_599, 0]), "PT17531639991215H59M59S");
    }

    #[test]
    fn both_encodings_of_a_zoned_moment_give_the_same_value() {
        let zone = Pack::string("Europe/Stockholm");
        let expected = "2015-06-24T14:50:35.556+02:00[Europe/Stockholm]";
        check(b'i', &[Pack::Integer(1_435_150_235), Pack::Integer(556_000_000), zone.clone()], expected);
        check(b'f', &[Pack::Integer(1_435_157_435), Pack::Integer(556_000_000), zone], expected);
    }

    #[test]
    fn a_path_knows_the_direction_of_its_relationships() {
        let node = |id: i64| Pack::Structure {
            tag: b'N',
            fields: vec![Pack::Integer(id), Pack::List(vec![Pack::string("A")]), Pack::Map(Vec::new())],
        };
        let unbound = Pack::Structure {
            tag: b'r',
            fields: vec![Pack::Integer(7), Pack::string("T"), Pack::map([("x", Pack::Null)])],
        };
        let turns = Pack::List(numbers([-1, 1]).to_vec());
        let fields = vec![Pack::List(vec![node(3), node(4)]), Pack::List(vec![unbound]), turns];
        let Ok(Value::Path(path)) = Elements::default().value(&Pack::Structure { tag: b'P', fields }) else { panic!() };
        let relationship = &path.relationships[0];
        assert_eq!((relationship.start, relationship.end), (path.nodes[1].key, path.nodes[0].key));
        assert!(relationship.properties.is_empty());
    }

    #[test]
    fn what_is_not_documented_is_refused() {
        for (tag, count) in [(b'N', 1), (b'R', 6), (b'P', 2), (b'Z', 0), (b'D', 2)] {
            let fields = vec![Pack::Integer(1); count];
            assert!(Elements::default().value(&Pack::Structure { tag, fields }).is_err(), "{}", char::from(tag));
        }
    }
}
