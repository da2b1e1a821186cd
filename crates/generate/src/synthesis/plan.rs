//! The synthesis plan: paired operations under temporal constraints, scheduled into steps (GQS, sections 3.2 and 3.3).

use graphlance_graph::{Name, NodeKey, Random, RelationshipKey};

/// An element of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A node.
    Node(NodeKey),
    /// A relationship.
    Relationship(RelationshipKey),
}

/// An operation of the plan (Table 1, and the property access of the text).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// E+: introduce an element by (OPTIONAL) MATCH.
    Introduce(Element),
    /// (E.p)+: access a property of the expected result set under its column.
    Access {
        /// The element.
        element: Element,
        /// The property key.
        key: Name,
        /// The column of the result set.
        column: usize,
    },
    /// E-: remove an element by leaving it out of WITH or RETURN.
    Remove(Element),
    /// A+: create an alias.
    CreateAlias(usize),
    /// A-: remove it.
    RemoveAlias(usize),
    /// L+: expand a list by UNWIND.
    Expand(usize),
    /// L-: truncate it to one row by DISTINCT, LIMIT or WHERE.
    Truncate(usize),
}

/// The type of clause an operation needs; the operations of one step align on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// (OPTIONAL) MATCH
    Match,
    /// UNWIND
    Unwind,
    /// WITH, or RETURN in the last step
    Project,
}

/// A step: operations of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The kind.
    pub kind: StepKind,
    /// The operations.
    pub operations: Vec<Operation>,
}

/// Operations with their temporal constraints: a directed acyclic graph.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    operations: Vec<Operation>,
    /// `strong[i]`: operations that must stand in an earlier step than `i`.
    strong: Vec<Vec<usize>>,
    /// `weak[i]`: operations that must stand in an earlier step than `i`, or in the same.
    weak: Vec<Vec<usize>>,
}

impl Operation {
    /// The type of clause it needs.
    pub fn kind(&self) -> StepKind {
        match self {
            Operation::Introduce(_) => StepKind::Match,
            Operation::Expand(_) => StepKind::Unwind,
            _ => StepKind::Project,
        }
    }

    /// Its name in techniques.
    pub fn name(&self) -> &'static str {
        match self {
            Operation::Introduce(_) => "operation.introduce_element",
            Operation::Access { .. } => "operation.access_property",
            Operation::Remove(_) => "operation.remove_element",
            Operation::CreateAlias(_) => "operation.create_alias",
            Operation::RemoveAlias(_) => "operation.remove_alias",
            Operation::Expand(_) => "operation.expand_list",
            Operation::Truncate(_) => "operation.truncate_list",
        }
    }
}

impl Plan {
    /// Adds an operation under its constraints and returns its number.
    pub fn add(&mut self, operation: Operation, strong: Vec<usize>, weak: Vec<usize>) -> usize {
        self.operations.push(operation);
        self.strong.push(strong);
        self.weak.push(weak);
        self.operations.len() - 1
    }

    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// True without operations.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// Algorithm 1: distributes the operations over at most `limit` steps (at least two), the last one being RETURN.
    ///
    /// Where the pseudo-code stops short: an empty step is skipped; when the remaining steps are just enough for the
    /// kinds of clause still needed, all ready operations of the next kind are taken; what is left goes into RETURN.
    pub fn schedule(&self, random: &mut Random, limit: usize) -> Vec<PlanStep> {
        let mut done = vec![false; self.operations.len()];
        let mut steps: Vec<PlanStep> = Vec::new();
        let mut idle = 0;
        while !self.only_projections_left(&done) || (steps.len() + 1 < limit && random.chance(0.5) && idle < 4) {
            let left = limit.saturating_sub(steps.len() + 1);
            let forced = self.forced_kind(&done, left);
            let step = self.step(random, &done, forced);
            let Some(kind) = step.first().map(|index| self.operations[*index].kind()) else {
                idle += 1;
                continue;
            };
            for index in &step {
                done[*index] = true;
            }
            let operations = step.into_iter().map(|index| self.operations[index].clone()).collect();
            steps.push(PlanStep { kind, operations });
        }
        let rest = (0..self.operations.len()).filter(|index| !done[*index]);
        steps.push(PlanStep {
            kind: StepKind::Project,
            operations: rest.map(|index| self.operations[index].clone()).collect(),
        });
        steps
    }

