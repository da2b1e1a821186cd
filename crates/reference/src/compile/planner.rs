//! The order in which the elements of patterns are looked for.

use graphlance_cypher::ast::{Direction, LabelExpression, PathMode};
use graphlance_graph::Graph;

use super::edge::{Edge, EdgeKind};
use super::filter::Filter;
use crate::plan::{MatchStep, NodeTarget, PathPart, PatternPlan, VariableStep};
use crate::schedule::Schedule;
use crate::term::{Slot, Term};

/// Collects what a pattern consists of and orders it: at each point the element with the fewest expected candidates,
/// each condition as soon as its variables are bound.
pub(super) struct Planner {
    /// Slots from here on are new in this clause.
    pub first_new: Slot,
    pub bound: Vec<Slot>,
    pub nodes: Vec<Slot>,
    pub labels: Vec<(Slot, LabelExpression)>,
    pub edges: Vec<Edge>,
    pub filters: Vec<Filter>,
    pub paths: Vec<(Slot, Slot, Vec<PathPart>)>,
    /// Paths in a mode: where they start and what they go over.
    pub modes: Vec<(PathMode, Slot, Vec<PathPart>)>,
    /// Variables of which a condition makes the answer open.
    pub refused: Vec<Slot>,
}

/// What is known of the graph.
struct Statistics {
    nodes: f64,
    degree: f64,
}

/// The next thing to look for.
enum Choice {
    Edge(usize),
    Node(Slot),
}

