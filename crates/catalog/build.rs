//! Lists the folders of engines, the dialects of languages and the published bugs, and embeds what is in them.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of what several engines share.
const SHARED: &str = "shared";

fn main() -> Result<(), Box<dyn Error>> {
    let workspace = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../..");
    let [engines, dialects, corpus] = ["engines", "dialects", "corpus"].map(|folder| workspace.join(folder));
    for folder in [&engines, &dialects, &corpus] {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let mut text = String::from("/// Each folder of an engine, by name.\npub static ENGINES: &[EngineFolder] = &[\n");
    for folder in sorted(&engines)?.into_iter().filter(|path| path.is_dir() && !path.ends_with(SHARED)) {
        if !folder.join("engine.toml").is_file() {
            return Err(format!("{} has no engine.toml", folder.display()).into());
        }
        writeln!(text, "    EngineFolder {{ name: {:?}, files: {} }},", name(&folder)?, embedded(&folder)?)?;
    }
    writeln!(
        text,
        "];\n\n/// What several engines share.\npub static SHARED: Files = {};",
        embedded(&engines.join(SHARED))?
    )?;
    writeln!(
        text,
        "\n/// The dialects of the languages' standards.\npub static STANDARDS: Files = {};",
        embedded(&dialects)?
    )?;
    writeln!(text, "\n/// Bugs that papers published.\npub static CORPUS: Files = {};", embedded(&corpus)?)?;
    fs::write(Path::new(&std::env::var("OUT_DIR")?).join("folders.rs"), text)?;
    Ok(())
}

/// The files below a folder as a list of Rust: path in the folder, text.
fn embedded(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut list = String::from("&[");
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(next) = folders.pop() {
        for path in sorted(&next)? {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    for file in files {
        let inside = file.strip_prefix(folder)?.to_str().ok_or("a path that is no text")?;
        write!(list, "({inside:?}, include_str!({:?})), ", fs::canonicalize(&file)?)?;
    }
    Ok(list + "]")
}

/// What is in a folder by name; neither what is hidden, nor tests, nor what Python leaves behind.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = name(&path)?;
        if !name.starts_with(['.', '_']) && !name.starts_with("test_") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> Result<&str, Box<dyn Error>> {
    Ok(path.file_name().and_then(|name| name.to_str()).ok_or("a file without a name")?)
}
