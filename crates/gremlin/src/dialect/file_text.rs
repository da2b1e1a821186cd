//! A dialect as the text of its file.

use serde_json::{Map, Value as Json};

use super::{Dialect, DialectError};

impl Dialect {
    /// The text of the dialect's file: what departs from the defaults. Errors: a value that TOML does not have.
    pub fn file_text(&self) -> Result<String, DialectError> {
        let failed = |message: String| DialectError { name: self.name.to_string(), message };
        let json = |dialect: &Dialect| serde_json::to_value(dialect).map_err(|error| failed(error.to_string()));
        let mut whole = json(self)?;
        let standard = Dialect { values: Default::default(), description: String::new(), ..Dialect::standard() };
        let mut standard = json(&standard)?;
        if let Some(entries) = standard.as_object_mut() {
            entries.retain(|key, _| !["name", "language", "tinkerpop"].contains(&key.as_str()));
        }
        prune(&mut whole, &standard);
        let mut whole = match whole {
            Json::Object(entries) => entries,
            _ => Map::new(),
        };
        whole.retain(|_, value| !value.is_null());
        toml::to_string_pretty(&whole).map_err(|error| failed(error.to_string()))
    }
}

/// Removes from `value` what is the same in `standard`.
fn prune(value: &mut Json, standard: &Json) {
    let (Json::Object(entries), Json::Object(defaults)) = (value, standard) else { return };
    entries.retain(|key, entry| {
        let Some(default) = defaults.get(key) else { return true };
        if entry == default {
            return false;
        }
        prune(entry, default);
        true
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::Version;

    #[test]
    fn what_is_written_reads_back_to_the_same_dialect_and_defaults_are_not_written() {
        for version in Version::ALL {
            let dialect = Dialect::of(*version);
            let text = dialect.file_text().unwrap_or_else(|error| panic!("{error}"));
            assert!(!text.contains("limits"), "{text}");
            let back = Dialect::parse("x", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(back, dialect);
        }
    }
}
