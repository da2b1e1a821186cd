//! All engines that are known: a folder each, found by listing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use graphlance_case::Dialect;
use graphlance_case::language::LANGUAGES;
use graphlance_catalog::{DIALECTS, ENGINES, EngineFolder, SHARED};

use super::file::{Launcher, LauncherError};

/// The file in an engine's folder that says how it is installed, started and spoken to.
const FILE: &str = "engine.toml";

/// The engines that come with graphlance, and those of the user's in their place or beside them; in the order of their names.
#[derive(Clone, Debug)]
pub struct Engines(Arc<Vec<Launcher>>);

impl Default for Engines {
    /// Those that come with graphlance; a test reads them all.
    fn default() -> Engines {
        Engines::with(None).unwrap_or(Engines(Arc::new(Vec::new())))
    }
}

impl Engines {
    /// Those that come with graphlance and those of a folder: a folder each, with `engine.toml` in it, or a TOML file each.
    /// Errors name the file.
    pub fn with(folder: Option<&Path>) -> Result<Engines, LauncherError> {
        let mut all = BTreeMap::new();
        let mut add = |launcher: Launcher| all.insert(launcher.name.clone(), launcher);
        for folder in ENGINES {
            let file = format!("engines/{}/{FILE}", folder.name);
            add(Launcher::parse(&file, folder.file(FILE).unwrap_or_default())?);
        }
        for path in folder.map(sorted).transpose()?.unwrap_or_default() {
            let inside = path.join(FILE);
            if inside.is_file() {
                let launcher = Launcher::parse(&inside.display().to_string(), &read(&inside)?)?;
                add(Launcher { folder: Some(path), ..launcher });
            } else if is_toml(&path) {
                add(Launcher::parse(&path.display().to_string(), &read(&path)?)?);
            }
        }
        Ok(Engines(Arc::new(all.into_values().collect())))
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Launcher> {
        self.0.iter()
    }

    /// The one of this name.
    pub fn named(&self, name: &str) -> Option<&Launcher> {
        self.iter().find(|launcher| launcher.name == name)
    }

    /// The one of this product, as it calls itself, or of this name, by any case of either; one in a folder of the user's before
    /// those that came with graphlance.
    pub fn of_product(&self, product: &str) -> Option<&Launcher> {
        let is = |known: &str| known.eq_ignore_ascii_case(product);
        let ordered = || self.iter().filter(|launcher| launcher.folder.is_some()).chain(self.iter());
        ordered().find(|launcher| is(&launcher.product)).or_else(|| ordered().find(|launcher| is(&launcher.name)))
    }

    /// The dialect of this name: one that comes with graphlance, else one in the folder of a user's engine. Errors name the
    /// file.
    pub fn dialect(&self, name: &str) -> Result<Option<Dialect>, LauncherError> {
        if let Some(dialect) = LANGUAGES.iter().find_map(|language| language.dialect(name)) {
            return Ok(Some(dialect));
        }
        for launcher in self.iter().filter(|launcher| launcher.folder.is_some()) {
            if let Some(dialect) = launcher.dialects()?.into_iter().find(|dialect| dialect.name() == name) {
                return Ok(Some(dialect));
            }
        }
        Ok(None)
    }
}

impl Launcher {
    /// The dialects in its folder; where it has none, those that come with graphlance for an engine of its name. Errors name
    /// the file.
    pub fn dialects(&self) -> Result<Vec<Dialect>, LauncherError> {
        let own = self.folder.as_ref().map(|folder| folder.join(DIALECTS)).filter(|folder| folder.is_dir());
        let texts: Vec<(String, String)> = match own {
            Some(folder) => {
                let files = sorted(&folder)?.into_iter().filter(|path| is_toml(path));
                files.map(|path| Ok((path.display().to_string(), read(&path)?))).collect::<Result<_, _>>()?
            }
            None => {
                let built_in = EngineFolder::of(&self.name);
                let texts = built_in.iter().flat_map(EngineFolder::dialects);
                texts.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
            }
        };
        let parse = |(file, text): (String, String)| {
            Dialect::read(&file, &text).map_err(|error| LauncherError { file, message: error.message })
        };
        texts.into_iter().map(parse).collect()
    }

    /// Its dialect for one of its versions; none if it has none. Errors name the file.
    pub fn dialect(&self, version: &str) -> Result<Option<Dialect>, LauncherError> {
        Ok(Dialect::for_version(&self.name, self.dialects()?, version))
    }

