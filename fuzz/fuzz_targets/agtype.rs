//! agtype's text form: whatever text comes, an error or a value.
#![no_main]

use graphlance_engines::age::agtype::Elements;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = Elements::default().value(text);
});
