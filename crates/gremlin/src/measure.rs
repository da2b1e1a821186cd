//! How complex a statement is.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use crate::ast::{Argument, Statement, Traversal};
use crate::table::{Kind, Trait};
use crate::walk::{Part, for_each_child, walk};

/// Measures of a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Steps, nested ones too.
    pub steps: usize,
    /// Modulators, nested ones too.
    pub modulators: usize,
    /// Predicates.
    pub predicates: usize,
    /// Literals.
    pub literals: usize,
    /// The deepest nesting of traversals; 1 without any.
    pub depth: usize,
    /// Steps from element to element.
    pub hops: usize,
    /// Names that one step gives and another reads: labels, and keys of what is noted aside.
    pub dependencies: usize,
}

/// The measures of a statement.
pub fn measures(statement: &Statement) -> Measures {
    let mut measures = Measures { depth: depth(Part::Statement(statement)), ..Measures::default() };
    walk(Part::Statement(statement), &mut |part| match part {
        Part::Step(step, _) => {
            measures.steps += 1;
            let row = step.row();
            let is_way = matches!(row.input, Kind::Vertex | Kind::Edge) && !row.is(Trait::Outside);
            measures.hops += usize::from(is_way);
        }
        Part::Modulator(..) => measures.modulators += 1,
        Part::Predicate(_) => measures.predicates += 1,
        Part::Argument(Argument::Scalar(_)) => measures.literals += 1,
        _ => {}
    });
    let facts = crate::facts::facts_of(statement);
    let given: BTreeSet<&SmolStr> = facts.labels.iter().chain(&facts.noted).collect();
    measures.dependencies = given.into_iter().filter(|name| facts.read.contains(*name)).count();
    measures
}

fn depth(part: Part<'_>) -> usize {
    let mut deepest = 0;
    for_each_child(part, &mut |child| deepest = deepest.max(depth(child)));
    deepest + usize::from(matches!(part, Part::Traversal(..)))
}

/// The names of the steps of a traversal in order, those in arguments in brackets, without arguments and modulators.
pub fn skeleton(traversal: &Traversal) -> String {
    let mut names: Vec<String> = Vec::new();
    for step in &traversal.steps {
        let modulators = step.before.iter().chain(&step.modulators);
        let within = step.arguments.iter().chain(modulators.flat_map(|modulator| &modulator.arguments));
        let inner: Vec<String> = within.filter_map(Argument::as_traversal).map(skeleton).collect();
        let name = step.name.text();
        names.push(if inner.is_empty() { name.to_owned() } else { format!("{name}[{}]", inner.join(", ")) });
    }
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn a_statement_is_measured_with_all_that_is_nested() {
        let text = "g.V().as('a').out('k').repeat(out().has('x', gt(1).and(lt(5)))).times(2).where(neq('a')).count()";
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let expected =
            Measures { steps: 7, modulators: 2, predicates: 3, literals: 7, depth: 2, hops: 2, dependencies: 1 };
        assert_eq!(measures(&statement), expected);
        assert_eq!(skeleton(&statement.traversal), "V out repeat[out has] where count");
    }
}
