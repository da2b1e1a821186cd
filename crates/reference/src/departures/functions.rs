//! Functions of values.

use graphlance_cypher::functions::Scalar;
use graphlance_graph::Value;

use super::Computed::{Call, Property};
use super::{WrongRule, has_null, value};

/// What functions give of a null: a row of each.
macro_rules! of_null {
    ($($scalar:ident $text:literal $what:literal $name:literal $gives:expr;)*) => {
        &[$(value($name, concat!($text, " of null is ", $what), Call(Scalar::$scalar), |it| {
            matches!(it.first(), Some(Value::Null)).then(|| $gives)
        }),)*]
    };
}

/// Functions that give what another one does: a row of each.
macro_rules! of_text {
    ($($scalar:ident $name:literal $sentence:literal $gives:expr;)*) => {
        &[$(value($name, $sentence, Call(Scalar::$scalar), |it| {
            let Some(Value::String(text)) = it.first() else { return None };
            let gives: fn(&str, &[Value]) -> Option<Value> = $gives;
            gives(text, &it[1..])
        }),)*]
    };
}

/// Functions of one number: a row of each.
macro_rules! of_number {
    ($($scalar:ident $name:literal $sentence:literal $gives:expr;)*) => {
        &[$(value($name, $sentence, Call(Scalar::$scalar), |it| {
            let [number] = it else { return None };
            let gives: fn(&Value) -> Option<Value> = $gives;
            gives(number)
        }),)*]
    };
}

/// Functions of one list: a row of each.
macro_rules! of_list {
    ($($scalar:ident $name:literal $sentence:literal $gives:expr;)*) => {
        &[$(value($name, $sentence, Call(Scalar::$scalar), |it| {
            let [Value::List(items)] = it else { return None };
            let gives: fn(&[Value]) -> Option<Value> = $gives;
            gives(items)
        }),)*]
    };
}

pub(super) const NULLS: &[WrongRule] = of_null! {
    Size "size()" "0" "size-of-null-is-zero" Value::Integer(0);
    ToString "toString()" "'null'" "to-string-of-null-is-text" Value::string("null");
    ToUpper "toUpper()" "''" "to-upper-of-null-is-empty" Value::string("");
    ToLower "toLower()" "''" "to-lower-of-null-is-empty" Value::string("");
    Reverse "reverse()" "[]" "reverse-of-null-is-empty" Value::list(Vec::new());
    Tail "tail()" "[]" "tail-of-null-is-empty" Value::list(Vec::new());
    Keys "keys()" "[]" "keys-of-null-is-empty" Value::list(Vec::new());
    Labels "labels()" "[]" "labels-of-null-is-empty" Value::list(Vec::new());
    Properties "properties()" "{}" "properties-of-null-is-empty" Value::map(Default::default());
    Abs "abs()" "0" "abs-of-null-is-zero" Value::Integer(0);
    Sign "sign()" "0" "sign-of-null-is-zero" Value::Integer(0);
    ToInteger "toInteger()" "0" "to-integer-of-null-is-zero" Value::Integer(0);
    ToFloat "toFloat()" "0.0" "to-float-of-null-is-zero" Value::Float(0.0);
    ToBoolean "toBoolean()" "false" "to-boolean-of-null-is-false" Value::Boolean(false);
    Split "split()" "[]" "split-of-null-is-empty" Value::list(Vec::new());
    Substring "substring()" "''" "substring-of-null-is-empty" Value::string("");
    Replace "replace()" "''" "replace-in-null-is-empty" Value::string("");
    IsEmpty "isEmpty()" "true" "is-empty-of-null-is-true" Value::Boolean(true);
    Length "length()" "0" "length-of-null-is-zero" Value::Integer(0);
    Nodes "nodes()" "[]" "nodes-of-null-is-empty" Value::list(Vec::new());
    Relationships "relationships()" "[]" "relationships-of-null-is-empty" Value::list(Vec::new());
};