    /// The text of a file that belongs to it: in its folder, else among those that engines share. Errors: there is no such file,
    /// or it cannot be read.
    pub fn text(&self, path: &str) -> Result<String, LauncherError> {
        if let Some(file) = self.folder.as_ref().map(|folder| folder.join(path)).filter(|path| path.is_file()) {
            return read(&file);
        }
        let built_in = || EngineFolder::of(&self.name)?.file(path);
        let shared = || graphlance_catalog::file(SHARED, path);
        let missing = || LauncherError { file: path.to_owned(), message: format!("{} has no such file", self.name) };
        built_in().or_else(shared).map(str::to_owned).ok_or_else(missing)
    }
}

fn read(file: &Path) -> Result<String, LauncherError> {
    let failed = |error| LauncherError { file: file.display().to_string(), message: format!("cannot read: {error}") };
    fs::read_to_string(file).map_err(failed)
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "toml")
}

/// What is in a folder by name; nothing if there is no such folder.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, LauncherError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LauncherError { file: folder.display().to_string(), message: error.to_string() }),
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(folder: Option<&Path>) -> Engines {
        Engines::with(folder).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn an_engine_has_the_name_of_its_folder_and_all_that_it_names() {
        let engines = all(None);
        for folder in ENGINES {
            let launcher = engines.named(folder.name).unwrap_or_else(|| panic!("{} has another name", folder.name));
            let scripts = launcher.install.iter().map(|install| &install.script);
            for path in scripts.chain(launcher.clients.iter().flat_map(|client| &client.code)) {
                launcher.text(path).unwrap_or_else(|error| panic!("{error}"));
            }
        }
        assert_eq!(engines.iter().count(), ENGINES.len());
    }

    #[test]
    fn no_path_becomes_code_of_a_shell() {
        for launcher in all(None).iter() {
            let Some(start) = &launcher.start else { continue };
            for command in start.build_command.iter().chain([&start.command]) {
                let code = command.iter().skip_while(|word| *word != "-c").nth(1);
                assert!(code.is_none_or(|code| !code.contains('{')), "{}: {command:?}", launcher.name);
            }
        }
    }

    const MINE: &str = "name='mine'\nproduct='Mine'\ndescription=''\nlanguages=['cypher']\nprotocol='bolt'\ndefault='1'\n\
                        versions = { '1' = '1' }\n[docker]\nimage = 'x'\nports = { bolt = 7687 }";

    #[test]
    fn a_users_files_add_and_replace() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
        write("mine.toml", MINE);
        write("neo4j.toml", &MINE.replace("'mine'", "'neo4j'"));
        write("notes.txt", "no engine");
        let engines = all(Some(folder.path()));
        assert_eq!(engines.iter().count(), ENGINES.len() + 1);
        let replaced = engines.named("neo4j").expect("it is there");
        assert_eq!(replaced.product, "Mine");
        let dialect = replaced.dialect("5.18.1").expect("dialects").map(|dialect| dialect.name().to_string());
        assert_eq!(dialect.as_deref(), Some("neo4j-5.18.1"));
        assert!(engines.named("mine").is_some_and(|mine| mine.dialects().is_ok_and(|dialects| dialects.is_empty())));
    }

    #[test]
    fn a_users_folder_is_an_engine_with_all_that_belongs_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path().join("any name");
        std::fs::create_dir_all(home.join("dialects")).expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(home.join(name), text).expect("a file");
        write("engine.toml", MINE);
        write("client.py", "mine");
        write("dialects/old.toml", "name = 'mine-1'\nversions = ['1.0']");
        write("dialects/new.toml", "name = 'mine-2'\nversions = ['2.0']");
        std::fs::create_dir(folder.path().join("no engine")).expect("a folder");
        let engines = all(Some(folder.path()));
        let mine = engines.of_product("MINE").expect("it is there");
        write("engine.toml", &MINE.replace("'Mine'", "'Kuzu'").replace("'mine'", "'zzz'"));
        let users = Engines::with(Some(folder.path())).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(users.of_product("Kuzu").map(|engine| engine.name.as_str()), Some("zzz"));
        let dialect = |version: &str| mine.dialect(version).ok().flatten().map(|dialect| dialect.name().to_string());
        assert_eq!(dialect("1.9").as_deref(), Some("mine-1"));
        assert_eq!(dialect("2.1").as_deref(), Some("mine-2"));
        assert_eq!(mine.text("client.py").as_deref(), Ok("mine"));
        assert!(mine.text("common.sh").is_ok() && mine.text("none such").is_err());
        let named = |name: &str| engines.dialect(name).map(|dialect| dialect.is_some());
        assert_eq!((named("mine-1"), named("kuzu"), named("none such")), (Ok(true), Ok(true), Ok(false)));
        write("dialects/new.toml", "speling = 1");
        let error = mine.dialect("1").err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("new.toml: ") && error.contains("speling"), "{error}");
    }
}
