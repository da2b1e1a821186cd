//! Statements of a case as texts of openCypher in its JSON form. A case file may come from anybody, and a short text can be a
//! large tree: the texts have a limit before they are parsed.

use serde::de::{self, Deserialize, Deserializer};

use super::Step;

/// The most bytes that the statements of the steps, or those of a load script, may have together.
const LONGEST: usize = 1 << 20;

fn check<E: de::Error>(texts: impl Iterator<Item = usize>) -> Result<(), E> {
    let length: usize = texts.sum();
    if length > LONGEST { Err(E::custom(format!("its statements are longer than {LONGEST} bytes"))) } else { Ok(()) }
}

/// The steps. They are read as texts first.
pub(super) fn steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Step>, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Text {
        Run(String),
        Snapshot,
    }
    let texts = Vec::<Text>::deserialize(deserializer)?;
    check(texts.iter().map(|text| if let Text::Run(text) = text { text.len() } else { 0 }))?;
    let step = |text| match text {
        Text::Run(text) => graphlance_cypher::parse(&text).map(Step::Run),
        Text::Snapshot => Ok(Step::Snapshot),
    };
    texts.into_iter().map(step).collect::<Result<_, _>>().map_err(de::Error::custom)
}

/// One statement.
pub(super) mod statement {
    use graphlance_cypher::{Dialect, Statement, parse, print};
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(statement: &Statement, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&print(statement, &Dialect::standard()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Statement, D::Error> {
        let text = String::deserialize(deserializer)?;
        super::check(std::iter::once(text.len()))?;
        parse(&text).map_err(de::Error::custom)
    }
}

/// A load script.
pub(super) mod script {
    use std::sync::Arc;

    use graphlance_cypher::{Dialect, Statement, parse, print};
    use serde::ser::SerializeSeq;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(statements: &Arc<Vec<Statement>>, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(statements.len()))?;
        for statement in statements.iter() {
            sequence.serialize_element(&print(statement, &Dialect::standard()))?;
        }
        sequence.end()
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Vec<Statement>>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        super::check(texts.iter().map(String::len))?;
        texts.iter().map(|text| parse(text)).collect::<Result<_, _>>().map(Arc::new).map_err(de::Error::custom)
    }
}