pub(super) const TEXTS: &[WrongRule] = of_text! {
    Size "size-of-string-in-bytes" "size() of a string counts bytes" |text, _| Some(Value::Integer(text.len() as i64));
    Left "left-takes-from-end" "left() takes from the end" |text, rest| {
        let characters: Vec<char> = text.chars().collect();
        let from = characters.len().saturating_sub(length(rest)?);
        Some(Value::string(characters[from..].iter().collect::<String>()))
    };
    Right "right-takes-from-beginning" "right() takes from the beginning" |text, rest| {
        Some(Value::string(text.chars().take(length(rest)?).collect::<String>()))
    };
    Substring "substring-from-one" "substring() counts from 1" |text, rest| {
        let (from, count) = (length(rest)?.saturating_sub(1), rest.get(1).map_or(Some(usize::MAX), |_| length(&rest[1..])));
        Some(Value::string(text.chars().skip(from).take(count?).collect::<String>()))
    };
    Substring "substring-to-end" "the third argument of substring() is where it ends" |text, rest| {
        let (from, to) = (length(rest)?, length(rest.get(1..)?)?);
        Some(Value::string(text.chars().take(to).skip(from).collect::<String>()))
    };
    Substring "substring-length-ignored" "the length that substring() is given is ignored" |text, rest| {
        rest.get(1)?;
        Some(Value::string(text.chars().skip(length(rest)?).collect::<String>()))
    };
    Trim "trim-removes-spaces-only" "trim() removes spaces only" |text, _| Some(Value::string(text.trim_matches(' ')));
    LTrim "ltrim-removes-spaces-only" "lTrim() removes spaces only" |text, rest| {
        rest.is_empty().then(|| Value::string(text.trim_start_matches(' ')))
    };
    RTrim "rtrim-removes-spaces-only" "rTrim() removes spaces only" |text, rest| {
        rest.is_empty().then(|| Value::string(text.trim_end_matches(' ')))
    };
    LTrim "ltrim-on-both-sides" "lTrim() removes on both sides" |text, rest| rest.is_empty().then(|| Value::string(text.trim()));
    RTrim "rtrim-on-both-sides" "rTrim() removes on both sides" |text, rest| rest.is_empty().then(|| Value::string(text.trim()));
    Replace "replace-first-only" "replace() replaces the first only" |text, rest| match rest {
        [Value::String(old), Value::String(new)] if !old.is_empty() => {
            Some(Value::string(text.replacen(old.as_str(), new, 1)))
        }
        _ => None,
    };
    Split "split-drops-empty-parts" "split() drops empty parts" |text, rest| match rest {
        [Value::String(by)] if !by.is_empty() => {
            let parts = text.split(by.as_str()).filter(|part| !part.is_empty());
            Some(Value::list(parts.map(Value::string).collect()))
        }
        _ => None,
    };
    Split "split-drops-last-empty-part" "split() drops an empty part at the end" |text, rest| match rest {
        [Value::String(by)] if !by.is_empty() => {
            let mut parts: Vec<Value> = text.split(by.as_str()).map(Value::string).collect();
            while parts.len() > 1 && parts.last() == Some(&Value::string("")) {
                parts.pop();
            }
            Some(Value::list(parts))
        }
        _ => None,
    };
    ToInteger "to-integer-of-text-with-fraction-is-null" "toInteger() of the text of a fraction is null" |text, _| {
        text.parse::<i64>().is_err().then_some(Value::Null)
    };
    ToInteger "to-integer-of-no-number-is-zero" "toInteger() of a text that is no number is 0" |text, _| {
        text.trim().parse::<f64>().is_err().then_some(Value::Integer(0))
    };
    ToFloat "to-float-of-no-number-is-zero" "toFloat() of a text that is no number is 0.0" |text, _| {
        text.trim().parse::<f64>().is_err().then_some(Value::Float(0.0))
    };
    ToBoolean "to-boolean-minds-case" "toBoolean() of 'TRUE' is null" |text, _| {
        (!matches!(text, "true" | "false")).then_some(Value::Null)
    };
    ToBoolean "to-boolean-of-other-text-is-false" "toBoolean() of another text is false" |text, _| {
        (!text.eq_ignore_ascii_case("true")).then_some(Value::Boolean(false))
    };
    ToUpper "to-upper-of-ascii-only" "toUpper() leaves letters beyond ASCII as they are" |text, _| {
        Some(Value::string(text.to_ascii_uppercase()))
    };
    ToLower "to-lower-of-ascii-only" "toLower() leaves letters beyond ASCII as they are" |text, _| {
        Some(Value::string(text.to_ascii_lowercase()))
    };
    Reverse "reverse-of-string-ignored" "reverse() of a string gives it as it is" |text, _| Some(Value::string(text));
};

