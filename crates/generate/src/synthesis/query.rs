//! From a result set to a query: plan, schedule, clauses.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::ast::*;
use graphlance_cypher::{Dialect, Feature, parse_cost};
use graphlance_graph::{Column, Graph, Latitude, Name, Order, Random, RelationshipKey, Returns};
use graphlance_reference::Options;

use super::history::Walk;
use super::plan::{Element, Operation, Plan, PlanStep, StepKind};
use super::state::{State, distinct};
use crate::Profile;
use crate::expression::{Expressions, GraphShapes, Leaf};
use crate::profile::SizeClass;
use crate::techniques::Techniques;
use crate::vocabulary::Vocabulary;

/// Operators and functions tried for one predicate, alias or list.
const FUEL: usize = 24;

/// Everything a synthesis depends on, besides randomness.
#[derive(Clone, Copy)]
pub struct SynthesisContext<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The shapes of its properties.
    pub shapes: &'a GraphShapes,
    /// The target's dialect.
    pub dialect: &'a Dialect,
    /// What may be said of it.
    pub vocabulary: &'a Vocabulary,
    /// Deviations and budgets, without any fault.
    pub options: &'a Options,
    /// Techniques.
    pub profile: &'a Profile,
    /// Sizes.
    pub size: &'a SizeClass,
}

/// An expected result set: properties of elements (section 3.1).
pub type ResultSet = Vec<(Element, Name)>;

/// A synthesised query with its ground truth.
#[derive(Clone, Debug)]
pub struct Synthesised {
    /// The query.
    pub query: Query,
    /// What it must return, from the plan.
    pub returns: Returns,
    /// Steps of the plan (both plans, for a UNION).
    pub steps: usize,
    /// What the synthesis made use of.
    pub techniques: Techniques,
}

/// A synthesis in progress.
pub struct Synthesis<'a> {
    pub(super) context: SynthesisContext<'a>,
    pub(super) random: &'a mut Random,
    pub(super) techniques: Techniques,
    pub(super) state: State,
    pub(super) clauses: Vec<Clause>,
    /// Walks matched by earlier clauses.
    pub(super) history: Vec<Walk>,
    /// The variable of each planned element in scope.
    pub(super) named: BTreeMap<Element, Name>,
    /// Elements that a later step still needs.
    pub(super) pending: BTreeSet<Element>,
    /// Columns of the result set that are aliases already.
    pub(super) accessed: BTreeMap<usize, Name>,
    /// Aliases not yet removed.
    pub(super) aliases: BTreeMap<usize, Name>,
    /// Lists not yet truncated.
    pub(super) lists: BTreeMap<usize, Name>,
    variables: usize,
    locals: usize,
}

/// A query for a result set; none when this attempt came to a dead end (the caller tries again).
pub fn synthesise(context: SynthesisContext<'_>, random: &mut Random, result: &ResultSet) -> Option<Synthesised> {
    let columns: Vec<Name> = (0..result.len()).map(|index| format!("c{index}").into()).collect();
    let (first, returns, steps, mut techniques) = single(context, random, result, &columns)?;
    let feature = if random.chance(0.5) { Feature::Union } else { Feature::UnionAll };
    let joined = context.vocabulary.chance(random, feature, 0.06) && unions(&returns, &first, result.len());
    if !joined {
        return Some(Synthesised { query: first.into(), returns, steps, techniques });
    }
    let all = feature == Feature::UnionAll;
    let mut other = result.clone();
    random.shuffle(&mut other);
    let (second, more, more_steps, more_coverage) = single(context, random, &other, &columns)?;
    if !unions(&more, &second, result.len()) {
        return Some(Synthesised { query: first.into(), returns, steps, techniques });
    }
    techniques.merge(&more_coverage);
    techniques.count(if all { "clause.union_all" } else { "clause.union" });
    let mut rows = returns.rows;
    rows.extend(more.rows);
    let rows = if all { rows } else { distinct(rows) };
    let returns = Returns { columns: returns.columns, rows, order: Order::Bag, any: None };
    let query = Query { parameters: Vec::new(), first, unions: vec![Union { all, query: second }] };
    Some(Synthesised { query, returns, steps: steps + more_steps, techniques })
}

