//! How far TinkerPop's strategy of counts believes that a count matters to what is(..) asks of it.

use super::*;

/// What the strategy makes of an is(..).
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// How far it counts. Before 3.7 that may be below 0.
    pub most: i64,
    /// What it asks of what is counted in place of the count, where a filter does.
    pub end: Option<End>,
    /// What of the predicate makes it count not far enough.
    pub cause: Cause,
    /// How many parts the predicate has, of which it reads one after the other.
    pub parts: usize,
}

/// What is asked of what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Whether there is anything.
    Dismissed,
    /// Whether there is nothing.
    Negated,
}

/// What makes a bound be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// That it is a part of a count, where the count is asked for.
    Any,
    /// The negation of lte(), which the strategy takes for one of lt() since 3.8.
    NotAtMost,
    /// without(), of which the strategy does not count beyond the greatest.
    Without,
}

/// A predicate as TinkerPop has it.
enum Form {
    Leaf(Leaf),
    /// All or any of several.
    Several {
        all: bool,
        members: Vec<Form>,
    },
}

/// A test, which since 3.8 may be the negation of one.
#[derive(Clone)]
struct Leaf {
    test: TestName,
    arguments: Vec<Argument>,
    negated: bool,
}

/// What the strategy makes of an is(..); none where it leaves it as it is, or fails.
pub(super) fn bound_of(is: &Step, version: Version) -> Option<Bound> {
    let form = match is.arguments.as_slice() {
        _ if is.name != StepName::Is => return None,
        [Argument::Predicate(predicate)] => form_of(predicate, version)?,
        [value @ Argument::Scalar(_)] => Form::leaf(TestName::Eq, std::slice::from_ref(value)),
        _ => return None,
    };
    let parts = match form {
        Form::Several { members, .. } => members,
        leaf => vec![leaf],
    };
    let (mut most, mut end, mut is_below, mut needed) = (None, None, false, (i64::MIN, Cause::Any));
    // What is connected within a part has no value of its own.
    for part in &parts {
        let Form::Leaf(leaf) = part else { continue };
        let (candidate, is_list) = match leaf.bound(version)? {
            Some(bound) => bound,
            None => continue,
        };
        let need = leaf.need();
        if need.0 > needed.0 {
            needed = need;
        }
        is_below |= candidate < 1 && leaf.is_by_order() && version >= Version::V37;
        if most.is_none_or(|most| candidate > most) {
            most = Some(candidate);
            end = if is_list { end } else { leaf.end(candidate) };
        }
        end = end.filter(|_| !is_below);
    }
    let most = if version >= Version::V37 { most?.max(0) } else { most? };
    let cause = if needed.0 > most { needed.1 } else { Cause::Any };
    Some(Bound { most, end, cause, parts: parts.len() })
}

fn form_of(predicate: &Predicate, version: Version) -> Option<Form> {
    let mut form = match &predicate.test {
        Test::Not(inner) => form_of(inner, version)?.negate(version)?,
        Test::Named { name, arguments } => Form::of_test(*name, arguments)?,
    };
    for link in &predicate.links {
        form = match link {
            Link::And(other) => Form::connect(true, vec![form, form_of(other, version)?]),
            Link::Or(other) => Form::connect(false, vec![form, form_of(other, version)?]),
            Link::Negate => form.negate(version)?,
        };
    }
    Some(form)
}

impl Form {
    fn leaf(test: TestName, arguments: &[Argument]) -> Form {
        Form::Leaf(Leaf { test, arguments: arguments.to_vec(), negated: false })
    }

    fn of_test(name: TestName, arguments: &[Argument]) -> Option<Form> {
        use TestName::{Between, Gt, Gte, Inside, Lt, Outside};
        let (all, tests) = match name {
            Between => (true, [Gte, Lt]),
            Inside => (true, [Gt, Lt]),
            Outside => (false, [Lt, Gt]),
            _ => return Some(Form::leaf(name, arguments)),
        };
        let [low, high] = arguments else { return None };
        let members = tests.into_iter().zip([low, high]);
        let members = members.map(|(test, bound)| Form::leaf(test, std::slice::from_ref(bound))).collect();
        Some(Form::Several { all, members })
    }

    /// Those of one kind in one another are one.
    fn connect(all: bool, parts: Vec<Form>) -> Form {
        let mut members = Vec::new();
        for part in parts {
            match part {
                Form::Several { all: other, members: inner } if other == all => members.extend(inner),
                part => members.push(part),
            }
        }
        Form::Several { all, members }
    }

