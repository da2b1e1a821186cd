//! Which versions can say a statement in gremlin-lang.

use crate::ast::{Argument, Modulator, Statement, Step};
use crate::predicate::Test;
use crate::scalar::Scalar;
use crate::strategies::{Named, StrategyRow};
use crate::table::{Parameter, Row, Signature, Trait};
use crate::version::{Version, Versions};
use crate::walk::{Part, walk};

/// The versions whose gremlin-lang has the steps of a statement in the forms that they have, its tokens, and its literals.
/// Whether the statement makes sense is another question. No version up to 3.8 has literals of characters.
pub fn versions_of(statement: &Statement) -> Versions {
    let mut versions = Versions::ALL;
    walk(Part::Statement(statement), &mut |part| versions = versions.and(of_part(part)));
    versions
}

fn of_part(part: Part<'_>) -> Versions {
    match part {
        Part::Statement(_) | Part::Traversal(..) => Versions::ALL,
        Part::Step(Step { name, arguments, .. }, place) | Part::Modulator(Modulator { name, arguments }, place) => {
            of_forms(name.row().at(place), arguments, |signature| variables(name.row(), signature, arguments))
        }
        Part::Argument(argument) => of_argument(argument),
        Part::Predicate(predicate) => match &predicate.test {
            Test::Named { name, arguments } => of_forms(name.signatures().iter(), arguments, |_| {
                let several = arguments.len() > 1 && name.signatures().iter().any(Signature::is_open);
                match arguments.iter().any(is_variable) {
                    // Of several values one by one none may be a variable in 3.7.
                    true if several => Versions::since(Version::V38),
                    true => Versions::since(Version::V37),
                    false => Versions::ALL,
                }
            }),
            Test::Not(_) => Versions::ALL,
        },
    }
}

/// The versions of whichever of some forms takes arguments.
fn of_forms<'s>(
    forms: impl Iterator<Item = &'s Signature>,
    arguments: &[Argument],
    further: impl Fn(&Signature) -> Versions,
) -> Versions {
    let fitting = forms.filter(|signature| signature.takes(arguments));
    fitting.fold(Versions::NONE, |versions, signature| versions.or(signature.versions.and(further(signature))))
}

/// The versions in which variables may stand where they do, and coins have a float.
fn variables(row: &Row, signature: &Signature, arguments: &[Argument]) -> Versions {
    let mut versions = Versions::ALL;
    for (index, argument) in arguments.iter().enumerate() {
        let parameter = signature.parameter(index);
        let is_number = parameter == Some(Parameter::Number);
        versions = versions.and(match argument {
            Argument::Variable(_) => {
                let bindable = row.is(Trait::Variables) && parameter.is_some_and(|parameter| parameter.is_bindable());
                let last = if bindable { Version::V38 } else { Version::V37 };
                Versions::range(Version::V37, last)
            }
            // The last release of 3.7 takes an integer, too, the one before it does not.
            Argument::Scalar(scalar) if is_number && scalar.is_integer() => Versions::since(Version::V38),
            _ => Versions::ALL,
        });
    }
    versions
}

fn is_variable(argument: &Argument) -> bool {
    matches!(argument, Argument::Variable(_))
}

fn of_argument(argument: &Argument) -> Versions {
    match argument {
        Argument::Scalar(scalar) => of_scalar(scalar),
        Argument::List(items) if items.iter().any(is_variable) => Versions::NONE,
        Argument::Set(items) if items.iter().any(is_variable) => Versions::NONE,
        Argument::Map(entries) if entries.iter().any(|entry| is_variable(&entry.1)) => Versions::NONE,
        Argument::WithCardinality(_, value) if is_variable(value) => Versions::NONE,
        Argument::Set(_) | Argument::RandomUuid => Versions::since(Version::V38),
        Argument::Token(token) => token.versions(),
        Argument::WithCardinality(..) | Argument::Now => Versions::since(Version::V37),
        Argument::Vertex(_) => Versions::range(Version::V36, Version::V37),
        Argument::Strategy(strategy) => {
            let form = if strategy.configuration.is_empty() { Named::Bare } else { Named::Configured };
            let old = StrategyRow::find(&strategy.name).map(|row| row.before_38);
            let is_old = old.is_some_and(|old| old == form || old == Named::Either);
            if is_old { Versions::ALL } else { Versions::since(Version::V38) }
        }
        Argument::Map(entries) => entries.iter().fold(Versions::ALL, |versions, entry| versions.and(of_key(&entry.0))),
        _ => Versions::ALL,
    }
}

/// The versions in which a key of a map may be what it is.
fn of_key(key: &Argument) -> Versions {
    match key {
        Argument::Scalar(Scalar::Double(value)) if !value.is_finite() => Versions::since(Version::V38),
        // The last releases of 3.6 take collections, too, the first do not.
        Argument::List(_) | Argument::Map(_) => Versions::since(Version::V37),
        Argument::Token(_) => Versions::since(Version::V36),
        _ => Versions::ALL,
    }
}

fn of_scalar(scalar: &Scalar) -> Versions {
    match scalar {
        Scalar::Byte(_) | Scalar::Short(_) | Scalar::BigInteger(_) | Scalar::BigDecimal(_) => {
            Versions::since(Version::V36)
        }
        Scalar::Double(value) if !value.is_finite() => Versions::since(Version::V36),
        Scalar::Uuid(_) => Versions::since(Version::V38),
        Scalar::Character(_) => Versions::NONE,
        _ => Versions::ALL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(versions_of(&statement).to_string(), expected, "{text}");
    }

    #[test]
    fn a_statement_is_of_the_versions_of_all_its_parts() {
        check("g.V().has('age', gt(1)).out().count()", "3.5, 3.6, 3.7, 3.8");
        check("g.V().has('age', TextP.regex('a'))", "3.6, 3.7, 3.8");
        check("g.V().repeat(out().values('name').toUpper())", "3.7, 3.8");
        check("g.inject({1})", "3.8");
        check("g.inject('a'c)", "no version");
        check("g.V().store('a').none()", "3.7");
        check("g.V().store('a').none(eq(1))", "no version");
        check("g.addE('a').from(new Vertex(1, 'b'))", "3.6, 3.7");
        check("g.V().is(1b)", "3.6, 3.7, 3.8");
        check("g.V().coin(1)", "3.8");
        check("g.inject([([1]): 1])", "3.7, 3.8");
        check("g.inject([NaN: 1])", "3.8");
        check("g.inject([(T.label): 1])", "3.6, 3.7, 3.8");
        check("g.withStrategies(SeedStrategy).V()", "3.8");
        check("g.withStrategies(ReadOnlyStrategy).V()", "3.5, 3.6, 3.7, 3.8");
        check("g.withStrategies(CountStrategy).V()", "3.8");
    }

    #[test]
    fn variables_stand_where_a_version_lets_them() {
        check("g.V(x).out(x).has('a', x).limit(x).is(eq(x))", "3.7, 3.8");
        check("g.inject(x)", "3.7");
        check("g.V().has(x, 1)", "3.7");
        check("g.V().values(x)", "3.7");
        check("g.V().is(within(1, x))", "3.8");
        check("g.V([x])", "no version");
    }

    #[test]
    fn forms_are_of_their_own_versions() {
        check("g.V().aggregate(local, 'a')", "3.5, 3.6, 3.7");
        check("g.union(V(), E())", "3.7, 3.8");
        check("g.V().is(containing(null))", "3.5, 3.6");
        check("g.mergeV([:]).option(onCreate, [:], single)", "3.7, 3.8");
    }
}
