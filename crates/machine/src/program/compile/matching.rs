//! `where` over labels, and `match`.

use graphlance_gremlin::ast::labels;
use graphlance_gremlin::{Argument, Name, Predicate, Step, StepName, Test, Traversal};

use super::connect::connect;
use super::{Compiler, traversal_of};
use crate::failure::{ErrorKind, Failure, raise, unknown};
use crate::program::{Body, ChainId, Kind, MatchPart};

impl Compiler<'_> {
    pub(super) fn where_step(&mut self, step: &Step) -> Result<Kind, Failure> {
        let bys = self.bys(step)?;
        match step.arguments.as_slice() {
            [Argument::Predicate(predicate)] => {
                Ok(Kind::WhereLabels { start: None, check: Box::new(self.labelled(predicate)?), bys })
            }
            [start, Argument::Predicate(predicate)] => {
                let start = Some(self.name(start)?);
                Ok(Kind::WhereLabels { start, check: Box::new(self.labelled(predicate)?), bys })
            }
            [Argument::Traversal(traversal)] => {
                let connected = connect(traversal, false);
                tell_conditions_apart(&connected)?;
                if variables(&connected).is_empty() {
                    if is_scoped(&connected)? {
                        return Err(unknown(
                            "a where() that begins with a match(), or begins or ends with another over labels",
                        ));
                    }
                    return Ok(Kind::Filter(self.child(traversal)?));
                }
                Ok(Kind::Filter(self.where_chain(&connected)?))
            }
            _ => Err(unknown("this form of where()")),
        }
    }

    /// A chain that begins with the object under a label and ends where it meets that under another.
    fn where_chain(&mut self, traversal: &Traversal) -> Result<ChainId, Failure> {
        let traversal = connect(traversal, false);
        let around = std::mem::take(&mut self.made);
        let chain = self.new_chain();
        let start = labels(&traversal.start).next().cloned();
        let mut inner = Traversal::new(traversal.steps.clone());
        let end = end_label(&mut inner)?;
        let mut steps = inner.steps.as_slice();
        if let Some(first) = connective(&traversal) {
            let sides = first.arguments.iter().map(|side| self.where_chain(traversal_of(side)?));
            let sides = sides.collect::<Result<Vec<_>, Failure>>()?;
            let kind = match first.name {
                StepName::And => Kind::And(sides),
                StepName::Or => Kind::Or(sides),
                _ => Kind::Not(sides[0]),
            };
            self.push(chain, first.name, kind, Vec::new())?;
            steps = &steps[1..];
        } else if start.is_some() || end.is_some() {
            self.push(chain, StepName::Where, Kind::WhereStart(start), Vec::new())?;
        }
        let rest = Traversal::new(steps.to_vec());
        if !rest.steps.is_empty() || self.program.chains[chain].ops.is_empty() {
            self.fill(chain, &rest, false)?;
        }
        if let Some(end) = end {
            self.push(chain, StepName::Where, Kind::WhereEnd(end), Vec::new())?;
        }
        self.made = around;
        self.made.push(chain);
        Ok(chain)
    }

    /// The parts of `match`.
    pub(super) fn match_parts(&mut self, arguments: &[Argument]) -> Result<Vec<MatchPart>, Failure> {
        arguments.iter().map(|argument| self.match_part(traversal_of(argument)?)).collect()
    }

    /// Whether a step may give something before anything goes in: `inject`, and `optional` or `local` of what reduces.
    fn gives_of_nothing(&self, chain: ChainId) -> bool {
        self.program.chains[chain].ops.iter().any(|op| {
            let op = self.program.op(*op);
            matches!(op.kind, Kind::Inject { .. })
                || matches!(op.kind, Kind::Optional(inner) | Kind::Local(inner) if self.reduces_within(inner))
                || op.children.iter().any(|child| self.gives_of_nothing(*child))
        })
    }

    fn reduces_within(&self, chain: ChainId) -> bool {
        let mut ops = self.program.chains[chain].ops.iter().map(|op| self.program.op(*op));
        ops.any(|op| op.kind.reduces() || op.children.iter().any(|child| self.reduces_within(*child)))
    }

    /// Whether a step in a branch, which does not begin anew for each object, has a state.
    fn remembers_within(&self, chain: ChainId) -> bool {
        let ops = || self.program.chains[chain].ops.iter().map(|op| self.program.op(*op));
        let branches = ops().filter(|op| matches!(op.kind, Kind::Repeat(_) | Kind::Branch { .. }));
        branches.flat_map(|op| &op.children).any(|child| self.remembers(*child))
            || ops().flat_map(|op| &op.children).any(|child| self.remembers_within(*child))
    }

    fn remembers(&self, chain: ChainId) -> bool {
        self.program.chains[chain].ops.iter().any(|op| {
            let op = self.program.op(*op);
            op.kind.waits() || op.children.iter().any(|child| self.remembers(*child))
        })
    }

    fn match_part(&mut self, traversal: &Traversal) -> Result<MatchPart, Failure> {
        let traversal = connect(traversal, false);
        let part = |start, body, end| MatchPart { start, body, end };
        if let Some(start) = labels(&traversal.start).next().cloned() {
            let mut inner = Traversal::new(traversal.steps.clone());
            let end = end_label(&mut inner)?;
            let chain = self.child(&inner)?;
            if self.remembers_within(chain) {
                return Err(unknown("what a step in a branch of a match() remembers"));
            }
            if self.gives_of_nothing(chain) {
                return Err(unknown("a part of match() that begins anew"));
            }
            let body = Body::Chain(chain);
            return Ok(part(Some(start), body, end));
        }
        let Some(first) = traversal.steps.first() else {
            return Err(raise(ErrorKind::Verification, "a part of match() begins with a label"));
        };
        match first.name {
            StepName::And | StepName::Or if traversal.steps.len() == 1 => {
                let parts = self.match_parts(&first.arguments)?;
                let body = if first.name == StepName::And { Body::All(parts) } else { Body::Any(parts) };
                Ok(part(None, body, None))
            }
            StepName::Not => {
                let read = variables(&traversal);
                let chain = self.where_chain(&traversal)?;
                Ok(part(None, Body::Filter(chain, read), None))
            }
            StepName::Where => {
                let read = match first.arguments.as_slice() {
                    [Argument::Traversal(inner)] => variables(&connect(inner, false)),
                    arguments => predicate_labels(arguments),
                };
                let mut inner = Traversal::new(traversal.steps.clone());
                let end = end_label(&mut inner)?;
                let chain = self.child(&inner)?;
                Ok(part(None, Body::Filter(chain, read), end))
            }
            _ => Err(raise(ErrorKind::Verification, "a part of match() begins with a label")),
        }
    }
}

