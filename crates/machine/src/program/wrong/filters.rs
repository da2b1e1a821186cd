//! Defects of TinkerPop's strategies that fold filters into the step in front of them.

use super::bounds::opposite;
use super::ranking::{Ends, Placed, arranged, is_has, placed, rank, take_labels, without_identity};
use super::*;

impl Strategies {
    /// Folds the filters of a chain into the step in front of them.
    pub fn fold_filters(self, steps: &mut Vec<Step>) {
        if self.quirks.has(Quirk::IdentitiesTwice) {
            fold(steps, scans_all, passes_barriers, |run| identities_looked_up(run, self.version));
        }
        if self.quirks.has(Quirk::IndexedNumbersByClass) {
            look_up_numbers(steps);
        }
        for (quirk, several) in [(Quirk::LabelsTwice, false), (Quirk::LaterLabelsAdd, true)] {
            if self.quirks.has(quirk) {
                let of_edges = |run: &[Placed]| labels_of_edges(run, self.version);
                fold(steps, goes_to_edges, is_has, |run| of_edges(run).filter(|folded| (folded.from > 1) == several));
            }
        }
    }
}

/// What becomes of the outermost chain.
pub(super) const ROOT: &[(Quirk, Rule<Vec<Step>>)] = &[
    (Quirk::MatchOfFilterIsFilter, match_filters),
    (Quirk::LabelsMoveBehindFilters, |steps| {
        let mut all = without_identity(&placed(steps, &mut 0));
        if rank(&mut all, Ends::Overlooked) {
            *steps = all.into_iter().map(|placed| placed.step).collect();
        }
    }),
];

/// What is looked up in place of a run of filters, and those of them that are left.
struct Folded {
    /// One filter for each time that something is looked up.
    looked_up: Vec<Argument>,
    left: Vec<Step>,
    /// How many filters it comes from.
    from: usize,
}

/// Folds the filters behind each step of which something holds into it, where that gives anything twice.
fn fold(
    steps: &mut Vec<Step>,
    takes: fn(&Step) -> bool,
    passes: fn(&Step) -> bool,
    folded: impl Fn(&[Placed]) -> Option<Folded>,
) {
    let all = arranged(steps);
    let mut changed = false;
    let mut becoming: Vec<Step> = all.iter().map(|placed| placed.step.clone()).collect();
    for place in (0..all.len()).filter(|place| takes(&all[*place].step)).rev() {
        let run = all[place + 1..].iter().take_while(|placed| passes(&placed.step)).count();
        let Some(Folded { looked_up, left, from }) = folded(&all[place + 1..place + 1 + run]) else { continue };
        let twice =
            (1..looked_up.len()).any(|later| looked_up[..later].iter().any(|it| is_same(it, &looked_up[later])));
        if twice || from > 1 {
            let mut becomes = vec![Step::new(StepName::Union, looked_up)];
            becomes.extend(left);
            let labels: Vec<Modulator> = becoming[place + 1..=place + run].iter_mut().flat_map(take_labels).collect();
            becomes.iter_mut().for_each(|step| drop_modulators(&mut step.modulators, StepName::As));
            if let Some(last) = becomes.last_mut() {
                last.modulators.extend(labels);
            }
            becoming.splice(place + 1..=place + run, becomes);
            changed = true;
        }
    }
    if changed {
        *steps = becoming;
    }
}

/// Whether two filters ask for one value; numbers are the same of whatever type.
fn is_same(one: &Argument, other: &Argument) -> bool {
    let number = |filter: &Argument| match filter.as_traversal()?.steps.as_slice() {
        [Step { arguments, .. }] => arguments.first()?.as_scalar()?.as_long(),
        _ => None,
    };
    one == other || number(one).is_some_and(|one| Some(one) == number(other))
}

/// has(key, number) behind a V() or E(), as an index finds it: numbers of that class alone.
fn look_up_numbers(steps: &mut Vec<Step>) {
    let mut all: Vec<Step> = arranged(steps).into_iter().map(|placed| placed.step).collect();
    if !all.first().is_some_and(scans_all) {
        return;
    }
    let run = all.iter().skip(1).take_while(|step| passes_barriers(step));
    if let Some((place, of_class)) = run.enumerate().find_map(|(place, step)| Some((place, class_asked(step)?))) {
        all.insert(place + 1, of_class);
        *steps = all;
    }
}

