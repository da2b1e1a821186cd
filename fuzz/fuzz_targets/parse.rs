//! Any text: the Cypher parser gives a tree or an error, and a tree prints as a text that parses back to it.

#![no_main]

use std::sync::LazyLock;

use graphlance_cypher::dialect::Parentheses;
use graphlance_cypher::features::features_of;
use graphlance_cypher::measure::measure_printed;
use graphlance_cypher::{Dialect, parse, print};
use libfuzzer_sys::fuzz_target;

static DIALECTS: LazyLock<[Dialect; 2]> = LazyLock::new(|| {
    let mut guarded = Dialect::standard();
    guarded.printing.parentheses = Parentheses::Guarded;
    guarded.printing.unicode_escapes = false;
    [Dialect::standard(), guarded]
});

fuzz_target!(|text: &str| {
    let Ok(tree) = parse(text) else { return };
    for dialect in DIALECTS.iter() {
        let printed = print(&tree, dialect);
        match parse(&printed) {
            Ok(again) => assert!(again == tree, "{printed:?} reads back as another tree"),
            // Guarding parentheses may nest a text deeper than the limit that the first one kept.
            Err(error) if error.message.contains("levels") => {}
            Err(error) => panic!("{error}\nin {printed:?}"),
        }
        measure_printed(&tree, &printed);
    }
    features_of(&tree);
});
