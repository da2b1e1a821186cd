//! Normal forms of Unicode texts (Unicode Standard Annex 15; the Cypher manual, "Functions: normalize()" and "Expressions:
//! string normalization").

use graphlance_cypher::ast::NormalForm;
use graphlance_graph::Value;
use unicode_normalization::{UnicodeNormalization, is_nfc, is_nfd, is_nfkc, is_nfkd};

use super::{Context, bodies};
use crate::Failure;
use crate::operators::{string, wrong_type};

bodies! {
    Normalize: normalize,
}

/// Whether a text is in a normal form; null for what is no text.
pub(crate) fn is_normalized(value: &Value, form: NormalForm) -> Option<bool> {
    let Value::String(text) = value else { return None };
    Some(match form {
        NormalForm::Nfc => is_nfc(text),
        NormalForm::Nfd => is_nfd(text),
        NormalForm::Nfkc => is_nfkc(text),
        NormalForm::Nfkd => is_nfkd(text),
    })
}

fn normalize(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let form = match arguments.get(1) {
        None => NormalForm::Nfc,
        Some(Value::String(keyword)) => {
            let form = NormalForm::find(keyword);
            form.ok_or_else(|| Failure::argument_value(format!("there is no normal form {keyword}")))?
        }
        Some(other) => return Err(wrong_type("a normal form", other)),
    };
    let text = match arguments.first() {
        None | Some(Value::Null) => return Ok(Value::Null),
        Some(Value::String(text)) => text,
        Some(other) => return Err(wrong_type("a string", other)),
    };
    let normal: String = match form {
        NormalForm::Nfc => text.nfc().collect(),
        NormalForm::Nfd => text.nfd().collect(),
        NormalForm::Nfkc => text.nfkc().collect(),
        NormalForm::Nfkd => text.nfkd().collect(),
    };
    string(normal, context.options)
}
