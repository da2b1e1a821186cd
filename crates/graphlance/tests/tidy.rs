//! The house rules that a test can see: which room may import which, where files are written, which crates have one home, how
//! long files and functions are, and that a word of the glossary means one thing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, from the bottom to the top, each with the rooms above it in this list that it may not use all the same.
const ROOMS: &[(&str, &[&str])] = &[
    ("catalog", &[]),
    ("graph", &[]),
    ("cypher", &[]),
    ("gremlin", &["catalog", "cypher"]),
    ("case", &[]),
    ("machine", &["catalog", "cypher"]),
    ("reference", &[]),
    ("generate", &[]),
    ("oracles", &[]),
    ("engines", &["generate", "oracles"]),
    ("shrink", &["cypher", "gremlin", "machine", "reference", "generate", "oracles"]),
    ("report", &["reference", "machine", "generate", "oracles", "cypher", "gremlin"]),
    ("conform", &["engines", "generate", "oracles"]),
    ("hunt", &["cypher", "gremlin", "machine"]),
    ("graphlance", &[]),
];

/// Crates with one home: the files or folders in which they may be named.
const HOMES: &[(&str, &[&str])] = &[
    ("ureq", &["engines/src/bolt/admin.rs"]),
    ("base64", &["engines/src/bolt/admin.rs"]),
    ("postgres_protocol", &["engines/src/age"]),
    ("tungstenite", &["engines/src/gremlin/session.rs"]),
    ("grafeo_engine", &["engines/src/grafeo"]),
    ("grafeo_common", &["engines/src/grafeo"]),
    ("jiff", &["graph/src/temporal"]),
    ("rand_xoshiro", &["graph/src/random.rs"]),
    ("num_bigint", &["gremlin/src/scalar.rs", "gremlin/src/scalar", "reference/src/departures/digits.rs"]),
    ("uuid", &["gremlin/src/scalar.rs"]),
    ("fancy_regex", &["reference/src", "machine/src"]),
    ("unicode_normalization", &["reference/src/functions/normal_forms.rs"]),
    ("minijinja", &["report/src/page.rs"]),
    ("pulldown_cmark", &["report/src/prose.rs"]),
    ("quick_junit", &["report/src/junit.rs"]),
    ("signal_hook", &["graphlance/src"]),
    ("indicatif", &["graphlance/src"]),
    ("anstream", &["graphlance/src"]),
    ("anstyle", &["graphlance/src"]),
];

/// What makes, changes or removes files, and where it may stand.
const WRITES: &[&str] = &[
    "fs::write",
    "File::create",
    "OpenOptions",
    "create_dir",
    "fs::rename",
    "remove_dir_all",
    "remove_file",
    ".persist(",
];

/// The store, installed engines and their private folders, and the verbs that write a file that the user names.
const WRITERS: &[&str] =
    &["hunt/src/store.rs", "hunt/src/store", "engines/src/launcher", "graphlance/src/verbs/bugs/export.rs"];

/// Rooms that do no IO, own no clock, no thread and no global state.
const PURE: &[&str] = &["catalog", "graph", "cypher", "gremlin", "machine", "case", "reference", "generate", "oracles"];

/// What a pure room must not name.
const IMPURE: &[&str] =
    &["std::fs", "std::net", "std::process", "std::thread", "std::env", "Instant::now", "SystemTime"];

const LONGEST_FILE: usize = 400;
const LONGEST_FUNCTION: usize = 80;
/// Characters of a line of comment; code is in the hands of rustfmt.
const LONGEST_COMMENT: usize = 132;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/ is above").to_owned()
}

/// Every source file with its path from `crates/` and its text up to its tests.
fn sources() -> Vec<(String, String)> {
    let root = crates();
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = ROOMS.iter().map(|(room, _)| root.join(room).join("src")).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).expect("below crates/").to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).expect("source is text")));
            }
        }
    }
    assert!(found.len() > 300, "only {} files were found", found.len());
    found.sort();
    found
}

/// The part of a file that is in the product: without its tests.
fn product(name: &str, text: &str) -> String {
    if name.ends_with("tests.rs") || name.contains("/tests/") {
        return String::new();
    }
    text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

/// Lines that are no comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")).map(|(n, line)| (n + 1, line))
}

fn stands_in(name: &str, places: &[&str]) -> bool {
    places.iter().any(|place| name == *place || name.starts_with(&format!("{place}/")))
}

