//! `docs/departures.md` lists every deviation and every fault. `GRAPHLANCE_WRITE_DOCS=1` writes it in place of comparing it.

use std::fmt::Write as _;
use std::path::Path;

use graphlance_cypher::dialect::{Deviations, Role};
use graphlance_reference::Fault;

const HEAD: &str = "\
# Departures from the language

Made of the tables in `crates/cypher/src/dialect/deviations.rs` and `crates/reference/src/fault.rs` by
`GRAPHLANCE_WRITE_DOCS=1 cargo test -p graphlance-reference --test departures`.

## Deviations

What an engine does on purpose and differently from the language. A dialect file sets them under `[deviations]`, each with its
source under `[deviations.sources]` ([drivers.md](drivers.md)); without a setting the standard holds. A wrong answer that a value
marked \"explains\" would explain is named by it; `probe` finds those marked \"found\" and \"explains\".

";

const FAULTS: &str = "
## Faults

Deliberate defects that can be put in front of the reference (`graphlance hunt reference:NAME`), to prove that the oracles find
them. They are like defects that engines had; a wrong answer that one marked \"explains\" would explain is named by it.

| name | what then holds | use |
|---|---|---|
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (field, about) in Deviations::FIELDS {
        let _ = writeln!(page, "### {field}\n\n{}\n", about.trim());
        let mut rows = Deviations::SETTINGS.iter().filter(|setting| setting.field == *field).peekable();
        if rows.peek().is_none() {
            continue;
        }
        page.push_str("| value | what then holds | use |\n|---|---|---|\n");
        for setting in rows {
            let role = match setting.role {
                Role::Explains => "explains",
                Role::Found => "found",
                Role::Noted => "noted",
            };
            let _ = writeln!(page, "| `{}` | {} | {role} |", setting.value, setting.sentence);
        }
        page.push('\n');
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page.push_str(FAULTS);
    for fault in Fault::ALL {
        let role = if fault.explains() { "explains" } else { "" };
        let _ = writeln!(page, "| `{}` | {} | {role} |", fault.name(), fault.sentence());
    }
    page
}

#[test]
fn the_page_of_departures_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/departures.md");
    if std::env::var_os("GRAPHLANCE_WRITE_DOCS").is_some() {
        std::fs::write(&path, page()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let written = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(written, page(), "GRAPHLANCE_WRITE_DOCS=1 cargo test -p graphlance-reference --test departures");
}
