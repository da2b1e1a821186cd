//! A dialect of whichever language.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

pub use graphlance_graph::dialect::{DialectError, Ignored, PlanSwitch, Suspected};
use graphlance_graph::{CompareOptions, Count, IndexSupport, Name, Table, ValueDomain};

use super::{LANGUAGES, Language, Setting, language_named};

/// What a target can say in a language, and where it departs from it on purpose. Copies share the data.
#[derive(Clone)]
pub struct Dialect(Arc<dyn DialectData>);

/// What a language says of its dialects.
pub trait DialectData: Any + fmt::Debug + Send + Sync {
    /// The language.
    fn language(&self) -> &'static dyn Language;

    /// Whether another dialect is the same one.
    fn same(&self, other: &dyn DialectData) -> bool;

    /// Its name, as used by `--dialect`.
    fn name(&self) -> &Name;

    /// One line for people.
    fn description(&self) -> &str {
        ""
    }

    /// The versions it was written for.
    fn versions(&self) -> &[String] {
        &[]
    }

    /// What values it can store, send and write.
    fn values(&self) -> &ValueDomain;

    /// The indexes that it offers.
    fn index_support(&self) -> IndexSupport {
        IndexSupport::default()
    }

    /// How stored values are compared with loaded ones.
    fn comparison(&self) -> CompareOptions {
        CompareOptions::default()
    }

    /// Whether a table has no columns only because it has no rows.
    fn leaves_unnamed(&self, _table: &Table) -> bool {
        false
    }

    /// Whether the target has a feature, by its name.
    fn has(&self, _feature: &str) -> bool {
        true
    }

    /// Whether the target has a function, by any case of its name.
    fn has_function(&self, _name: &str) -> bool {
        true
    }

    /// Whether elements are kept in typed tables, one per label and type.
    fn has_tables(&self) -> bool {
        false
    }

    /// Whether how often a relationship or node that nothing refers to is matched is left open.
    fn matches_unreferenced_once(&self) -> bool {
        false
    }

    /// Switches that change the target's plan of a statement and not its answer.
    fn plans(&self) -> &[PlanSwitch] {
        &[]
    }

    /// Whether the target takes far longer to plan a text than to answer it, and keeps the plans of texts.
    fn planning_is_dear(&self) -> bool {
        false
    }

    /// The statement that brings the statistics up to date by which the target plans; none where there is none.
    fn statistics(&self) -> Option<&str> {
        None
    }

    /// The kinds of changes that the target counts behind a statement, and of which it is known what they are.
    fn counters(&self) -> &BTreeSet<Count> {
        static NONE: BTreeSet<Count> = BTreeSet::new();
        &NONE
    }

    /// Error texts that are not worth a report.
    fn ignored(&self) -> &[Ignored] {
        &[]
    }

    /// What probing found to differ from the reference, by the probe's id.
    fn suspected(&self) -> &BTreeMap<String, Suspected> {
        static NONE: BTreeMap<String, Suspected> = BTreeMap::new();
        &NONE
    }

    /// Without anything that probing wrote; none where it wrote nothing.
    fn without_suspicions(&self) -> Option<Dialect> {
        None
    }

    /// The deviations that are documented: field and source.
    fn sources(&self) -> Vec<(Name, String)> {
        Vec::new()
    }

    /// The settings of deviations that may explain what a target answers, the lesser departures first; not those of fields
    /// that are documented.
    fn settings(&self) -> Vec<Setting> {
        Vec::new()
    }

    /// The dialect with the field of a setting set so; none if there is no such field.
    fn set(&self, _setting: &Setting) -> Option<Dialect> {
        None
    }

    /// All of it, for a record of what was used.
    fn record(&self) -> serde_json::Value {
        serde_json::Value::from(self.name().as_str())
    }

    /// The same under another name.
    fn named(&self, _name: &Name) -> Option<Dialect> {
        None
    }

    /// What departs from the standard, as the text of a dialect file. Errors: the language has no such files.
    fn file_text(&self) -> Result<String, DialectError> {
        Err(DialectError { name: self.name().to_string(), message: "its language has no dialect files".to_owned() })
    }
}

impl Dialect {
    /// The dialect of its data.
    pub fn new(data: impl DialectData) -> Dialect {
        Dialect(Arc::new(data))
    }

    /// Reads a dialect's file, in whichever of the languages that come with graphlance it says. Errors name it and the place in it.
    pub fn read(file: &str, text: &str) -> Result<Dialect, DialectError> {
        Dialect::read_among(LANGUAGES, file, text)
    }

    /// The same with these languages; the first is that of a file which names none.
    pub fn read_among(languages: &[&'static dyn Language], file: &str, text: &str) -> Result<Dialect, DialectError> {
        let failed = |message: String| DialectError { name: file.to_owned(), message };
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| failed(error.to_string()))?;
        let language = match table.get("language") {
            None => language_named(languages, None),
            Some(toml::Value::String(name)) => language_named(languages, Some(name)),
            Some(other) => Err(format!("`language` is a name in quotes, not {other}")),
        };
        language.map_err(failed)?.read_dialect(file, text)
    }