    fn negate(self, version: Version) -> Option<Form> {
        match self {
            Form::Several { all, members } => {
                let negated: Option<Vec<Form>> = members.into_iter().map(|member| member.negate(version)).collect();
                Some(Form::connect(!all, negated?))
            }
            Form::Leaf(leaf) if version >= Version::V38 => Some(Form::Leaf(Leaf { negated: !leaf.negated, ..leaf })),
            Form::Leaf(leaf) => Some(Form::Leaf(Leaf { test: opposite(leaf.test)?, ..leaf })),
        }
    }
}

impl Leaf {
    /// The bound of it, and whether it is one of a list; none where it has none. None at all where the strategy fails, or where
    /// nobody knows how far it counts.
    fn bound(&self, version: Version) -> Option<Option<(i64, bool)>> {
        use TestName::{Eq, Gt, Gte, Lt, Lte, Neq, Within, Without};
        match self.test {
            Within | Without if !self.negated => {
                Some(greatest(&self.arguments)?.map(|most| (most + i64::from(self.test == Within), true)))
            }
            Eq | Neq | Lt | Lte | Gt | Gte => match self.arguments.as_slice() {
                [Argument::Scalar(scalar)] if is_number(scalar) => {
                    let is_new = self.negated && version >= Version::V38;
                    // Since 3.8 the strategy adds one for a negation where it need not, and does not where it must.
                    let further =
                        if is_new { matches!(self.test, Eq | Neq | Lt | Gt) } else { !matches!(self.test, Gte | Lt) };
                    let value = number(&self.arguments[0])?;
                    Some(Some((value.ceil() as i64 + i64::from(further), false)))
                }
                [_] => Some(None),
                _ => None,
            },
            _ => Some(None),
        }
    }

    /// How far one must count, and what is wrong where that is too far for the strategy.
    fn need(&self) -> (i64, Cause) {
        use TestName::{Gte, Lt, Lte, Within, Without};
        let cause = match self.test {
            Lte if self.negated => Cause::NotAtMost,
            Without => Cause::Without,
            _ => Cause::Any,
        };
        let need = match self.test {
            Within | Without => greatest(&self.arguments).flatten().map(|most| most + 1),
            Gte | Lt => self.arguments.first().and_then(number).map(|value| value.ceil() as i64),
            _ => self.arguments.first().and_then(number).map(|value| value.floor() as i64 + 1),
        };
        (need.unwrap_or(i64::MIN), cause)
    }

    fn is_by_order(&self) -> bool {
        !self.negated && matches!(self.test, TestName::Gt | TestName::Gte | TestName::Lt | TestName::Lte)
    }

    /// What is asked of what is counted by a test of this bound.
    fn end(&self, bound: i64) -> Option<End> {
        use TestName::{Eq, Gt, Gte, Lt, Lte};
        match self.test {
            _ if self.negated => None,
            Lt if bound <= 1 => Some(End::Negated),
            Eq | Lte if bound == 1 => Some(End::Negated),
            Gt | Gte if bound == 1 => Some(End::Dismissed),
            _ => None,
        }
    }
}

/// The integer in front of the greatest value of a list; none where that is no number. None at all where there is no greatest, or
/// where it is out of reach.
fn greatest(arguments: &[Argument]) -> Option<Option<i64>> {
    let values = match arguments {
        [Argument::List(values) | Argument::Set(values)] => values,
        values => values,
    };
    let scalars: Vec<&Scalar> = values.iter().map(Argument::as_scalar).collect::<Option<_>>()?;
    if scalars.is_empty()
        || scalars.windows(2).any(|pair| std::mem::discriminant(pair[0]) != std::mem::discriminant(pair[1]))
    {
        return None;
    }
    if !is_number(scalars[0]) {
        return Some(None);
    }
    let numbers: Vec<f64> = values.iter().map(number).collect::<Option<_>>()?;
    Some(numbers.into_iter().reduce(f64::max).map(|most| most.trunc() as i64))
}

fn is_number(scalar: &Scalar) -> bool {
    scalar.as_double().is_some() || scalar.as_long().is_some()
}

/// A number that a double holds.
fn number(argument: &Argument) -> Option<f64> {
    let scalar = argument.as_scalar()?;
    let number = scalar.as_double().or_else(|| scalar.as_long().map(|number| number as f64));
    number.filter(|number| number.abs() < 1e15)
}

/// The test of the other truth value, where the versions before 3.8 have one.
pub(super) fn opposite(test: TestName) -> Option<TestName> {
    use TestName::{Eq, Gt, Gte, Lt, Lte, Neq, Within, Without};
    Some(match test {
        Eq => Neq,
        Neq => Eq,
        Lt => Gte,
        Gte => Lt,
        Gt => Lte,
        Lte => Gt,
        Within => Without,
        Without => Within,
        _ => return None,
    })
}