/// The first step of a traversal if it is a condition of others.
fn connective(traversal: &Traversal) -> Option<&Step> {
    let is_one =
        |step: &&Step| matches!(step.name, StepName::And | StepName::Or | StepName::Not) && !step.arguments.is_empty();
    traversal.steps.first().filter(|_| labels(&traversal.start).next().is_none()).filter(is_one)
}

/// Whether a traversal, or a condition that it begins with, begins or ends with a step that reads labels by itself.
fn is_scoped(traversal: &Traversal) -> Result<bool, Failure> {
    let reads =
        |step: &Step| step.name == StepName::Where && matches!(step.arguments.as_slice(), [_, Argument::Predicate(_)]);
    if traversal.steps.last().is_some_and(reads) {
        return Ok(true);
    }
    let Some(first) = traversal.steps.first() else { return Ok(false) };
    if labels(&traversal.start).next().is_some() {
        return Ok(false);
    }
    if connective(traversal).is_none() {
        return Ok(match (first.name, first.arguments.as_slice()) {
            (StepName::Match, _) => true,
            _ if reads(first) => true,
            (StepName::Where, [Argument::Traversal(inner)]) => !variables(&connect(inner, false)).is_empty(),
            _ => false,
        });
    }
    for side in &first.arguments {
        if is_scoped(&connect(traversal_of(side)?, false))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Takes the label off the last step.
fn end_label(traversal: &mut Traversal) -> Result<Option<Name>, Failure> {
    tell_conditions_apart(traversal)?;
    let Some(last) = traversal.steps.last_mut() else { return Ok(None) };
    let given: Vec<Name> = last.labels().cloned().collect();
    if given.len() > 1 {
        return Err(raise(ErrorKind::Verification, "the end of a pattern has one label"));
    }
    last.modulators.retain(|modulator| modulator.name != StepName::As);
    Ok(given.into_iter().next())
}

/// Conditions on one element are one step to TinkerPop, which has the labels of all of them, and no document says so.
fn tell_conditions_apart(traversal: &Traversal) -> Result<(), Failure> {
    let mut conditions = traversal.steps.iter().rev().take_while(|step| is_condition(step)).skip(1);
    if conditions.any(|step| step.labels().next().is_some()) {
        return Err(Failure::Unspecified("whether a label among conditions stands at the end".to_owned()));
    }
    let sides = connective(traversal).into_iter().flat_map(|step| &step.arguments).filter_map(Argument::as_traversal);
    sides.into_iter().try_for_each(|side| tell_conditions_apart(&connect(side, false)))
}

/// Whether a step asks for a part of an element, and for no more than whether that is as it should be.
fn is_condition(step: &Step) -> bool {
    use StepName::{Has, HasId, HasKey, HasLabel, HasValue};
    matches!(step.name, Has | HasId | HasKey | HasLabel | HasValue)
}

/// The labels that a condition reads: those that it begins and ends with.
fn variables(traversal: &Traversal) -> Vec<Name> {
    let mut found = Vec::new();
    if let Some(first) = connective(traversal) {
        for side in first.arguments.iter().filter_map(Argument::as_traversal) {
            found.extend(variables(&connect(side, false)));
        }
    }
    found.extend(labels(&traversal.start).cloned());
    if let Some(last) = traversal.steps.last() {
        found.extend(last.labels().cloned());
    }
    found
}

/// The labels that `where("a", P.eq("b"))` reads.
fn predicate_labels(arguments: &[Argument]) -> Vec<Name> {
    let mut found = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Predicate(predicate) => of_predicate(predicate, &mut found),
            other => found.extend(other.as_str().map(Name::from)),
        }
    }
    found
}

fn of_predicate(predicate: &Predicate, found: &mut Vec<Name>) {
    match &predicate.test {
        Test::Named { arguments, .. } => found.extend(arguments.iter().filter_map(|it| it.as_str().map(Name::from))),
        Test::Not(inner) => of_predicate(inner, found),
    }
    for link in &predicate.links {
        match link {
            graphlance_gremlin::Link::And(other) | graphlance_gremlin::Link::Or(other) => of_predicate(other, found),
            graphlance_gremlin::Link::Negate => {}
        }
    }
}