    /// The dialect among an engine's own for one of its versions: the one learned from the newest release that is not newer, or
    /// from the oldest of all; for what is no version the one with the engine's name, or the newest of all.
    pub fn for_version(engine: &str, dialects: Vec<Dialect>, version: &str) -> Option<Dialect> {
        let since =
            |dialect: &Dialect| dialect.versions().iter().map(|version| numbers(version)).min().unwrap_or_default();
        let mut learned: Vec<(Vec<u64>, Dialect)> =
            dialects.into_iter().map(|dialect| (since(&dialect), dialect)).collect();
        learned.sort_by(|(one, _), (other, _)| one.cmp(other));
        let asked = numbers(version);
        if asked.is_empty() {
            let own = learned.iter().position(|(_, dialect)| dialect.name() == engine);
            return own.map(|place| learned.swap_remove(place)).or_else(|| learned.pop()).map(|(_, dialect)| dialect);
        }
        let newer = learned.partition_point(|(version, _)| *version <= asked);
        (!learned.is_empty()).then(|| learned.swap_remove(newer.saturating_sub(1)).1)
    }

    /// The data, when they are of `T`.
    pub fn data<T: DialectData>(&self) -> Option<&T> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// The same, shared.
    pub fn shared<T: DialectData>(&self) -> Option<Arc<T>> {
        let data: Arc<dyn Any + Send + Sync> = Arc::<dyn DialectData>::clone(&self.0);
        data.downcast().ok()
    }
}

impl std::ops::Deref for Dialect {
    type Target = dyn DialectData;

    fn deref(&self) -> &(dyn DialectData + 'static) {
        &*self.0
    }
}

impl fmt::Debug for Dialect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Dialect) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.same(&*other.0)
    }
}

/// The numbers of a version such as `5.26.30`; none when it does not begin with one.
fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map_while(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use graphlance_graph::Graph;

    use super::*;
    use crate::language::{Cypher, LoadTexts, SyntaxError};

    /// A language with files of its own.
    #[derive(Debug)]
    struct Other;

    impl Language for Other {
        fn name(&self) -> &'static str {
            "other"
        }

        fn parse(&self, text: &str) -> Result<crate::Statement, SyntaxError> {
            Err(SyntaxError(text.to_owned()))
        }

        fn standard(&self) -> Dialect {
            Cypher.standard()
        }

        fn read_dialect(&self, name: &str, text: &str) -> Result<Dialect, DialectError> {
            let message = format!("other reads {} lines", text.lines().count());
            Err(DialectError { name: name.to_owned(), message })
        }

        fn load(&self, _: &Graph, _: &Dialect) -> LoadTexts {
            LoadTexts::default()
        }
    }

    #[track_caller]
    fn check_read(text: &str, wanted: Result<&str, &[&str]>) {
        let read = Dialect::read_among(&[&Cypher, &Other], "mine.toml", text);
        let read = read.map(|dialect| dialect.name().to_string()).map_err(|error| error.to_string());
        match (&read, wanted) {
            (Ok(name), Ok(wanted)) => assert_eq!(name, wanted),
            (Err(error), Err(parts)) => assert!(parts.iter().all(|part| error.contains(part)), "{error}"),
            _ => panic!("{text}: {read:?}"),
        }
    }

    #[test]
    fn a_file_is_read_by_the_language_that_it_names_and_one_of_no_known_language_is_refused() {
        check_read("name = 'x'", Ok("x"));
        check_read("language = 'cypher'\nname = 'x'", Ok("x"));
        check_read("language = 'other'\nname = 'x'", Err(&["mine.toml", "other reads 2 lines"]));
        check_read("language = 'gremlin'\nname = 'x'", Err(&["mine.toml", "\"gremlin\"", "may be cypher, other"]));
        check_read("language = 1\nname = 'x'", Err(&["mine.toml", "a name in quotes, not 1"]));
        check_read("name = ", Err(&["mine.toml", "line 1"]));
    }

    #[test]
    fn every_dialect_that_comes_with_graphlance_says_its_language() {
        for name in Cypher.dialect_names() {
            let text = Cypher.dialect(name).and_then(|dialect| dialect.file_text().ok()).expect("a text");
            assert!(text.contains("language = \"cypher\""), "{text}");
        }
    }

    #[test]
    fn a_version_gets_the_dialect_of_the_release_before_it() {
        let check = |engine: &str, version: &str, wanted: Option<&str>| {
            let is_one =
                |name: &&str| name.strip_prefix(engine).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
            let names = Cypher.dialect_names().into_iter().filter(is_one);
            let dialects = names.filter_map(|name| Cypher.dialect(name)).collect();
            let name = Dialect::for_version(engine, dialects, version).map(|dialect| dialect.name().to_string());
            assert_eq!(name.as_deref(), wanted, "{engine} {version}");
        };
        check("kuzu", "0.11.3", Some("kuzu"));
        check("kuzu", "0.8.0", Some("kuzu-0.7.1"));
        check("kuzu", "0.4.2", Some("kuzu-0.4.2"));
        check("kuzu", "0.1", Some("kuzu-0.4.2"));
        check("neo4j", "5.21.2", Some("neo4j-5.18.1"));
        check("neo4j", "2026.08.1", Some("neo4j"));
        check("neo4j", "", Some("neo4j"));
        check("no such engine", "1", None);
    }
}
