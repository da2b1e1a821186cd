//! Steps as files have them: `{"run": ..}`, or the name of another act, e.g. `"snapshot"`; with a database
//! `{"database": .., "run": ..}` or `{"database": .., "snapshot": true}`.

use std::fmt;
use std::marker::PhantomData;

use graphlance_graph::Name;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Act, Boundary, Step};

impl<S: Serialize> Serialize for Step<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let Step { database, act } = self;
        if database.is_none() && !matches!(act, Act::Run(_)) {
            return serializer.serialize_str(act.name());
        }
        let mut map = serializer.serialize_map(Some(1 + usize::from(database.is_some())))?;
        if let Some(database) = database {
            map.serialize_entry("database", database)?;
        }
        match act {
            Act::Run(statement) => map.serialize_entry(act.name(), statement)?,
            _ => map.serialize_entry(act.name(), &true)?,
        }
        map.end()
    }
}

impl<'de, S: Deserialize<'de>> Deserialize<'de> for Step<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Step<S>, D::Error> {
        deserializer.deserialize_any(StepVisitor(PhantomData))
    }
}

/// The act of this name that runs no statement.
fn bare<S>(name: &str) -> Option<Act<S>> {
    let boundary = || Boundary::ALL.iter().find(|boundary| boundary.name() == name);
    match name {
        "snapshot" => Some(Act::Snapshot),
        "refresh" => Some(Act::Refresh),
        "counters" => Some(Act::Counters),
        "race" => Some(Act::Race),
        "estimate" => Some(Act::Estimate),
        _ => boundary().map(|boundary| Act::Boundary(*boundary)),
    }
}

fn unknown<E: de::Error>(name: &str) -> E {
    E::custom(format!(
        "`{name}` is no step; there are run, snapshot, refresh, counters, race, estimate, begin, commit, roll_back \
         and reset"
    ))
}

struct StepVisitor<S>(PhantomData<S>);

impl<'de, S: Deserialize<'de>> Visitor<'de> for StepVisitor<S> {
    type Value = Step<S>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "a step: {\"run\": ..}, \"snapshot\", \"refresh\", \"counters\", \"race\", \"estimate\", \"begin\", \"commit\", \"roll_back\" or \"reset\"",
        )
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Step<S>, E> {
        bare(name).map(Step::from).ok_or_else(|| unknown(name))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Step<S>, A::Error> {
        let (mut database, mut act) = (None::<Name>, None);
        while let Some(member) = members.next_key::<String>()? {
            match member.as_str() {
                "database" if database.is_none() => database = Some(members.next_value()?),
                _ if act.is_some() || member == "database" => {
                    return Err(de::Error::custom(format!("`{member}` is too much for one step")));
                }
                "run" => act = Some(Act::Run(members.next_value()?)),
                name => {
                    act = Some(bare(name).ok_or_else(|| unknown::<A::Error>(name))?);
                    if !members.next_value::<bool>()? {
                        return Err(de::Error::custom(format!("`{name}` of a step is true, or left out")));
                    }
                }
            }
        }
        let act = act.ok_or_else(|| de::Error::custom("a step that does nothing"))?;
        Ok(Step { database, act })
    }
}