#[track_caller]
fn check(problems: Vec<String>) {
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let mut problems = Vec::new();
    for (place, (room, forbidden)) in ROOMS.iter().enumerate() {
        let below: BTreeSet<&str> = ROOMS[..place].iter().map(|(name, _)| *name).collect();
        let manifest = crates().join(room).join("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
        let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
        let Some(toml::Value::Table(dependencies)) = table.get("dependencies") else { continue };
        for name in dependencies.keys().filter_map(|name| name.strip_prefix("graphlance-")) {
            if !below.contains(name) || forbidden.contains(&name) {
                problems.push(format!("{room} must not depend on {name}"));
            }
        }
    }
    check(problems);
}

#[test]
fn a_foreign_crate_has_one_home() {
    let mut problems = Vec::new();
    for (name, text) in sources() {
        for (foreign, homes) in HOMES.iter().filter(|(_, homes)| !stands_in(&name, homes)) {
            let used = |line: &str| line.contains(&format!("{foreign}::")) || line.contains(&format!("use {foreign};"));
            let text = product(&name, &text);
            let found = code(&text).find(|(_, line)| used(line));
            problems.extend(found.map(|(line, _)| format!("{name}:{line} uses {foreign}, which belongs to {homes:?}")));
        }
    }
    check(problems);
}

#[test]
fn only_the_store_installations_and_named_outputs_write_files() {
    let mut problems = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !stands_in(name, WRITERS)) {
        let text = product(&name, &text);
        for (line, written) in code(&text) {
            if let Some(write) = WRITES.iter().find(|write| written.contains(**write)) {
                problems.push(format!("{name}:{line} writes files ({write})"));
            }
        }
    }
    check(problems);
}

#[test]
fn what_decides_does_no_io_and_owns_no_clock() {
    let mut problems = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| stands_in(name, PURE)) {
        let text = product(&name, &text);
        for (line, written) in code(&text) {
            if let Some(impure) = IMPURE.iter().find(|impure| written.contains(**impure)) {
                problems.push(format!("{name}:{line} uses {impure}"));
            }
        }
    }
    check(problems);
}

#[test]
fn of_the_drivers_only_that_of_the_reference_knows_the_evaluator() {
    let mut problems = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| name.starts_with("engines/src/")) {
        let text = product(&name, &text);
        let named = code(&text).find(|(_, line)| line.contains("graphlance_reference"));
        let named = named.filter(|_| !stands_in(&name, &["engines/src/reference"]));
        problems.extend(named.map(|(line, _)| format!("{name}:{line} uses the evaluator")));
    }
    check(problems);
}

/// Where a driver says which engine it speaks to, since only that one speaks so.
const DRIVERS_OF_ONE_ENGINE: &[&str] = &["engines/src/falkordb", "engines/src/age", "engines/src/grafeo"];

/// Names and products of the engines, by their folders, in lower case.
fn engine_names() -> BTreeSet<String> {
    let folders = fs::read_dir(crates().join("../engines")).expect("the engines' folders");
    let files = folders.map(|folder| folder.expect("a readable entry").path().join("engine.toml"));
    let tables = files.filter_map(|file| fs::read_to_string(file).ok()?.parse::<toml::Table>().ok());
    let names = tables.flat_map(|table| ["name", "product"].map(|key| table.get(key).cloned()));
    names.filter_map(|name| Some(name?.as_str()?.to_lowercase())).collect()
}

#[test]
fn nothing_matches_on_the_name_of_an_engine() {
    let names = engine_names();
    assert!(names.len() >= 10, "{names:?}");
    let mut problems = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !stands_in(name, DRIVERS_OF_ONE_ENGINE)) {
        let text = product(&name, &text);
        for (line, written) in code(&text).filter(|(_, line)| !line.contains("feature = ")) {
            let literals = written.split('"').skip(1).step_by(2);
            let named = literals.filter(|literal| names.contains(&literal.to_lowercase()));
            problems.extend(
                named.map(|engine| format!("{name}:{line} names {engine}: say it in engines/NAME/engine.toml")),
            );
        }
    }
    check(problems);
}

/// Words of the glossary that name a second public type in another room, each with the other meaning. The types of Cypher
/// are those of `case` as one language has them; the verbs of the command line have arguments of their own.
const OTHER_MEANINGS: &[(&str, &str, &str)] = &[
    ("Dialect", "cypher", "what `case` holds behind the seam of languages"),
    ("Dialect", "gremlin", "what `case` holds behind the seam of languages"),
    ("Statement", "cypher", "what `case` holds behind the seam of languages"),
    ("Statement", "gremlin", "what `case` holds behind the seam of languages"),
    ("Step", "gremlin", "a step of a traversal"),
    ("Probe", "cypher", "what `case` holds behind the seam of languages"),
    ("Probe", "gremlin", "what `case` holds behind the seam of languages"),
    ("Probe", "graphlance", "arguments of the verb"),
    ("Failure", "shrink", "a failed case on its way to a bug"),
    ("Answer", "machine", "what a traversal must give, and what of it is open"),
    ("Failure", "machine", "why a traversal has no answer"),
    ("Outcome", "shrink", "how a reduction ended"),
    ("Step", "conform", "a step of a scenario"),
];

