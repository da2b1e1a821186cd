//! Where a case comes from: the oracle and its numbers, and of which statement rewrites made the others, so that they can be
//! made again when that one has changed.

use graphlance_graph::{Graph, Name};
use serde::{Deserialize, Serialize};

use crate::{Case, Dialect, Statement};

/// Where a case comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lineage {
    /// The oracle, e.g. `gqs`.
    pub oracle: Name,
    /// The hunt's seed.
    #[serde(default)]
    pub seed: u64,
    /// The round (graph) within the hunt.
    #[serde(default)]
    pub round: u64,
    /// The case within the round.
    #[serde(default)]
    pub index: u64,
    /// The profile's name.
    #[serde(default)]
    pub profile: Name,
    /// The size class drawn for the case.
    #[serde(default)]
    pub size_class: u8,
    /// The hash of the adaptation state under which it was generated.
    #[serde(default)]
    pub adaptation: String,
    /// Synthesis steps of the plan (0 when the case has no plan).
    #[serde(default)]
    pub plan_steps: usize,
    /// The names of rewrites that took part in what the case was made of and are none of its derivations: those of a case that was
    /// written before there were any, and those of steps that are gone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rewrites: Vec<Name>,
    /// What rewrites made of its statements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derivations: Vec<Derivation>,
    /// The claimed statement as the target was first asked it, in the language's own text, where that was with other values of its
    /// parameters: it may have kept them with the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_first: Option<String>,
}

/// Statements of a case that rewrites made of another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Derivation {
    /// The step whose statement they are made of.
    pub base: usize,
    /// The rewrites, in the order in which they are applied: each to the one result of that before it.
    pub rewrites: Vec<Applied>,
    /// The steps whose statements are the results of the last of them, in its order.
    pub derived: Vec<usize>,
}

/// A rewrite at one place of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Applied {
    /// Its name.
    pub rewrite: Name,
    /// Which of the places where its preconditions hold: from the first, which is 0, or, when negative, from the last, which is -1.
    pub place: isize,
    /// How many there were.
    pub of: usize,
}

impl Applied {
    /// The place counted from the other end, for a statement of which a part before the place may be gone.
    pub fn from_last(&self) -> Applied {
        Applied { place: self.place - self.of as isize, ..self.clone() }
    }
}

/// Makes derived statements again. What knows the rewrites of a language is one.
pub trait Deriver: Send + Sync {
    /// What rewrites make of a statement on a graph in a dialect. None when a precondition of one does not hold, or when the
    /// language leaves open what the statement returns.
    fn derive(&self, base: &Statement, rewrites: &[Applied], graph: &Graph, dialect: &Dialect) -> Option<Derived>;

    /// What a rewrite does and why that is right, in one sentence.
    fn sentence(&self, rewrite: &str) -> Option<&'static str>;
}

/// What rewrites made of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// The results of the last rewrite.
    pub statements: Vec<Statement>,
    /// The rewrites, each with its place from the first.
    pub rewrites: Vec<Applied>,
}

impl Lineage {
    /// Whether a step's statement is made of another one.
    pub fn derives(&self, step: usize) -> bool {
        self.derivations.iter().any(|derivation| derivation.derived.contains(&step))
    }

    /// The names of all rewrites that took part, each once.
    pub fn rewrite_names(&self) -> Vec<&Name> {
        let applied =
            self.derivations.iter().flat_map(|derivation| &derivation.rewrites).map(|applied| &applied.rewrite);
        let mut names: Vec<&Name> = Vec::new();
        for name in self.rewrites.iter().chain(applied) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The lineage under which each statement is for itself.
    pub fn loosened(&self) -> Lineage {
        let rewrites = self.rewrite_names().into_iter().cloned().collect();
        Lineage { derivations: Vec::new(), rewrites, ..self.clone() }
    }

    /// The lineage of the case that lacks a step. A derivation that the step had a part in is gone, too.
    pub fn without(&self, step: usize) -> Lineage {
        let moved = |own: usize| crate::claim::moved(own, step);
        let mut lineage = Lineage { derivations: Vec::new(), ..self.clone() };
        for Derivation { base, rewrites, derived } in &self.derivations {
            let kept: Option<Vec<usize>> = derived.iter().map(|own| moved(*own)).collect();
            match (moved(*base), kept) {
                (Some(base), Some(derived)) => {
                    lineage.derivations.push(Derivation { base, rewrites: rewrites.clone(), derived });
                }
                _ => lineage.rewrites.extend(rewrites.iter().map(|applied| applied.rewrite.clone())),
            }
        }
        lineage
    }
}

impl Case {
    /// Removes a step that the claim is not about. False when it stays.
    pub fn remove_step(&mut self, step: usize) -> bool {
        let Some(claim) = self.claim.without(step).filter(|_| step < self.steps.len()) else { return false };
        self.steps.remove(step);
        self.claim = claim;
        self.lineage = self.lineage.without(step);
        true
    }

    /// The case with its derived statements made again. None when one cannot be: a precondition does not hold, or there are other
    /// results than steps for them.
    pub fn derived_again(mut self, deriver: &dyn Deriver, dialect: &Dialect) -> Option<Case> {
        for number in 0..self.lineage.derivations.len() {
            let Derivation { base, rewrites, derived: steps } = self.lineage.derivations[number].clone();
            let derived = deriver.derive(self.statement(base)?, &rewrites, &self.graph, dialect)?;
            if derived.statements.len() != steps.len() || steps.contains(&base) {
                return None;
            }
            for (step, statement) in steps.into_iter().zip(derived.statements) {
                *self.steps.get_mut(step)?.statement_mut()? = statement;
            }
            self.lineage.derivations[number].rewrites = derived.rewrites;
        }
        Some(self)
    }

    /// Whether the derived statements are what rewrites make of the others in a dialect, preconditions and all.
    pub fn follows(&self, deriver: &dyn Deriver, dialect: &Dialect) -> bool {
        let again = || self.clone().derived_again(deriver, dialect);
        !self.lineage.derivations.is_empty() && again().is_some_and(|again| again.steps == self.steps)
    }
}

#[cfg(test)]
mod tests;
