//! From clauses that read to a statement that writes.

use graphlance_cypher::ast::*;
use graphlance_cypher::{Feature, Statement};
use graphlance_graph::{Graph, Name, Random, Returns, Value};
use graphlance_reference::{Attempt, CypherError, ErrorKind, Failure, Growth, Phase, evaluate};

use super::element::{Element, State};
use super::nested::is_writing;
use crate::expression::Shape;
use crate::profile::{StatefulShares, WritingWeights};
use crate::skeleton::{Skeleton, SkeletonContext, Table};
use crate::techniques::Techniques;

/// Share of statements that change nothing which are asked all the same.
const IDLE: f64 = 0.12;
/// Share of statements that must raise an error which are asked.
const RAISING: f64 = 0.5;
/// Attempts at a clause, and at what a long statement goes on with.
const ATTEMPTS: usize = 4;

/// A statement that writes, with what the reference says of it.
#[derive(Clone, Debug)]
pub struct Written {
    /// The statement.
    pub query: Query,
    /// What it returns, and the graph that it leaves; or the error that it must raise.
    pub outcome: Result<(Returns, Graph), CypherError>,
    /// How many clauses its parts have.
    pub clauses: usize,
    /// What was made use of.
    pub techniques: Techniques,
}

/// What is wanted of a statement.
pub struct Wanted<'w> {
    /// The form in which it is asked, none where it is not.
    pub form: &'w dyn Fn(Query) -> Option<Query>,
    /// Whether it may return these rows and leave this graph.
    pub outcome: &'w dyn Fn(&Returns, &Graph) -> bool,
}

/// A random statement that writes to the graph, of which the reference says what it does; none where this draw has none.
pub fn writing_statement(
    context: SkeletonContext<'_>,
    shares: &StatefulShares,
    wanted: &Wanted<'_>,
    random: &mut Random,
) -> Option<Written> {
    let mut skeleton = Skeleton::new(context, random);
    let two = skeleton.chance(Feature::Union, shares.unions);
    let first = Writer::part(&mut skeleton, shares, two)?;
    let mut query = Query::from(SingleQuery { clauses: first });
    if two {
        let all = skeleton.context.vocabulary.has(Feature::UnionAll) && skeleton.random.chance(0.5);
        let clauses = Writer::part(&mut skeleton, shares, true)?;
        query.unions.push(Union { all, query: SingleQuery { clauses } });
    }
    let clauses = query.parts().map(|part| part.clauses.len()).sum();
    let statement = Statement::Query((wanted.form)(query)?);
    let attempt = Attempt::of(context.graph, &statement, context.attempts);
    if let Some(answer) = attempt.answer() {
        let after = answer.graph.as_ref().unwrap_or(context.graph);
        let asked = after != context.graph || skeleton.random.chance(IDLE);
        (asked && (wanted.outcome)(&answer.returns, after)).then_some(())?;
    }
    let outcome = match attempt.confirmed() {
        Ok(answer) => Ok((answer.returns, answer.graph.unwrap_or_else(|| context.graph.clone()))),
        Err(Failure::Raised(error)) if is_due(&error) => skeleton.random.chance(RAISING).then_some(Err(error))?,
        Err(_) => return None,
    };
    let Statement::Query(query) = statement else { return None };
    Some(Written { query, outcome, clauses, techniques: std::mem::take(&mut skeleton.techniques) })
}

/// A part of a statement in progress.
pub(super) struct Writer<'s, 'a, 'r> {
    pub skeleton: &'s mut Skeleton<'a, 'r>,
    pub shares: &'s StatefulShares,
    /// The rows before the first clause that writes.
    pub table: Table<'a>,
    /// Whether the columns of that table are in scope.
    pub reads_rows: bool,
    /// Nodes and relationships in scope.
    pub elements: Vec<Element>,
    /// Variables of values that a property can hold, beside the columns of the table.
    pub values: Vec<Name>,
    /// Variables of what calls returned.
    pub returned: Vec<Name>,
    /// How many loops and calls stand around what is made.
    pub depth: usize,
}

impl<'s, 'a, 'r> Writer<'s, 'a, 'r> {
    /// The clauses of a part. `of_union`: it returns one column.
    fn part(skeleton: &'s mut Skeleton<'a, 'r>, shares: &'s StatefulShares, of_union: bool) -> Option<Vec<Clause>> {
        let start = Table::new(Growth::start(skeleton.context.graph, skeleton.context.attempts), Vec::new());
        let mut clauses = Vec::new();
        let mut table = start.clone();
        if !skeleton.random.chance(shares.without_reading) {
            let steps = 1 + skeleton.random.weighted(&shares.reading)?;
            table = skeleton.clauses(start, steps)?;
            clauses = std::mem::take(&mut skeleton.made);
        }
        let mut writer = Writer {
            elements: elements_of(&table),
            reads_rows: !table.names().is_empty(),
            values: Vec::new(),
            returned: Vec::new(),
            depth: 0,
            skeleton,
            shares,
            table,
        };
        if clauses.is_empty() && writer.chance(0.3) {
            clauses.extend(writer.rows_of_constants());
        }
        writer.write(&mut clauses)?;
        let again = writer.skeleton.random.weighted(&shares.reading_again)?;
        for _ in 0..again {
            match again {
                1 => writer.go_on(&mut clauses),
                _ => writer.go_on_surely(&mut clauses),
            }
        }
        let last = if of_union { Some(writer.return_one()) } else { writer.return_clause() };
        let ends = last.is_some() || clauses.last().is_some_and(is_writing);
        clauses.extend(last);
        ends.then_some(clauses)
    }

