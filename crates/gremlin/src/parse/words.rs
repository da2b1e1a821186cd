//! The words of the language, which no variable can be named by.

use crate::constant::Constant;
use crate::predicate::{CONNECTIVES, TestName};
use crate::table::StepName;
use crate::token::Family;

/// Words beside those of the tables.
const OTHERS: &[&str] = &[
    "g", "__", "true", "false", "null", "NaN", "Infinity", "new", "P", "TextP", "datetime", "DateTime", "UUID", "tx",
    "begin", "commit", "rollback", "toString", "incr", "decr",
];

/// Whether a word means something in the language.
pub fn is_word(text: &str) -> bool {
    OTHERS.contains(&text)
        || CONNECTIVES.contains(&text)
        || StepName::find(text).is_some()
        || TestName::find(text).is_some()
        || Family::of_class(text).is_some()
        || Family::ALL.iter().any(|family| family.find(text).is_some())
        || Constant::is_class(text)
        || Constant::all().any(|constant| constant.name() == text)
}