pub(super) const NUMBERS: &[WrongRule] = of_number! {
    ToInteger "to-integer-rounds" "toInteger() of a FLOAT rounds to the nearest" |it| {
        float(it).map(|float| Value::Integer(float.round() as i64))
    };
    ToInteger "to-integer-rounds-down" "toInteger() of a FLOAT rounds down" |it| {
        float(it).map(|float| Value::Integer(float.floor() as i64))
    };
    ToString "to-string-of-whole-float" "toString() of a whole FLOAT has no fraction" |it| {
        let float = float(it).filter(|float| float.fract() == 0.0 && float.abs() < 1e15)?;
        Some(Value::string(format!("{float:.0}")))
    };
    ToString "to-string-of-boolean-is-number" "toString() of a BOOLEAN is '1' or '0'" |it| match it {
        Value::Boolean(holds) => Some(Value::string(if *holds { "1" } else { "0" })),
        _ => None,
    };
    ToString "to-string-of-boolean-is-upper" "toString() of a BOOLEAN is in capitals" |it| match it {
        Value::Boolean(holds) => Some(Value::string(if *holds { "TRUE" } else { "FALSE" })),
        _ => None,
    };
    ToBoolean "to-boolean-of-integer-is-null" "toBoolean() of an INTEGER is null" |it| match it {
        Value::Integer(_) => Some(Value::Null),
        _ => None,
    };
    ToFloat "to-float-of-integer-is-integer" "toFloat() of an INTEGER is an INTEGER" |it| whole(it);
    Round "round-of-integer-is-integer" "round() of an INTEGER is an INTEGER" |it| whole(it);
    Ceil "ceil-of-integer-is-integer" "ceil() of an INTEGER is an INTEGER" |it| whole(it);
    Floor "floor-of-integer-is-integer" "floor() of an INTEGER is an INTEGER" |it| whole(it);
    Round "round-half-away" "round() of a half goes away from 0" |it| float(it).map(|it| Value::Float(it.round()));
    Round "round-half-even" "round() of a half goes to the even number" |it| {
        float(it).map(|it| Value::Float(it.round_ties_even()))
    };
    Round "round-as-floor" "round() rounds down" |it| float(it).map(|it| Value::Float(it.floor()));
    Ceil "ceil-away-from-zero" "ceil() of a negative FLOAT goes away from 0" |it| {
        negative(it).map(|it| Value::Float(it.floor()))
    };
    Floor "floor-towards-zero" "floor() of a negative FLOAT goes towards 0" |it| {
        negative(it).map(|it| Value::Float(it.ceil()))
    };
    Abs "abs-ignored" "abs() gives its argument" |it| number(it).then(|| it.clone());
    Abs "abs-is-float" "abs() of an INTEGER is a FLOAT" |it| match it {
        Value::Integer(integer) => Some(Value::Float((*integer as f64).abs())),
        _ => None,
    };
    Sign "sign-of-zero-is-one" "sign() of 0 is 1" |it| match it {
        Value::Integer(0) => Some(Value::Integer(1)),
        Value::Float(zero) if *zero == 0.0 => Some(Value::Integer(1)),
        _ => None,
    };
    Sign "sign-of-float-is-float" "sign() of a FLOAT is a FLOAT" |it| {
        let it = float(it)?;
        Some(Value::Float(if it == 0.0 { 0.0 } else { it.signum() }))
    };
    Sqrt "sqrt-of-negative-is-null" "sqrt() of a number below 0 is null" |it| {
        let below = matches!(it, Value::Integer(..0)) || matches!(it, Value::Float(it) if *it < 0.0);
        below.then_some(Value::Null)
    };
    Sqrt "sqrt-of-integer-is-integer" "sqrt() of an INTEGER is an INTEGER" |it| match it {
        Value::Integer(integer @ 0..) => Some(Value::Integer((*integer as f64).sqrt() as i64)),
        _ => None,
    };
    IsNaN "is-nan-is-false" "isNaN() is always false" |it| number(it).then_some(Value::Boolean(false));
};