    /// Reads what was written, and perhaps writes again.
    fn go_on(&mut self, clauses: &mut Vec<Clause>) {
        clauses.extend(self.read_again().unwrap_or_default());
        if self.chance(self.shares.writing_again) {
            // What is in scope may allow nothing more.
            let _ = self.write(clauses);
        }
    }

    /// The same, tried several times, so that it is known what a long statement does as far as it is made.
    fn go_on_surely(&mut self, clauses: &mut Vec<Clause>) {
        let scope = (self.elements.clone(), self.values.clone(), self.returned.clone(), self.reads_rows);
        for _ in 0..ATTEMPTS {
            let mut longer = clauses.clone();
            self.go_on(&mut longer);
            if longer.len() > clauses.len() && self.is_known(&longer) {
                *clauses = longer;
                return;
            }
            (self.elements, self.values, self.returned, self.reads_rows) = scope.clone();
        }
    }

    /// Whether the reference says what the clauses do.
    fn is_known(&self, clauses: &[Clause]) -> bool {
        let mut clauses = clauses.to_vec();
        if !clauses.last().is_some_and(is_writing) {
            let count = ProjectionItem { expression: Expression::CountStar, alias: Some("c".into()) };
            clauses.push(Clause::Return(Projection { items: vec![count], ..Projection::default() }));
        }
        let statement = Statement::Query(SingleQuery { clauses }.into());
        let context = &self.skeleton.context;
        evaluate(context.graph, &statement, context.attempts).is_ok()
    }

    /// Adds clauses that write; none where not one can be had.
    fn write(&mut self, clauses: &mut Vec<Clause>) -> Option<()> {
        let begun = clauses.len();
        for _ in 0..1 + self.skeleton.random.weighted(&self.shares.writing)? {
            let Some(clause) = (0..ATTEMPTS).find_map(|_| self.clause()) else { continue };
            let calls = matches!(clause, Clause::Subquery(_)) && clauses.last().is_some_and(is_writing);
            if calls {
                // Not every parser takes a call behind a clause that writes.
                let Some(with) = self.carrying_all() else { continue };
                clauses.push(with);
            }
            clauses.push(clause);
        }
        (clauses.len() > begun).then_some(())
    }

    fn clause(&mut self) -> Option<Clause> {
        let has = |feature| f64::from(u8::from(self.skeleton.context.vocabulary.has(feature)));
        let WritingWeights { create, merge, set, remove, delete, foreach, call } = self.shares.clauses;
        let weights = [
            create * has(Feature::Create),
            merge * has(Feature::Merge),
            set * has(Feature::Set),
            remove * has(Feature::Remove),
            delete * has(Feature::Delete),
            foreach * has(Feature::Foreach),
            call,
        ];
        let (kind, clause) = match self.skeleton.random.weighted(&weights)? {
            0 => ("write.create", self.create()?),
            1 => ("write.merge", self.merge()?),
            2 => ("write.set", self.set()?),
            3 => ("write.remove", self.remove()?),
            4 => ("write.delete", self.delete_clause()?),
            5 => ("write.foreach", self.foreach()?),
            _ => ("write.call", self.call()?),
        };
        self.skeleton.techniques.count(kind);
        Some(clause)
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.skeleton.random.chance(probability)
    }
}

/// The nodes and relationships among the columns of a table.
fn elements_of(table: &Table<'_>) -> Vec<Element> {
    let of = |wanted: Shape, is_node: bool| {
        let names = table.with_shape(|shape| *shape == wanted).into_iter();
        names.map(move |name| (name, is_node)).collect::<Vec<_>>()
    };
    let found = of(Shape::Node, true).into_iter().chain(of(Shape::Relationship, false));
    let is_certain = |name: &str| (0..table.count()).all(|row| *table.value(row, name) != Value::Null);
    found.map(|(name, is_node)| Element { certain: is_certain(&name), name, is_node, state: State::Found }).collect()
}

/// Whether every engine must raise an error: one of values, of properties that cannot be, of nodes that keep relationships. What a
/// deleted element still says of itself is not for errors to tell.
fn is_due(error: &CypherError) -> bool {
    error.phase == Phase::Runtime && error.kind != ErrorKind::EntityNotFound
}
