//! What comes with graphlance as data: a folder for each engine (`engines/NAME`), what engines share (`engines/shared`), the
//! dialects of the languages' standards (`dialects`), and bugs that papers published (`corpus`). All of it is found by listing: who
//! adds an engine adds a folder.

/// Files of a folder: path in it, text.
pub type Files = &'static [(&'static str, &'static str)];

/// The folder of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineFolder {
    /// Its name, which is the engine's on the command line.
    pub name: &'static str,
    /// All that is in it.
    pub files: Files,
}

include!(concat!(env!("OUT_DIR"), "/folders.rs"));

/// Where the dialects of an engine lie in its folder.
pub const DIALECTS: &str = "dialects";

impl EngineFolder {
    /// The folder of this name.
    pub fn of(name: &str) -> Option<EngineFolder> {
        ENGINES.iter().copied().find(|folder| folder.name == name)
    }

    /// The text of a file.
    pub fn file(&self, path: &str) -> Option<&'static str> {
        file(self.files, path)
    }

    /// Its dialects: name, text.
    pub fn dialects(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let name = |path: &'static str| path.strip_prefix(DIALECTS)?.strip_prefix('/')?.strip_suffix(".toml");
        self.files.iter().filter_map(move |(path, text)| Some((name(path)?, *text)))
    }
}

/// The text of one of these files.
pub fn file(files: Files, path: &str) -> Option<&'static str> {
    files.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// All dialects, those of the standards first: name, text.
pub fn dialects() -> impl Iterator<Item = (&'static str, &'static str)> {
    let standards = STANDARDS.iter().filter_map(|(path, text)| Some((path.strip_suffix(".toml")?, *text)));
    standards.chain(ENGINES.iter().flat_map(EngineFolder::dialects))
}

/// All dialects of a language.
pub fn dialects_of(language: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    dialects().filter(move |(_, text)| spoken(text) == language)
}

/// The language of which a dialect is: what its file says under `language`, else Cypher.
pub fn spoken(dialect: &str) -> &str {
    let fields = dialect.lines().take_while(|line| !line.starts_with('['));
    let mut named = fields.filter_map(|line| line.strip_prefix("language")?.trim_start().strip_prefix('='));
    named.next().map_or("cypher", |name| name.trim().trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_has_one_place() {
        let mut names: Vec<&str> = dialects().map(|(name, _)| name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.contains(&"opencypher9"));
    }

    #[test]
    fn a_dialect_is_of_the_language_that_it_names() {
        assert_eq!(spoken("name = 'x'\nlanguage = \"gremlin\"\n"), "gremlin");
        assert_eq!(spoken("language='gremlin'\nname = 'x'"), "gremlin");
        assert_eq!(spoken("name = 'x'\n[values]\nlanguage = 'gremlin'"), "cypher");
        assert!(dialects_of("cypher").any(|(name, _)| name == "opencypher9"));
    }

    #[test]
    fn what_is_in_a_folder_is_in_the_catalog() {
        let workspace = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let entries = std::fs::read_dir(format!("{workspace}/engines")).expect("the folders");
        let folders =
            entries.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().join("engine.toml").exists()));
        assert_eq!(ENGINES.len(), folders.count());
        for folder in ENGINES {
            for (path, text) in folder.files {
                let read = std::fs::read_to_string(format!("{workspace}/engines/{}/{path}", folder.name));
                assert_eq!(read.ok().as_deref(), Some(*text), "{} of {}", path, folder.name);
            }
        }
    }
}