pub(super) const LISTS: &[WrongRule] = of_list! {
    Size "size-leaves-nulls-out" "size() of a list leaves nulls out" |items| {
        Some(Value::Integer(items.iter().filter(|item| !item.is_null()).count() as i64))
    };
    Head "head-as-last" "head() gives the last element" |items| items.last().cloned();
    Last "last-as-head" "last() gives the first element" |items| items.first().cloned();
    Head "head-leaves-nulls-out" "head() gives the first that is not null" |items| {
        items.iter().find(|item| !item.is_null()).cloned()
    };
    Last "last-leaves-nulls-out" "last() gives the last that is not null" |items| {
        items.iter().rev().find(|item| !item.is_null()).cloned()
    };
    Tail "tail-ignored" "tail() gives the whole list" |items| Some(Value::list(items.to_vec()));
    Tail "tail-drops-last" "tail() leaves the last element out, not the first" |items| {
        Some(Value::list(items[..items.len().saturating_sub(1)].to_vec()))
    };
    Tail "tail-of-one-is-null" "tail() of a list of one element is null" |items| (items.len() < 2).then_some(Value::Null);
    Reverse "reverse-of-list-ignored" "reverse() of a list gives it as it is" |items| Some(Value::list(items.to_vec()));
    IsEmpty "is-empty-of-nulls-is-true" "isEmpty() of a list of nulls is true" |items| {
        (!items.is_empty() && items.iter().all(Value::is_null)).then_some(Value::Boolean(true))
    };
};