/// Asks for a value of the class of the number that has(key, number) compares with.
fn class_asked(step: &Step) -> Option<Step> {
    let [key, value] = step.arguments.as_slice() else { return None };
    let value = match value {
        Argument::Predicate(Predicate { test: Test::Named { name: TestName::Eq, arguments }, links })
            if links.is_empty() =>
        {
            arguments.first()?
        }
        value => value,
    };
    let class = value.as_scalar().filter(|value| value.is_number())?.gtype();
    let is_of = Predicate::new(TestName::TypeOf, vec![Argument::Token(class.into())]);
    let is_property = step.name == StepName::Has && key.as_str().is_some();
    is_property.then(|| Step::new(StepName::Has, vec![key.clone(), Argument::Predicate(is_of)]))
}

/// hasId(..) in front, of which the graph looks up each identity that it names.
fn identities_looked_up(run: &[Placed], version: Version) -> Option<Folded> {
    let place = run.iter().position(|placed| identities(&placed.step, version).is_some())?;
    let looked_up = identities(&run[place].step, version)?;
    let mut left: Vec<Step> = run.iter().map(|placed| placed.step.clone()).collect();
    left.remove(place);
    let alone = |identity: &Argument| traversal(vec![Step::new(StepName::HasId, vec![identity.clone()])]);
    Some(Folded { looked_up: looked_up.iter().map(alone).collect(), left, from: 1 })
}

/// The identities that a step looks up: those of P.within(..) and P.eq(..) are looked up as others are.
fn identities(step: &Step, version: Version) -> Option<Vec<Argument>> {
    let listed = |arguments: &[Argument]| match arguments {
        [Argument::List(values)] => values.clone(),
        values => values.to_vec(),
    };
    match step.arguments.as_slice() {
        _ if step.name != StepName::HasId => None,
        [Argument::Predicate(predicate)] => match resolved(predicate, version) {
            Predicate { test: Test::Named { name: TestName::Within | TestName::Eq, arguments }, links }
                if links.is_empty() =>
            {
                Some(listed(&arguments))
            }
            _ => None,
        },
        arguments => Some(listed(arguments)),
    }
}

/// A predicate without a negation that TinkerPop resolves: of what is negated twice, and before 3.8 of any.
fn resolved(predicate: &Predicate, version: Version) -> Predicate {
    let mut it = match &predicate.test {
        Test::Not(inner) => negated(resolved(inner, version), version),
        Test::Named { .. } => Predicate { test: predicate.test.clone(), links: Vec::new() },
    };
    for link in &predicate.links {
        match link {
            Link::Negate => it = negated(it, version),
            link => it.links.push(link.clone()),
        }
    }
    it
}

/// The negation of a predicate.
fn negated(mut predicate: Predicate, version: Version) -> Predicate {
    match (&mut predicate.test, predicate.links.as_slice()) {
        (_, [Link::Negate]) => predicate.links.clear(),
        (Test::Named { name, .. }, []) => match opposite(*name).filter(|_| version < Version::V38) {
            Some(other) => *name = other,
            None => predicate.links.push(Link::Negate),
        },
        _ => predicate.links.push(Link::Negate),
    }
    predicate
}

/// The labels of edges that `InlineFilterStrategy` takes out of the first filter that has any.
fn labels_of_edges(run: &[Placed], version: Version) -> Option<Folded> {
    let (mut labels, mut left, mut from): (Vec<SmolStr>, _, _) = (Vec::new(), Vec::new(), 0);
    let mut first = None;
    for Placed { step, part_of } in run {
        match label_test(step, version).filter(|_| first.is_none_or(|first| first == part_of)) {
            Some(LabelTest::One(label)) if labels.is_empty() => labels.push(label),
            Some(LabelTest::Within(several)) if labels.iter().all(|label| several.contains(label)) => {
                labels.extend(several)
            }
            Some(LabelTest::Any(several)) if labels.is_empty() => labels.extend(several),
            _ => {
                left.push(step.clone());
                continue;
            }
        }
        first = Some(part_of);
        from += 1;
    }
    let alone =
        |label: SmolStr| traversal(vec![Step::new(StepName::HasLabel, vec![Argument::Scalar(Scalar::String(label))])]);
    (from > 0).then(|| Folded { looked_up: labels.into_iter().map(alone).collect(), left, from })
}

/// A test of labels, as TinkerPop has it.
enum LabelTest {
    One(SmolStr),
    Within(Vec<SmolStr>),
    /// One or another, by a predicate each.
    Any(Vec<SmolStr>),
}

