//! What the patterns of a MATCH say, apart from how they are written, and random ways to write it.

use graphlance_cypher::ast::*;
use graphlance_graph::{Name, Random};

use super::place::fresh_names;

/// The chance that a path goes on where it can.
const GOES_ON: f64 = 0.6;

/// What a MATCH says: which nodes there are and which relationships lead where.
pub(super) struct Said {
    nodes: Vec<SaidNode>,
    hops: Vec<SaidHop>,
}

struct SaidNode {
    name: Name,
    /// Whether the statement has no name for it.
    nameless: bool,
    /// What is said of it, by each pattern that says something: labels, properties, a predicate.
    sayings: Vec<NodePattern>,
}

struct SaidHop {
    relationship: RelationshipPattern,
    name: Name,
    nameless: bool,
    /// The nodes on its left and on its right.
    ends: [usize; 2],
}

/// A way to write it: a path begins at a node and goes along relationships to others.
struct Written {
    start: usize,
    hops: Vec<(usize, usize)>,
}

/// Patterns that are written in one MATCH, with the names of their relationships.
pub(super) struct Emitted {
    pub(super) patterns: Vec<Pattern>,
    pub(super) relationships: Vec<Name>,
}

impl Said {
    /// What a MATCH of a query says; none where one of its patterns binds a path, takes some of several paths or has a
    /// relationship that is not single.
    pub(super) fn by(clause: &Match, query: &Query) -> Option<Said> {
        let elements = clause.patterns.iter().map(|pattern| 1 + 2 * pattern.path.segments.len()).sum();
        let mut fresh = fresh_names(query, elements).into_iter();
        let mut said = Said { nodes: Vec::new(), hops: Vec::new() };
        for pattern in &clause.patterns {
            if pattern.variable.is_some() || pattern.selector != PathSelector::All || pattern.enclosed.is_some() {
                return None;
            }
            let mut left = said.node(&pattern.path.start, &mut fresh)?;
            for segment in &pattern.path.segments {
                let Segment::Hop { relationship, node } = segment else { return None };
                if relationship.length.is_some() {
                    return None;
                }
                let right = said.node(node, &mut fresh)?;
                let nameless = relationship.variable.is_none();
                let name = relationship.variable.clone().or_else(|| fresh.next())?;
                let relationship = relationship.clone();
                said.hops.push(SaidHop { relationship, name, nameless, ends: [left, right] });
                left = right;
            }
        }
        Some(said)
    }

    fn node(&mut self, pattern: &NodePattern, fresh: &mut impl Iterator<Item = Name>) -> Option<usize> {
        let known = self.nodes.iter().position(|node| pattern.variable.as_ref() == Some(&node.name));
        let place = match known {
            Some(place) => place,
            None => {
                let name = pattern.variable.clone().or_else(|| fresh.next())?;
                self.nodes.push(SaidNode { name, nameless: pattern.variable.is_none(), sayings: Vec::new() });
                self.nodes.len() - 1
            }
        };
        let saying = NodePattern { variable: None, ..pattern.clone() };
        if saying != NodePattern::default() {
            self.nodes[place].sayings.push(saying);
        }
        Some(place)
    }

