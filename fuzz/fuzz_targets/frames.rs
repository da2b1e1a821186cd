//! Answers of worker processes: whatever line comes, an error or an answer, which is written to a line that is the same.
#![no_main]

use graphlance_engines::worker::Reply;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    if graphlance_engines::limits::json(line).is_err() {
        return;
    }
    let Ok(answer) = serde_json::from_slice::<Reply>(line) else { return };
    let written = serde_json::to_string(&answer).expect("an answer is serialisable");
    let again = serde_json::from_str::<Reply>(&written).expect("what was written is an answer");
    assert_eq!(serde_json::to_string(&again).expect("and again"), written);
});