/// Whether a query may be part of a UNION: the planned columns alone, exact, and no order of its own.
fn unions(returns: &Returns, query: &SingleQuery, columns: usize) -> bool {
    let plain = |column: &Column| column.latitude == Latitude::Exact && !column.unordered_lists;
    let unordered = !matches!(query.clauses.last(), Some(Clause::Return(projection)) if !projection.order.is_empty());
    returns.columns.len() == columns && returns.columns.iter().all(plain) && unordered
}

fn single(
    context: SynthesisContext<'_>,
    random: &mut Random,
    result: &ResultSet,
    columns: &[Name],
) -> Option<(SingleQuery, Returns, usize, Techniques)> {
    let [least, most] = context.size.steps;
    let limit = random.between(least.max(2), most.max(2));
    let mut synthesis = Synthesis {
        context,
        random,
        techniques: Techniques::default(),
        state: State::start(),
        clauses: Vec::new(),
        history: Vec::new(),
        named: BTreeMap::new(),
        pending: BTreeSet::new(),
        accessed: BTreeMap::new(),
        aliases: BTreeMap::new(),
        lists: BTreeMap::new(),
        variables: 0,
        locals: 0,
    };
    let plan = synthesis.plan(result);
    let steps = plan.schedule(synthesis.random, limit);
    let returns = synthesis.run(&steps, columns)?;
    Some((SingleQuery { clauses: synthesis.clauses }, returns, steps.len(), synthesis.techniques))
}

impl<'a> Synthesis<'a> {
    /// Operations and constraints for a result set (sections 3.2 and 3.3).
    fn plan(&mut self, result: &ResultSet) -> Plan {
        let mut plan = Plan::default();
        let mut introduced: BTreeMap<Element, usize> = BTreeMap::new();
        let mut uses: BTreeMap<Element, Vec<usize>> = BTreeMap::new();
        for (column, (element, key)) in result.iter().enumerate() {
            let introduce =
                *introduced.entry(*element).or_insert_with(|| plan.add(Operation::Introduce(*element), vec![], vec![]));
            let access = Operation::Access { element: *element, key: key.clone(), column };
            let access = plan.add(access, vec![introduce], vec![]);
            uses.entry(*element).or_default().push(access);
        }
        if self.context.profile.techniques.supplementary {
            self.supplementary(&mut plan, &mut introduced, &mut uses);
        }
        for (element, introduce) in introduced {
            let weak = uses.remove(&element).unwrap_or_default();
            let strong = if weak.is_empty() { vec![introduce] } else { vec![] };
            plan.add(Operation::Remove(element), strong, weak);
        }
        plan
    }

    fn supplementary(
        &mut self,
        plan: &mut Plan,
        introduced: &mut BTreeMap<Element, usize>,
        uses: &mut BTreeMap<Element, Vec<usize>>,
    ) {
        let size = self.context.size;
        for _ in 0..self.random.between(size.extra_elements[0], size.extra_elements[1]) {
            let Some(element) = self.random_element() else { continue };
            introduced.entry(element).or_insert_with(|| plan.add(Operation::Introduce(element), vec![], vec![]));
        }
        let elements: Vec<Element> = introduced.keys().copied().collect();
        for index in 0..self.random.between(size.aliases[0], size.aliases[1]) {
            let after = self.random.pick(&elements).copied();
            let strong = after.and_then(|element| introduced.get(&element)).copied().into_iter().collect();
            let create = plan.add(Operation::CreateAlias(index), strong, vec![]);
            if let Some(element) = after {
                uses.entry(element).or_default().push(create);
            }
            plan.add(Operation::RemoveAlias(index), vec![create], vec![]);
        }
        if !self.context.profile.techniques.unwind {
            return;
        }
        for index in 0..self.random.between(size.lists[0], size.lists[1]) {
            let after = self.random.pick(&elements).copied();
            let strong = after.and_then(|element| introduced.get(&element)).copied().into_iter().collect();
            let expand = plan.add(Operation::Expand(index), strong, vec![]);
            if let Some(element) = after {
                uses.entry(element).or_default().push(expand);
            }
            if self.random.chance(0.7) {
                plan.add(Operation::Truncate(index), vec![expand], vec![]);
            }
        }
    }

