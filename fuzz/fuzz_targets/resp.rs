//! Any bytes, in pieces of any size: the RESP decoder and the compact results on top of it give a value or an error.

#![no_main]

use graphlance_engines::falkordb::compact;
use graphlance_engines::falkordb::names::{NameKind, Listed};
use graphlance_engines::resp::{Decoder, Limits};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (piece, bytes) = input;
    let mut names = Listed::default();
    for kind in [NameKind::Label, NameKind::Type, NameKind::Key] {
        names.set(kind, vec!["a".into(), "b".into()]);
    }
    let mut decoder = Decoder::new(Limits::default());
    for chunk in bytes.chunks(usize::from(piece).max(1)) {
        decoder.feed(chunk);
        loop {
            match decoder.message() {
                Ok(Some(frame)) => {
                    let _ = compact::table(&frame, &names);
                    let _ = compact::value(&frame, &names);
                }
                Ok(None) => break,
                Err(_) => return,
            }
        }
    }
});