    fn only_projections_left(&self, done: &[bool]) -> bool {
        (0..self.operations.len()).all(|index| done[index] || self.operations[index].kind() == StepKind::Project)
    }

    /// The kind that must be taken now, when only enough steps are left for one of each kind still needed.
    fn forced_kind(&self, done: &[bool], left: usize) -> Option<StepKind> {
        let needed = |kind| (0..done.len()).any(|index| !done[index] && self.operations[index].kind() == kind);
        let mut kinds = [StepKind::Match, StepKind::Unwind].into_iter().filter(|kind| needed(*kind));
        let first = kinds.next()?;
        (left <= 1 + kinds.count()).then_some(first)
    }

    fn step(&self, random: &mut Random, done: &[bool], forced: Option<StepKind>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.operations.len()).filter(|index| !done[*index]).collect();
        random.shuffle(&mut order);
        let mut step: Vec<usize> = Vec::new();
        let mut kind = forced;
        for index in order.iter().copied() {
            let aligned = kind.is_none_or(|kind| self.operations[index].kind() == kind);
            let ready = self.unresolved(index, done).next().is_none();
            if step.contains(&index) || !ready || !aligned || !(forced.is_some() || random.chance(0.5)) {
                continue;
            }
            kind = Some(self.operations[index].kind());
            step.push(index);
            for follower in order.iter().copied() {
                let only_behind_this =
                    self.weak[follower].contains(&index) && self.unresolved(follower, done).eq([index]);
                if only_behind_this
                    && !step.contains(&follower)
                    && Some(self.operations[follower].kind()) == kind
                    && random.chance(0.5)
                {
                    step.push(follower);
                }
            }
        }
        step
    }

    fn unresolved<'p>(&'p self, index: usize, done: &'p [bool]) -> impl Iterator<Item = usize> + 'p {
        self.strong[index].iter().chain(&self.weak[index]).copied().filter(|before| !done[*before])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plan of Examples 3.1 and 3.2.
    fn example() -> Plan {
        let mut plan = Plan::default();
        let node = |key| Element::Node(NodeKey(key));
        for key in 0..3 {
            let introduce = plan.add(Operation::Introduce(node(key)), vec![], vec![]);
            let access = Operation::Access { element: node(key), key: "name".into(), column: key as usize };
            let access = plan.add(access, vec![introduce], vec![]);
            plan.add(Operation::Remove(node(key)), vec![], vec![access]);
        }
        let extra = plan.add(Operation::Introduce(node(3)), vec![], vec![]);
        let alias = plan.add(Operation::CreateAlias(0), vec![extra], vec![]);
        plan.add(Operation::Remove(node(3)), vec![], vec![alias]);
        plan.add(Operation::RemoveAlias(0), vec![alias], vec![]);
        let expand = plan.add(Operation::Expand(0), vec![extra], vec![]);
        plan.add(Operation::Truncate(0), vec![expand], vec![]);
        plan
    }

    #[test]
    fn every_schedule_keeps_the_constraints_the_step_limit_and_the_alignment() {
        let plan = example();
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let limit = random.between(3, 9);
            let steps = plan.schedule(&mut random, limit);
            assert!(steps.len() <= limit, "{} steps of {limit}", steps.len());
            let place = |index: usize| {
                let found: Vec<usize> =
                    (0..steps.len()).filter(|step| steps[*step].operations.contains(&plan.operations[index])).collect();
                assert_eq!(found.len(), 1, "operation {index} is scheduled {} times", found.len());
                found[0]
            };
            let last = steps.len() - 1;
            for index in 0..plan.len() {
                assert!(plan.strong[index].iter().all(|before| place(*before) < place(index) || place(index) == last));
                assert!(plan.weak[index].iter().all(|before| place(*before) <= place(index)));
            }
            for step in &steps {
                assert!(step.operations.iter().all(|operation| operation.kind() == step.kind));
            }
            assert_eq!(steps[last].kind, StepKind::Project);
        }
    }

    #[test]
    fn schedules_differ_from_seed_to_seed() {
        let plan = example();
        let first = plan.schedule(&mut Random::new(1), 9);
        assert!((2..40).any(|seed| plan.schedule(&mut Random::new(seed), 9) != first));
    }
}