    /// Writes it at random in as many MATCH clauses, or in one where there is nothing to divide. `most`: patterns of a clause
    /// at most.
    pub(super) fn emitted(&self, clauses: usize, most: usize, random: &mut Random) -> Option<Vec<Emitted>> {
        let mut written = self.written(random);
        random.shuffle(&mut written);
        let cuts = clauses.min(written.len()).saturating_sub(1);
        let between: Vec<usize> = (1..written.len()).collect();
        let mut cuts = random.sample(&between, cuts);
        cuts.sort_unstable();
        let divided = !cuts.is_empty();
        let mut occurrences: Vec<usize> = vec![0; self.nodes.len()];
        let mut mention = |node: usize| occurrences[node] += 1;
        for path in &written {
            mention(path.start);
            path.hops.iter().for_each(|(_, node)| mention(*node));
        }
        let mut sayings: Vec<Vec<Option<NodePattern>>> = self.sayings_at(&occurrences, random);
        let mut groups: Vec<Emitted> = Vec::new();
        for (place, path) in written.iter().enumerate() {
            if place == 0 || cuts.contains(&place) {
                groups.push(Emitted { patterns: Vec::new(), relationships: Vec::new() });
            }
            let group = groups.last_mut()?;
            let mut node = |node: usize| {
                let saying = sayings[node].pop().flatten().unwrap_or_default();
                let needed = !self.nodes[node].nameless || occurrences[node] > 1;
                let more = self.nodes[node].sayings.len() > occurrences[node];
                NodePattern { variable: (needed || more).then(|| self.nodes[node].name.clone()), ..saying }
            };
            let start = node(path.start);
            let mut segments = Vec::new();
            let mut at = path.start;
            for (hop, next) in &path.hops {
                let hop = &self.hops[*hop];
                let forwards = hop.ends == [at, *next];
                let direction = hop.relationship.direction;
                let direction = if forwards { direction } else { direction.reversed() };
                let variable = (!hop.nameless || divided).then(|| hop.name.clone());
                let relationship = RelationshipPattern { variable, direction, ..hop.relationship.clone() };
                segments.push(Segment::Hop { relationship, node: node(*next) });
                group.relationships.push(hop.name.clone());
                at = *next;
            }
            group.patterns.push(PathPattern { start, segments }.into());
        }
        let last = groups.last_mut()?;
        for (node, occurrences) in self.nodes.iter().zip(occurrences) {
            // What is said of a node more often than it stands there, is said of it once more.
            let left = node.sayings.iter().skip(occurrences);
            let alone = left.map(|saying| NodePattern { variable: Some(node.name.clone()), ..saying.clone() });
            last.patterns.extend(alone.map(|start| PathPattern { start, segments: Vec::new() }.into()));
        }
        groups.iter().all(|group| group.patterns.len() <= most).then_some(groups)
    }

    /// Every relationship once, on paths in some order; nodes without one stand alone.
    fn written(&self, random: &mut Random) -> Vec<Written> {
        let mut left: Vec<usize> = (0..self.hops.len()).collect();
        random.shuffle(&mut left);
        let mut written = Vec::new();
        while let Some(hop) = left.pop() {
            let [one, other] = self.hops[hop].ends;
            let (start, mut at) = if random.chance(0.5) { (one, other) } else { (other, one) };
            let mut hops = vec![(hop, at)];
            while random.chance(GOES_ON) {
                let Some(place) = left.iter().position(|hop| self.hops[*hop].ends.contains(&at)) else { break };
                let hop = left.remove(place);
                let [one, other] = self.hops[hop].ends;
                at = if one == at { other } else { one };
                hops.push((hop, at));
            }
            written.push(Written { start, hops });
        }
        let stands = |node: usize| {
            written.iter().any(|path: &Written| path.start == node || path.hops.iter().any(|(_, at)| *at == node))
        };
        let alone: Vec<usize> = (0..self.nodes.len()).filter(|node| !stands(*node)).collect();
        written.extend(alone.into_iter().map(|start| Written { start, hops: Vec::new() }));
        written
    }

    /// For each node what is said of it at each place where it stands, in some order.
    fn sayings_at(&self, occurrences: &[usize], random: &mut Random) -> Vec<Vec<Option<NodePattern>>> {
        let at = |(node, count): (&SaidNode, &usize)| {
            let mut sayings: Vec<Option<NodePattern>> = node.sayings.iter().take(*count).cloned().map(Some).collect();
            sayings.resize(*count, None);
            random.shuffle(&mut sayings);
            sayings
        };
        self.nodes.iter().zip(occurrences).map(at).collect()
    }
}