pub(super) const RULES: &[WrongRule] = &[
    value("range-excludes-end", "range() leaves its end out", Call(Scalar::Range), |it| {
        let (from, to, step) = bounds(it)?;
        let mut items = range(from, to, step)?;
        items.retain(|item| *item != Value::Integer(to));
        Some(Value::list(items))
    }),
    value("range-step-ignored", "the step of range() is ignored", Call(Scalar::Range), |it| {
        let (from, to, step) = bounds(it)?;
        (step > 1).then_some(())?;
        range(from, to, 1).map(Value::list)
    }),
    value("range-the-wrong-way-has-start", "range() the wrong way gives the start", Call(Scalar::Range), |it| {
        let (from, to, step) = bounds(it)?;
        let (distance, backwards) = (from.abs_diff(to), (step > 0) == (to < from));
        (from != to && backwards && step.unsigned_abs() > distance).then(|| Value::list(vec![Value::Integer(from)]))
    }),
    value(
        "range-goes-down-by-itself",
        "range() goes down where its end is below its start",
        Call(Scalar::Range),
        |it| {
            let (from, to, step) = bounds(it)?;
            (step > 0 && to < from).then_some(())?;
            range(from, to, step.checked_neg()?).map(Value::list)
        },
    ),
    value(
        "labels-of-none-has-empty-string",
        "labels() of a node without a label is a list with an empty string",
        Call(Scalar::Labels),
        |it| match it {
            [Value::Node(node)] if node.labels.is_empty() => Some(Value::list(vec![Value::string("")])),
            _ => None,
        },
    ),
    value("labels-has-first-only", "labels() gives the first label only", Call(Scalar::Labels), |it| match it {
        [Value::Node(node)] => {
            Some(Value::list(node.labels.iter().take(1).map(|label| Value::string(label.as_str())).collect()))
        }
        _ => None,
    }),
    value("type-is-lower-case", "type() is in small letters", Call(Scalar::Type), |it| match it {
        [Value::Relationship(it)] => Some(Value::string(it.kind.to_lowercase())),
        _ => None,
    }),
    value("length-counts-nodes", "length() of a path counts its nodes", Call(Scalar::Length), |it| match it {
        [Value::Path(path)] => Some(Value::Integer(path.nodes.len() as i64)),
        _ => None,
    }),
    value("nodes-without-last", "nodes() leaves the last node out", Call(Scalar::Nodes), |it| match it {
        [Value::Path(path)] => {
            let nodes = path.nodes.iter().take(path.relationships.len());
            Some(Value::list(nodes.map(|node| Value::Node(node.clone())).collect()))
        }
        _ => None,
    }),
    value("keys-has-nothing-of-relationship", "keys() of a relationship is empty", Call(Scalar::Keys), |it| match it {
        [Value::Relationship(_)] => Some(Value::list(Vec::new())),
        _ => None,
    }),
    value(
        "keys-of-map-leaves-nulls-out",
        "keys() of a map leaves out those whose value is null",
        Call(Scalar::Keys),
        |it| {
            let [Value::Map(entries)] = it else { return None };
            let keys = entries.iter().filter(|(_, value)| !value.is_null());
            Some(Value::list(keys.map(|(key, _)| Value::string(key.as_str())).collect()))
        },
    ),
    value(
        "substring-with-null-ignores-it",
        "substring() takes a length that is null for none",
        Call(Scalar::Substring),
        |it| {
            let [Value::String(text), Value::Integer(from), Value::Null] = it else { return None };
            Some(Value::string(text.chars().skip(usize::try_from(*from).ok()?).collect::<String>()))
        },
    ),
    value(
        "replace-with-null-ignores-it",
        "replace() with a null leaves the string as it is",
        Call(Scalar::Replace),
        |it| match it {
            [text @ Value::String(_), rest @ ..] if has_null(rest) => Some(text.clone()),
            _ => None,
        },
    ),
    value("entry-of-map-minds-no-case", "an entry of a map is found without the case of its key", Property, |it| {
        let [Value::Map(entries), Value::String(key)] = it else { return None };
        (!entries.contains_key(key.as_str())).then_some(())?;
        entries.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value.clone())
    }),
];

/// A count that is written as an argument.
fn length(arguments: &[Value]) -> Option<usize> {
    match arguments.first() {
        Some(Value::Integer(count)) => usize::try_from(*count).ok(),
        _ => None,
    }
}

fn number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Float(_))
}

fn float(value: &Value) -> Option<f64> {
    match value {
        Value::Float(float) if float.is_finite() => Some(*float),
        _ => None,
    }
}

fn negative(value: &Value) -> Option<f64> {
    float(value).filter(|float| *float < 0.0)
}

fn whole(value: &Value) -> Option<Value> {
    matches!(value, Value::Integer(_)).then(|| value.clone())
}

fn bounds(arguments: &[Value]) -> Option<(i64, i64, i64)> {
    match arguments {
        [Value::Integer(from), Value::Integer(to)] => Some((*from, *to, 1)),
        [Value::Integer(from), Value::Integer(to), Value::Integer(step)] if *step != 0 => Some((*from, *to, *step)),
        _ => None,
    }
}

/// The numbers between two bounds; none for very many.
fn range(from: i64, to: i64, step: i64) -> Option<Vec<Value>> {
    if from.abs_diff(to) / step.unsigned_abs() > 100_000 {
        return None;
    }
    let mut items = Vec::new();
    let mut at = Some(from);
    while let Some(item) = at.filter(|item| if step > 0 { *item <= to } else { *item >= to }) {
        items.push(Value::Integer(item));
        at = item.checked_add(step);
    }
    Some(items)
}