fn label_test(step: &Step, version: Version) -> Option<LabelTest> {
    let text = |argument: &Argument| argument.as_str().map(SmolStr::from);
    let texts = |arguments: &[Argument]| arguments.iter().map(text).collect::<Option<Vec<_>>>();
    match step.arguments.as_slice() {
        _ if step.name != StepName::HasLabel => None,
        [Argument::Predicate(predicate)] => {
            let predicate = resolved(predicate, version);
            let Test::Named { name, arguments } = &predicate.test else { return None };
            match (name, predicate.links.as_slice()) {
                (TestName::Eq, []) => text(arguments.first()?).map(LabelTest::One),
                (TestName::Within, []) => match arguments.as_slice() {
                    [Argument::List(values)] => texts(values).map(LabelTest::Within),
                    values => texts(values).map(LabelTest::Within),
                },
                (TestName::Eq, links) => {
                    let mut any = vec![text(arguments.first()?)?];
                    for link in links {
                        match link {
                            Link::Or(Predicate { test: Test::Named { name: TestName::Eq, arguments }, links })
                                if links.is_empty() =>
                            {
                                any.push(text(arguments.first()?)?);
                            }
                            _ => return None,
                        }
                    }
                    Some(LabelTest::Any(any))
                }
                _ => None,
            }
        }
        [one] => text(one).map(LabelTest::One),
        several => texts(several).map(LabelTest::Within),
    }
}

/// Whether a step goes to edges of all labels.
fn goes_to_edges(step: &Step) -> bool {
    matches!(step.name, StepName::OutE | StepName::InE | StepName::BothE) && step.arguments.is_empty()
}

/// Whether TinkerGraph looks for identities behind a step.
fn passes_barriers(step: &Step) -> bool {
    is_has(step) || step.name == StepName::Barrier
}

/// Whether a step gives all vertices or edges.
fn scans_all(step: &Step) -> bool {
    matches!(step.name, StepName::V | StepName::E) && step.arguments.is_empty()
}

/// Takes the patterns out of match() that only filter what it begins with. A pattern of identity() alone goes with its labels.
fn match_filters(steps: &mut Vec<Step>) {
    for mut step in std::mem::take(steps) {
        if step.name != StepName::Match {
            steps.push(step);
            continue;
        }
        let mut known: Vec<SmolStr> = beginning(&step).into_iter().collect();
        let mut changed = true;
        while changed {
            changed = false;
            // Where none is left that begins at it, match() begins elsewhere.
            let begin = beginning(&step);
            for argument in std::mem::take(&mut step.arguments) {
                match argument.as_traversal().and_then(|pattern| filters_of(pattern, begin.as_ref()?)) {
                    Some(filters) => {
                        known.extend(filters.iter().flat_map(Step::labels).cloned());
                        steps.extend(filters);
                        changed = true;
                    }
                    None => step.arguments.push(argument),
                }
            }
        }
        let goes_on = |argument: &Argument| begins_at(argument).is_some_and(|label| known.contains(label));
        match step.arguments.as_slice() {
            [] => {}
            left if left.iter().any(goes_on) => steps.push(step),
            // Nothing leads to what is left.
            _ => steps.push(bare(StepName::Fail)),
        }
    }
}

/// The label that a pattern begins at.
fn begins_at(pattern: &Argument) -> Option<&SmolStr> {
    pattern.as_traversal().and_then(|pattern| graphlance_gremlin::ast::labels(&pattern.start).next())
}

/// The label that a match() begins with: the first of those at which a pattern begins and none ends, or the first of all.
fn beginning(step: &Step) -> Option<SmolStr> {
    let patterns = || step.arguments.iter().filter_map(Argument::as_traversal);
    let starts: Vec<&SmolStr> = step.arguments.iter().filter_map(begins_at).collect();
    let ends: Vec<&SmolStr> = patterns().filter_map(|it| it.steps.last()?.labels().next()).collect();
    let alone = starts.iter().filter(|label| !ends.contains(*label)).min();
    alone.or(starts.first()).map(|label| (*label).clone())
}

/// The filters of a pattern that has nothing else and begins with a label, with its labels.
fn filters_of(pattern: &Traversal, begin: &SmolStr) -> Option<Vec<Step>> {
    let starts: Vec<&SmolStr> = graphlance_gremlin::ast::labels(&pattern.start).collect();
    let mut filters: Vec<Step> = pattern.steps.iter().filter(|step| step.name != StepName::Identity).cloned().collect();
    if starts != [begin] || !filters.iter().all(is_has) || filters.is_empty() && pattern.steps.is_empty() {
        return None;
    }
    if let Some(last) = filters.last_mut() {
        last.modulators.push(Modulator::new(StepName::As, vec![Argument::Scalar(Scalar::String(begin.clone()))]));
    }
    Some(filters)
}
