//! Bolt's encoding: whatever bytes come, an error or a value, and what was read is written to the same value.
#![no_main]

use graphlance_engines::bolt::packstream::Pack;
use graphlance_engines::bolt::values::Elements;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = Pack::decode(bytes) else { return };
    let _ = Elements::default().value(&value);
    let mut written = Vec::new();
    value.encode(&mut written);
    // NaN differs from itself, so the bytes are compared.
    let mut again = Vec::new();
    Pack::decode(&written).expect("what was written is a value").encode(&mut again);
    assert_eq!(written, again);
});
