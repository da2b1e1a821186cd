//! The size of a case: its graph and the complexity of its statements.

use graphlance_case::Case;
use graphlance_case::language::Measures;
use serde::{Deserialize, Serialize};

/// The size of a case. Statement measures are sums over its statements, depth is the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Nodes of the graph.
    pub nodes: u64,
    /// Relationships of the graph.
    pub relationships: u64,
    /// Patterns.
    pub patterns: u64,
    /// Relationship patterns.
    pub relationship_patterns: u64,
    /// Maximum expression depth.
    pub expression_depth: u64,
    /// Clauses.
    pub clauses: u64,
    /// Cross-clause references.
    pub references: u64,
    /// Synthesis steps of the plan.
    pub plan_steps: u64,
    /// Characters of the text.
    pub characters: u64,
    /// Distinct functions.
    pub functions: u64,
}

impl Measured {
    /// Measures a case, with the characters of its statements in the standard.
    pub fn of(case: &Case) -> Measured {
        let characters = case.statements().map(|statement| statement.text().chars().count()).sum::<usize>();
        Measured { characters: characters as u64, ..Measured::without_text(case) }
    }

    /// Measures a case of one statement whose text is at hand.
    pub fn of_printed(case: &Case, text: &str) -> Measured {
        Measured { characters: text.chars().count() as u64, ..Measured::without_text(case) }
    }

    fn without_text(case: &Case) -> Measured {
        let mut sum = Measured {
            nodes: case.graph.node_count() as u64,
            relationships: case.graph.relationship_count() as u64,
            plan_steps: case.lineage.plan_steps as u64,
            ..Measured::default()
        };
        for statement in case.statements() {
            sum.add(statement.measures());
        }
        sum
    }

    /// Each measure's name and value, in a fixed order.
    pub fn named(&self) -> [(&'static str, u64); 10] {
        [
            ("nodes", self.nodes),
            ("relationships", self.relationships),
            ("patterns", self.patterns),
            ("relationship patterns", self.relationship_patterns),
            ("expression depth", self.expression_depth),
            ("clauses", self.clauses),
            ("references", self.references),
            ("synthesis steps", self.plan_steps),
            ("characters", self.characters),
            ("functions", self.functions),
        ]
    }

    fn accumulate(&mut self, other: &Measured) {
        self.nodes += other.nodes;
        self.relationships += other.relationships;
        self.patterns += other.patterns;
        self.relationship_patterns += other.relationship_patterns;
        self.expression_depth += other.expression_depth;
        self.clauses += other.clauses;
        self.references += other.references;
        self.plan_steps += other.plan_steps;
        self.characters += other.characters;
        self.functions += other.functions;
    }

    fn add(&mut self, measures: &Measures) {
        self.patterns += measures.patterns as u64;
        self.relationship_patterns += measures.relationship_patterns as u64;
        self.expression_depth = self.expression_depth.max(measures.expression_depth as u64);
        self.clauses += measures.clauses as u64;
        self.references += measures.references as u64;
        self.functions += measures.functions as u64;
    }
}

/// Means of [`Measured`] over many cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Means {
    /// Cases measured.
    pub cases: u64,
    /// Sums over them.
    pub sums: Measured,
    /// Cases with at least the averages of the GQS paper in patterns, depth, clauses and references.
    pub at_paper_averages: u64,
}

impl Means {
    /// Adds a case.
    pub fn add(&mut self, case: &Measured) {
        self.cases += 1;
        self.sums.accumulate(case);
        // GQS, Table 4: patterns 8.14, depth 7.82, clauses 6.50, references 56.0.
        let at_paper = case.patterns >= 9 && case.expression_depth >= 8 && case.clauses >= 7 && case.references >= 56;
        self.at_paper_averages += u64::from(at_paper);
    }

    /// Adds other cases.
    pub fn merge(&mut self, other: &Means) {
        self.sums.accumulate(&other.sums);
        self.cases += other.cases;
        self.at_paper_averages += other.at_paper_averages;
    }

    /// Each measure's name and mean, in a fixed order.
    pub fn named(&self) -> Vec<(&'static str, f64)> {
        let cases = self.cases.max(1) as f64;
        self.sums.named().into_iter().map(|(name, sum)| (name, sum as f64 / cases)).collect()
    }
}
