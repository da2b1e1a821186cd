//! A dialect as the text of its file.

use serde_json::{Map, Value as Json};

use super::{Dialect, DialectError, ValueDomain};

impl Dialect {
    /// The text of the dialect's file: what departs from the defaults. Errors: a value that TOML does not have.
    pub fn file_text(&self) -> Result<String, DialectError> {
        let failed = |message: String| DialectError { name: self.name.to_string(), message };
        let json = |dialect: &Dialect| serde_json::to_value(dialect).map_err(|error| failed(error.to_string()));
        let mut whole = json(self)?;
        // What a file does not say of values, no target is taken to have.
        let mut standard = json(&Dialect { values: ValueDomain::default(), ..Dialect::standard() })?;
        if let Some(entries) = standard.as_object_mut() {
            entries.remove("name");
            entries.remove("language");
        }
        prune(&mut whole, &standard);
        let mut whole = match whole {
            Json::Object(entries) => entries,
            _ => Map::new(),
        };
        whole.retain(|_, value| !value.is_null());
        let body = toml::to_string_pretty(&whole).map_err(|error| failed(error.to_string()))?;
        Ok(body)
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

    #[test]
    fn what_is_written_reads_back_to_the_same_dialect() {
        for name in Dialect::built_in_names() {
            let dialect = Dialect::built_in(name).expect("a built-in dialect");
            let text = dialect.file_text().unwrap_or_else(|error| panic!("{error}"));
            let back = Dialect::parse(name, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(back, dialect);
        }
    }

    #[test]
    fn defaults_are_not_written() {
        let text = Dialect::standard().file_text().expect("a text");
        assert!(!text.contains("limits"), "{text}");
    }
}
