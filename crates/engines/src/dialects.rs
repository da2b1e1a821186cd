//! Which dialect a target is spoken to in.

use std::sync::{Mutex, PoisonError};

use graphlance_case::Dialect;

use crate::driver::{Identity, TargetError};
use crate::launcher::{Engines, LauncherError};
use crate::naming::{as_word, printable};

/// The choice of a dialect: the one that the user gives, else the one in the folder of the engine that answers, for its
/// version. It is made once.
#[derive(Debug)]
pub struct DialectChoice {
    chosen: Mutex<Option<Dialect>>,
    engines: Engines,
}

impl DialectChoice {
    /// A choice that is made already, if a dialect is given.
    pub fn new(given: Option<Dialect>) -> DialectChoice {
        DialectChoice { chosen: Mutex::new(given), engines: Engines::default() }
    }

    /// The engines among which one is looked for that has a dialect.
    pub fn among(self, engines: &Engines) -> DialectChoice {
        DialectChoice { engines: engines.clone(), ..self }
    }

    /// The dialect of the target of this name. `meet` is asked at most once what answers, and only when it matters. Errors:
    /// those of `meet`, a dialect's file is broken, or no engine's folder has one for what answers.
    pub fn make(
        &self,
        target: &str,
        meet: impl FnOnce() -> Result<Identity, TargetError>,
    ) -> Result<Dialect, TargetError> {
        // A panic of `meet` leaves nothing behind that is half done.
        let mut chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dialect) = &*chosen {
            return Ok(dialect.clone());
        }
        let met = meet()?;
        let dialect = self.dialect_of(&met)?.ok_or_else(|| missing(target, &met))?;
        *chosen = Some(dialect.clone());
        Ok(dialect)
    }

    /// The dialect of what answers; none if no engine's folder has one.
    fn dialect_of(&self, met: &Identity) -> Result<Option<Dialect>, LauncherError> {
        self.engines.of_product(&met.engine).map_or(Ok(None), |engine| engine.dialect(&met.version))
    }
}

fn missing(target: &str, met: &Identity) -> TargetError {
    let product = printable(&format!("{} {}", met.engine, met.version));
    TargetError::NoDialect(format!(
        "there is no dialect of {}, so that it is not known what it can say. `graphlance probe {}` learns one; \
         --dialect FILE uses it",
        product.trim_end(),
        as_word(target)
    ))
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language};

    use super::*;

    fn met(engine: &str, version: &str) -> Identity {
        Identity { engine: engine.to_owned(), version: version.to_owned(), ..Identity::default() }
    }

    #[track_caller]
    fn check(engine: &str, version: &str, wanted: Option<&str>) {
        let chosen = DialectChoice::new(None).make("bolt://localhost", || Ok(met(engine, version)));
        assert_eq!(chosen.ok().map(|dialect| dialect.name().to_string()).as_deref(), wanted, "{engine} {version}");
    }

    #[test]
    fn engine_and_version_choose() {
        check("Neo4j", "5.26.30", Some("neo4j"));
        check("Neo4j", "5.18.1", Some("neo4j-5.18.1"));
        check("ArcadeDB", "26.10.2", Some("arcadedb"));
        check("Apache AGE", "1.5.0", Some("age"));
        check("FalkorDB", "4.18.3", Some("falkordb"));
        check("Kuzu", "0.7.1", Some("kuzu-0.7.1"));
        check("Memgraph", "3.5.0", None);
        check("kuzu", "0.4.2", Some("kuzu-0.4.2"));
        check("toy", "1.0", None);
        check("", "", None);
    }

    #[test]
    fn a_given_dialect_is_used_and_nobody_is_asked() {
        let choice = DialectChoice::new(Some(Cypher.standard()));
        let chosen = choice.make("exec:x", || Err(TargetError::Start("asked".to_owned())));
        assert_eq!(chosen.ok().map(|dialect| dialect.name().to_string()).as_deref(), Some("opencypher9"));
    }

    #[test]
    fn it_is_asked_once() {
        let choice = DialectChoice::new(None);
        for (engine, version) in [("Kuzu", "0.7.1"), ("Neo4j", "5.26.30")] {
            let chosen = choice.make("x", || Ok(met(engine, version)));
            assert_eq!(chosen.ok().map(|dialect| dialect.name().to_string()).as_deref(), Some("kuzu-0.7.1"));
        }
    }

    #[test]
    fn an_engine_without_a_dialect_is_refused_with_the_way_to_one() {
        let refused = DialectChoice::new(None).make("exec:./mine a", || Ok(met("My\u{1b}[2JGraph", "1.0")));
        let text = match refused {
            Err(TargetError::NoDialect(text)) => text,
            other => panic!("{other:?}"),
        };
        assert!(text.contains("`graphlance probe 'exec:./mine a'`") && text.contains("--dialect FILE"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}