    fn random_element(&mut self) -> Option<Element> {
        let graph = self.context.graph;
        let keys = graph.next_relationship_key().0 as usize;
        if keys > 0 && self.random.chance(0.5) {
            let key = RelationshipKey(self.random.below(keys) as u32);
            return graph.relationship(key).map(|relationship| Element::Relationship(relationship.key));
        }
        self.random_node().map(Element::Node)
    }

    fn run(&mut self, steps: &[PlanStep], columns: &[Name]) -> Option<Returns> {
        let (last, before) = steps.split_last()?;
        for (index, step) in before.iter().enumerate() {
            self.pending = needed_after(&steps[index + 1..]);
            match step.kind {
                StepKind::Match => {
                    let introduce = |operation: &Operation| match operation {
                        Operation::Introduce(element) => Some(*element),
                        _ => None,
                    };
                    let elements: Vec<Element> = step.operations.iter().filter_map(introduce).collect();
                    self.match_step(&elements)?;
                }
                StepKind::Unwind => {
                    for operation in &step.operations {
                        if let Operation::Expand(list) = operation
                            && let Some(name) = self.unwind_step()
                        {
                            self.lists.insert(*list, name);
                        }
                    }
                }
                StepKind::Project => self.with_step(&step.operations)?,
            }
            for operation in &step.operations {
                self.techniques.count(operation.name());
            }
            if self.context.profile.techniques.beyond_paper {
                self.beyond_the_paper();
            }
        }
        for operation in &last.operations {
            self.techniques.count(operation.name());
        }
        self.return_step(&last.operations, columns)
    }

    /// Now and then a clause that the paper does not have. A refused attempt leaves the query as it was.
    fn beyond_the_paper(&mut self) {
        let chosen = self.random.below(30);
        match chosen {
            0 => self.null_match(),
            1 | 2 => self.variable_length_match(),
            3 => self.procedure_step(),
            _ => None,
        };
    }

    /// The maker of expressions over some variables.
    pub(super) fn expressions<'s>(&'s mut self, leaves: &'s [Leaf]) -> Expressions<'s> {
        Expressions {
            random: self.random,
            graph: self.context.graph,
            shapes: self.context.shapes,
            vocabulary: self.context.vocabulary,
            options: self.context.options,
            leaves,
            locals: &mut self.locals,
            fuel: FUEL,
        }
    }

    /// A depth drawn from the size class; small ones are more frequent, since the deepest of many counts.
    pub(super) fn depth(&mut self) -> usize {
        let [least, most] = self.context.size.depth;
        let mut drawn = most;
        for _ in 0..3 {
            drawn = drawn.min(self.random.between(least, most));
        }
        drawn.min(self.context.dialect.limits.expression_depth)
    }

    /// Whether the target's parser reads the expression in reasonable time.
    pub(super) fn affordable(&self, expression: &Expression) -> bool {
        let most = self.context.dialect.limits.parse_cost;
        most == u32::MAX || parse_cost(expression) <= most
    }

    /// A variable name that no clause has used.
    pub(super) fn fresh(&mut self, kind: char) -> Name {
        self.variables += 1;
        format!("{kind}{}", self.variables).into()
    }
}

/// Elements that the given steps access or remove.
fn needed_after(steps: &[PlanStep]) -> BTreeSet<Element> {
    let needed = |operation: &Operation| match operation {
        Operation::Access { element, .. } | Operation::Remove(element) => Some(*element),
        _ => None,
    };
    steps.iter().flat_map(|step| &step.operations).filter_map(needed).collect()
}