impl Planner {
    pub fn new(first_new: Slot, bound: Vec<Slot>) -> Planner {
        Planner {
            first_new,
            bound,
            nodes: Vec::new(),
            labels: Vec::new(),
            edges: Vec::new(),
            filters: Vec::new(),
            paths: Vec::new(),
            modes: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Whether a condition may raise an error before another one, or the pattern, excludes what it is raised for.
    pub fn may_hide_errors(&self) -> bool {
        let raises = self.filters.iter().any(|filter| filter.term.may_raise_as_condition());
        raises && self.filters.len() + self.edges.len() + self.labels.len() + self.nodes.len() > 1
    }

    /// The plan.
    pub fn finish(mut self, graph: &Graph, width: usize, schedule: Schedule) -> PatternPlan {
        let nodes = graph.node_count().max(1) as f64;
        let statistics = Statistics { nodes, degree: graph.relationship_count() as f64 / nodes };
        let mut state = State::new(width, &self);
        let mut rows = Vec::with_capacity(self.nodes.len());
        for slot in &self.nodes {
            rows.push(self.label_count(*slot, graph).unwrap_or(nodes));
        }
        let refused = std::mem::take(&mut self.refused);
        state.open = self.filters.iter().any(|filter| filter.needs.iter().any(|slot| refused.contains(slot)));
        self.filters.sort_by_key(|filter| filter.size);
        schedule.arrange(&mut self.filters, width as u64);
        state.filters = self.filters.iter().map(|_| false).collect();
        for slot in self.bound.clone() {
            state.bound[slot] = true;
        }
        for slot in self.nodes.iter().copied().filter(|slot| state.bound[*slot]).collect::<Vec<_>>() {
            self.check_labels(slot, &mut state);
        }
        state.apply_ready(&mut self);
        for filter in &mut self.filters {
            filter.needs.retain(|slot| !state.known(*slot));
        }
        while let Some(choice) = self.next(&rows, &mut state, &statistics, schedule) {
            match choice {
                Choice::Node(slot) => {
                    let target = self.target(slot, &state);
                    state.bind(slot);
                    state.steps.push(MatchStep::Node(target));
                }
                Choice::Edge(index) => {
                    let edge = self.edges.swap_remove(index);
                    self.add_edge(edge, &mut state);
                }
            }
            state.apply_ready(&mut self);
        }
        // Conditions on variables that no pattern binds are checked at the end.
        for index in 0..self.filters.len() {
            if !state.filters[index] {
                state.steps.push(MatchStep::Filter(index));
            }
        }
        let filters = self.filters.into_iter().map(|filter| filter.term).collect();
        let mut plan = PatternPlan { steps: state.steps, filters, introduces: Vec::new(), unnamed: Vec::new() };
        plan.note_lookups();
        if state.open {
            plan.steps.insert(0, MatchStep::Filter(plan.filters.len()));
            plan.filters.push(Term::Open("a condition on a shortest path"));
        }
        plan
    }

    fn target(&self, slot: Slot, state: &State) -> NodeTarget {
        let bound = state.bound[slot];
        // A bound node's labels were checked when it was bound.
        let labels = if bound && state.checked[slot] {
            Vec::new()
        } else {
            self.labels.iter().filter(|(of, _)| *of == slot).map(|(_, labels)| labels.clone()).collect()
        };
        NodeTarget { slot, bound, labels, lookup: None }
    }

    /// A node that is bound has the labels of its patterns.
    fn check_labels(&self, slot: Slot, state: &mut State) {
        if !state.checked[slot] && self.nodes.contains(&slot) {
            state.steps.push(MatchStep::Node(self.target(slot, state)));
        }
        state.checked[slot] = true;
    }

    /// `rows`: how many nodes have the labels, for each of `self.nodes`.
    fn next(&self, rows: &[f64], state: &mut State, statistics: &Statistics, schedule: Schedule) -> Option<Choice> {
        self.note_filtered(state);
        let state = &*state;
        let mut best: Option<(f64, Choice)> = None;
        let mut considered = state.steps.len() as u64 * 64;
        let mut consider = |rows: f64, choice: Choice| {
            considered += 1;
            let rows = rows * schedule.preference(considered);
            if best.as_ref().is_none_or(|(least, _)| rows < *least) {
                best = Some((rows, choice));
            }
        };
        for (index, edge) in self.edges.iter().enumerate() {
            if let Some(rows) = self.edge_rows(edge, state, statistics) {
                consider(rows, Choice::Edge(index));
            }
        }
        for (slot, all) in self.nodes.iter().zip(rows) {
            if !state.bound[*slot] && !state.selected[*slot] {
                consider(all * state.selectivity(*slot), Choice::Node(*slot));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// Expected matches of an edge per row; none when it cannot be taken yet.
    fn edge_rows(&self, edge: &Edge, state: &State, statistics: &Statistics) -> Option<f64> {
        let (left, right) = (state.bound[edge.left], state.bound[edge.right]);
        let both = if edge.direction == Direction::Either { 2.0 } else { 1.0 };
        match &edge.kind {
            EdgeKind::Single(hop) if state.bound[hop.slot] => Some(0.1),
            EdgeKind::Single(hop) => {
                let types = if hop.types.is_some() { 0.3 } else { 1.0 };
                let fan_out = statistics.degree * both * types * state.selectivity(hop.slot);
                match (left, right) {
                    (true, true) => Some((fan_out / statistics.nodes).min(0.9)),
                    (true, false) => Some(fan_out * state.selectivity(edge.right)),
                    (false, true) => Some(fan_out * state.selectivity(edge.left)),
                    (false, false) => None,
                }
            }
            EdgeKind::Variable { needs, .. } => {
                let ready = needs.iter().all(|slot| *slot < self.first_new || state.bound[*slot] || state.local(*slot));
                let rows = if left && right { statistics.degree } else { statistics.degree * 4.0 + 2.0 };
                (ready && (left || right)).then_some(rows)
            }
            EdgeKind::Quantified(_) => left.then_some(statistics.degree * 4.0 + 3.0),
            EdgeKind::Shortest(_) => (left && right).then_some(1.0),
            EdgeKind::Selected(..) => Some(statistics.nodes * statistics.nodes),
        }
    }

    fn label_count(&self, slot: Slot, graph: &Graph) -> Option<f64> {
        let labels = self.labels.iter().filter(|(of, _)| *of == slot);
        labels
            .map(|(_, labels)| {
                let has = |node: &graphlance_graph::Node| {
                    labels.matches(&|name| node.labels.contains(name), !node.labels.is_empty())
                };
                graph.nodes().filter(|node| has(node)).count() as f64
            })
            .reduce(f64::min)
    }

    /// Notes the variables that are the last ones some condition waits for.
    fn note_filtered(&self, state: &mut State) {
        state.filtered.fill(false);
        for (index, filter) in self.filters.iter().enumerate() {
            let mut waiting = filter.needs.iter().filter(|slot| !state.bound[**slot]);
            if let (false, Some(last), None) = (state.filters[index], waiting.next(), waiting.next()) {
                state.filtered[*last] = true;
            }
        }
    }

    fn add_edge(&mut self, edge: Edge, state: &mut State) {
        let (left, right) = (state.bound[edge.left], state.bound[edge.right]);
        match edge.kind {
            EdgeKind::Single(mut hop) => {
                hop.bound = state.bound[hop.slot];
                let step = if hop.bound && !(left || right) {
                    let targets = (self.target(edge.left, state), self.target(edge.right, state));
                    MatchStep::Relationship { hop, left: targets.0, right: targets.1, direction: edge.direction }
                } else if left {
                    let to = self.target(edge.right, state);
                    MatchStep::Expand { from: edge.left, hop, to, direction: edge.direction }
                } else {
                    let to = self.target(edge.left, state);
                    MatchStep::Expand { from: edge.right, hop, to, direction: edge.direction.reversed() }
                };
                if let MatchStep::Expand { hop, .. } | MatchStep::Relationship { hop, .. } = &step {
                    state.bound[hop.slot] = true;
                }
                state.steps.push(step);
            }
            EdgeKind::Variable { slot, bound, each, .. } => {
                let bound = bound || state.bound[slot];
                let (from, to) = if left { (edge.left, edge.right) } else { (edge.right, edge.left) };
                let direction = if left { edge.direction } else { edge.direction.reversed() };
                let to = self.target(to, state);
                let step = VariableStep { from, to, direction, slot, bound, reversed: !left, each: *each };
                state.steps.push(MatchStep::Variable(Box::new(step)));
                state.bound[slot] = true;
            }
            EdgeKind::Quantified(mut step) => {
                step.to = self.target(edge.right, state);
                step.groups.iter().for_each(|(_, group)| state.bound[*group] = true);
                state.bound[step.trace] = true;
                state.steps.push(MatchStep::Quantified(step));
            }
            EdgeKind::Shortest(step) => {
                state.bound[step.slot] = true;
                state.steps.push(MatchStep::Shortest(step));
            }
            EdgeKind::Selected(mut step, binds) => {
                let is_joined = |slot: &Slot| state.bound[*slot] && !self.bound.contains(slot);
                step.joined = [step.start, step.end].into_iter().filter(is_joined).collect();
                state.steps.push(MatchStep::Selected(step));
                for slot in binds {
                    state.bound[slot] = true;
                    self.check_labels(slot, state);
                }
            }
        }
        state.bind(edge.left);
        state.bind(edge.right);
    }
}

/// What is bound so far.
struct State {
    bound: Vec<bool>,
    /// The labels of the node in this slot have been checked.
    checked: Vec<bool>,
    /// Some condition only waits for this variable.
    filtered: Vec<bool>,
    /// Bound by this clause in the end.
    pattern: Vec<bool>,
    /// Bound by a selected pattern, which scans by itself.
    selected: Vec<bool>,
    filters: Vec<bool>,
    steps: Vec<MatchStep>,
    open: bool,
}

impl State {
    fn new(width: usize, planner: &Planner) -> State {
        let mut state = State {
            bound: vec![false; width],
            checked: vec![false; width],
            filtered: vec![false; width],
            pattern: vec![false; width],
            selected: vec![false; width],
            filters: Vec::new(),
            steps: Vec::new(),
            open: false,
        };
        for slot in &planner.nodes {
            state.pattern[*slot] = true;
        }
        for (slot, _, _) in &planner.paths {
            state.pattern[*slot] = true;
        }
        for edge in &planner.edges {
            match &edge.kind {
                EdgeKind::Single(hop) => state.pattern[hop.slot] = true,
                EdgeKind::Variable { slot, .. } => state.pattern[*slot] = true,
                EdgeKind::Quantified(step) => step.groups.iter().for_each(|(_, group)| state.pattern[*group] = true),
                EdgeKind::Shortest(step) => state.pattern[step.slot] = true,
                EdgeKind::Selected(_, binds) => {
                    for slot in binds {
                        state.pattern[*slot] = true;
                        state.selected[*slot] = true;
                    }
                }
            }
        }
        state
    }

    fn bind(&mut self, slot: Slot) {
        self.bound[slot] = true;
        self.checked[slot] = true;
    }

    /// The share of candidates that conditions on this variable are expected to leave.
    fn selectivity(&self, slot: Slot) -> f64 {
        if self.filtered[slot] { 0.1 } else { 1.0 }
    }

    /// Not a variable of the pattern: a loop variable or one bound before.
    fn local(&self, slot: Slot) -> bool {
        !self.pattern[slot]
    }

    fn known(&self, slot: Slot) -> bool {
        self.bound[slot] || self.local(slot)
    }

    /// Whether everything that a path goes over is bound.
    fn has_path(&self, start: Slot, parts: &[PathPart]) -> bool {
        let has = |part: &PathPart| match part {
            PathPart::One(slot) | PathPart::Many(slot) => self.bound[*slot],
        };
        self.bound[start] && parts.iter().all(has)
    }

    /// Adds paths and conditions whose variables are all bound.
    fn apply_ready(&mut self, planner: &mut Planner) {
        let (ready, waiting): (Vec<_>, Vec<_>) =
            std::mem::take(&mut planner.modes).into_iter().partition(|(_, start, parts)| self.has_path(*start, parts));
        planner.modes = waiting;
        self.steps.extend(ready.into_iter().map(|(mode, start, parts)| MatchStep::InMode { mode, start, parts }));
        let (ready, waiting): (Vec<_>, Vec<_>) =
            std::mem::take(&mut planner.paths).into_iter().partition(|(_, start, parts)| self.has_path(*start, parts));
        planner.paths = waiting;
        for (slot, start, parts) in ready {
            self.bound[slot] = true;
            self.steps.push(super::slots::path_step(slot, start, parts));
        }
        for (index, filter) in planner.filters.iter().enumerate() {
            if !self.filters[index] && filter.needs.iter().all(|slot| self.known(*slot)) {
                self.filters[index] = true;
                self.steps.push(MatchStep::Filter(index));
            }
        }
    }
}
