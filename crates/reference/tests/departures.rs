//! `docs/departures.md` lists every deviation and every wrong rule. `GRAPHLANCE_WRITE_DOCS=1` writes it in place of comparing it.

use std::fmt::Write as _;
use std::path::Path;

use graphlance_cypher::dialect::{Deviations, Role};
use graphlance_reference::Fault;
use graphlance_reference::departures::{FAMILIES, ROOTS};

const HEAD: &str = "\
# Departures from the language

Wrong rules, under any set of which the reference evaluates. Made of the tables in `crates/cypher/src/dialect/deviations.rs`,
`crates/reference/src/fault.rs` and `crates/reference/src/departures` by
`GRAPHLANCE_WRITE_DOCS=1 cargo test -p graphlance-reference --test all departures::`.

## Deviations

What an engine does on purpose and differently from the language. A dialect file sets them under `[deviations]`, each with its
source under `[deviations.sources]` ([drivers.md](drivers.md)); without a setting the standard holds. A wrong answer that a value
marked \"explains\" would explain is named by it; `probe` finds those marked \"found\" and \"explains\".

";

const RULES: &str = "
## Wrong rules

What engines do and nobody wants. Each may be planted in front of the reference, alone or with others (`graphlance hunt
reference:NAME,NAME`), to prove that it is found: the oracles' own tests do so with those marked \"planted\". A wrong answer for
which the reference under one of those marked \"explains\", or two, gives just what the engine gave is put to the test: variants of the
case are asked, and the rule that foretells all their answers explains the bug. It is then switched on for the rest of the hunt
([output.md](output.md), `bug.json`). An example of each stands in `crates/reference/src/departures/shown.txt`.
";

const FACES: &str = "
### Faults that show in several ways

Findings that rules of one line explain are one bug: each is a face of the same fault.

| what is wrong | the rules by which it shows |
|---|---|
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
    page.push_str(RULES);
    let planted: Vec<&str> = Fault::PLANTED.iter().map(|fault| fault.name()).collect();
    for (family, rules) in FAMILIES {
        let _ = write!(page, "\n### {family}\n\n| name | what then holds | use |\n|---|---|---|\n");
        for rule in *rules {
            let explains = rule.explains.then_some("explains");
            let planted = planted.contains(&rule.name).then_some("planted");
            let uses: Vec<&str> = explains.into_iter().chain(planted).collect();
            let _ = writeln!(page, "| `{}` | {} | {} |", rule.name, rule.sentence.replace('|', "\\|"), uses.join(", "));
        }
    }
    page.push_str(FACES);
    for (root, rules) in ROOTS {
        let rules: Vec<String> = rules.iter().map(|rule| format!("`{rule}`")).collect();
        let _ = writeln!(page, "| {root} | {} |", rules.join(", "));
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
    assert_eq!(written, page(), "GRAPHLANCE_WRITE_DOCS=1 cargo test -p graphlance-reference --test all departures::");
}