/// The words of the glossary in docs/ARCHITECTURE.md, as types are written: `AdaptationState`.
fn glossary() -> BTreeSet<String> {
    let path = crates().join("../docs/ARCHITECTURE.md");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let table = text.split("## The words").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let words = rows.filter(|word| *word != "word").flat_map(|words| words.split(", "));
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let words: BTreeSet<String> = words.map(|word| word.split(' ').map(capital).collect()).collect();
    let held = ["Claim", "Names", "Finding", "Bug"];
    assert!(words.len() > 25 && held.iter().all(|word| words.contains(*word)), "{words:?}");
    words
}

/// The rooms in which a type of this name is public.
fn rooms_of_types() -> BTreeMap<String, BTreeSet<String>> {
    let declared = regex::Regex::new(r"^pub (?:struct|enum|trait|type|union) (\w+)").expect("a pattern");
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in sources() {
        let room = name.split('/').next().unwrap_or_default().to_owned();
        for line in product(&name, &text).lines() {
            if let Some(found) = declared.captures(line) {
                rooms.entry(found[1].to_owned()).or_default().insert(room.clone());
            }
        }
    }
    rooms
}

#[test]
fn a_word_of_the_glossary_names_one_public_type() {
    let (words, rooms) = (glossary(), rooms_of_types());
    let mut problems = Vec::new();
    for word in &words {
        let known = |room: &&String| !OTHER_MEANINGS.iter().any(|(other, place, _)| other == word && place == room);
        let of: Vec<&String> = rooms.get(word).into_iter().flatten().filter(known).collect();
        if of.len() > 1 {
            problems.push(format!("{word} is a public type in each of {of:?}: what is it in each, by the glossary?"));
        }
    }
    for (word, room, meaning) in OTHER_MEANINGS {
        let there = rooms.get(*word).is_some_and(|rooms| rooms.contains(*room));
        if !there || !words.contains(*word) {
            problems.push(format!("{room} has no {word} ({meaning}) any more: it need not be listed"));
        }
    }
    check(problems);
}

#[test]
fn lines_of_comment_are_short() {
    let too_long =
        |(_, line): &(usize, &str)| line.trim_start().starts_with("//") && line.chars().count() > LONGEST_COMMENT;
    let problems = sources().into_iter().flat_map(|(name, text)| {
        let lines: Vec<usize> = text.lines().enumerate().filter(too_long).map(|(number, _)| number + 1).collect();
        lines.into_iter().map(move |number| format!("{name}:{number} is too long a line of comment"))
    });
    check(problems.collect());
}

#[test]
fn files_and_functions_are_short() {
    let mut problems = Vec::new();
    for (name, text) in sources() {
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            problems.push(format!("{name} has {lines} lines"));
        }
        problems.extend(
            long_functions(&text)
                .into_iter()
                .map(|(line, length)| format!("{name}:{line} is a function of {length} lines")),
        );
    }
    check(problems);
}

/// Where functions of too many lines begin, and how long they are. The code is formatted: a function ends at the first
/// closing brace as far in as its beginning.
fn long_functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let begins = |line: &str| {
        let line = line.trim_start();
        let words = line
            .strip_prefix("pub ")
            .or_else(|| line.split_once(") ").filter(|_| line.starts_with("pub(")).map(|it| it.1));
        let words = words.unwrap_or(line);
        words.starts_with("fn ") || words.starts_with("const fn ") || words.starts_with("unsafe fn ")
    };
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate().filter(|(_, line)| begins(line)) {
        // A declaration in a trait has no body.
        let header = lines[start..].iter().find(|line| line.ends_with(['{', ';', '}']));
        if header.is_some_and(|line| line.ends_with(';')) {
            continue;
        }
        let end = lines[start..].iter().position(|other| other.trim() == "}" && indent(other) == indent(line));
        let length = end.map_or(0, |end| end + 1);
        if length > LONGEST_FUNCTION {
            found.push((start + 1, length));
        }
    }
    found
}
