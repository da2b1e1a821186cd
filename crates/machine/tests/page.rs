//! `docs/gremlin-departures.md` lists every deviation and every wrong rule of Gremlin. `GRAPHLANCE_WRITE_DOCS=1` writes it in place of
//! comparing it.

use std::fmt::Write as _;
use std::path::Path;

use graphlance_gremlin::dialect::Deviations;
use graphlance_machine::Quirk;
use graphlance_machine::quirk::Sort;

const HEAD: &str = "\
# Departures of Gremlin

Wrong rules, under any set of which the reference of Gremlin evaluates, as [departures.md](departures.md) has them of Cypher. Made of the
tables in `crates/gremlin/src/dialect` and `crates/machine/src/quirk.rs` by
`GRAPHLANCE_WRITE_DOCS=1 cargo test -p graphlance-machine --test all page::`.

A wrong answer for which the reference under one of them gives just what the engine gave is put to the test: variants of the case are
asked, and the rule that foretells all their answers explains the bug. What TinkerPop's own machine does is held for right of engines that
are built on it, and may explain an answer of those that are not.

## Deviations

What an engine does on purpose and differently. A dialect file sets them under `[deviations]`.

| setting | what then holds |
|---|---|
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    for setting in Deviations::SETTINGS {
        let _ = writeln!(page, "| `{} = {}` | {} |", setting.field, setting.value, setting.sentence);
    }
    page.push_str(
        "\n## What TinkerPop's machine does\n\n| name | what then holds | where that shows |\n|---|---|---|\n",
    );
    for quirk in Quirk::ALL {
        if let Sort::TinkerPop(source) = quirk.sort() {
            let _ = writeln!(page, "| `{}` | {} | {source} |", quirk.name(), quirk.sentence());
        }
    }
    page.push_str(
        "\n## Wrong rules\n\nMade up. Each may be planted in front of the reference, alone or with others (`graphlance hunt reference:NAME,NAME`), to \
         prove that it is found.\n\n| name | what then holds |\n|---|---|\n",
    );
    for quirk in Quirk::faults() {
        let _ = writeln!(page, "| `{}` | {} |", quirk.name(), quirk.sentence());
    }
    page.push_str(
        "\n## What engines get wrong\n\nThe name in brackets is that of [judged.md](judged.md). These may be planted, too.\n\n\
         | name | what then holds | where that was found |\n|---|---|---|\n",
    );
    for quirk in Quirk::ALL {
        if let Sort::Engine(source) = quirk.sort() {
            let _ = writeln!(page, "| `{}` | {} | {source} |", quirk.name(), quirk.sentence());
        }
    }
    page
}

#[test]
fn the_page_of_departures_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gremlin-departures.md");
    if std::env::var_os("GRAPHLANCE_WRITE_DOCS").is_some() {
        std::fs::write(&path, page()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let written = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(written, page(), "GRAPHLANCE_WRITE_DOCS=1 cargo test -p graphlance-machine --test all page::");
}
