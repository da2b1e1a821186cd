//! The drawing of the rooms in docs/ARCHITECTURE.md is made from the code: which room imports which, and the folders in each. A test
//! fails when it is another; with GRAPHLANCE_BLESS=1 it is drawn anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- drawn from the code -->\n";
const END: &str = "<!-- end of the drawing -->\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A room with what it imports of the others.
struct Room {
    name: String,
    imports: BTreeSet<String>,
    folders: BTreeSet<String>,
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    read.map(|entry| entry.expect("a readable entry").path()).collect()
}

fn name_of(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

fn room(folder: &Path) -> Room {
    let manifest: toml::Table = read(&folder.join("Cargo.toml")).parse().expect("a manifest");
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let imports = dependencies.keys().filter_map(|name| name.strip_prefix("graphlance-")).map(str::to_owned).collect();
    let inner = entries(&folder.join("src")).into_iter().filter(|path| path.is_dir());
    let folders = inner.map(|path| name_of(&path)).filter(|name| name != "snapshots" && name != "tests").collect();
    Room { name: name_of(folder), imports, folders }
}

/// The rooms from the bottom to the top: each behind all that it imports, otherwise by name.
fn ordered() -> Vec<Room> {
    let crates = entries(&root().join("crates"));
    let mut left: Vec<Room> = crates.iter().filter(|path| path.is_dir()).map(|path| room(path)).collect();
    left.sort_by(|one, other| one.name.cmp(&other.name));
    let mut rooms: Vec<Room> = Vec::new();
    while !left.is_empty() {
        let known: BTreeSet<&String> = rooms.iter().map(|room| &room.name).collect();
        let next = left.iter().position(|room| room.imports.iter().all(|import| known.contains(import)));
        let next = left.remove(next.expect("no circle of imports"));
        rooms.push(next);
    }
    rooms
}

/// A row for each room with a mark under each that it imports, and the folders in it.
fn drawing() -> String {
    let rooms = ordered();
    let mut text = String::from("```text\n");
    for (place, room) in rooms.iter().enumerate() {
        let marks: String =
            rooms[..place].iter().map(|below| if room.imports.contains(&below.name) { "  x" } else { "  ." }).collect();
        let number = place + 1;
        let folders: Vec<&str> = room.folders.iter().map(String::as_str).collect();
        let row =
            format!("{number:>2} {:<11}{marks:<width$}  {}", room.name, folders.join(" "), width = rooms.len() * 3);
        text.push_str(row.trim_end());
        text.push('\n');
    }
    let numbers: String = (1..=rooms.len()).map(|number| format!("{number:>3}")).collect();
    text + &format!("{:14}{numbers}\n```\n", "")
}

#[test]
fn the_drawing_of_the_rooms_is_that_of_the_code() {
    let path = root().join("docs/ARCHITECTURE.md");
    let text = read(&path);
    let (before, rest) = text.split_once(BEGIN).expect("where the drawing begins");
    let (drawn, after) = rest.split_once(END).expect("where the drawing ends");
    let now = drawing();
    if std::env::var_os("GRAPHLANCE_BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{now}{END}{after}")).expect("the document");
        return;
    }
    assert_eq!(drawn, now, "GRAPHLANCE_BLESS=1 cargo test -p graphlance --test all drawing:: draws it anew");
}
