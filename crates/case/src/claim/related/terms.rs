//! Bags of rows and numbers that are made of what steps came to.

use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Column, Graph, Name, Properties, Row, Table, Value};
use serde::{Deserialize, Serialize};

use super::seen::Seen;

/// A bag of rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Bag {
    /// The rows that a step answers with.
    Rows(usize),
    /// Those of a step's rows whose last value is true, without it.
    Held(usize),
    /// The rows of all of them, put together.
    Together(Vec<Bag>),
    /// Each row once.
    Distinct(Box<Bag>),
    /// The rows that are in all of them, each once.
    Common(Vec<Bag>),
    /// These rows, which were known when the case was made.
    Given(Vec<Row>),
    /// The `id` of each element that has a property, in the graph that a step reads.
    Marked {
        /// The step.
        graph: usize,
        /// The key of the property.
        key: Name,
    },
    /// The `id` of each node of one graph, or of each relationship, that is not in another.
    Gone {
        /// The step that reads the one.
        before: usize,
        /// The step that reads the other.
        after: usize,
        /// Whether it is of relationships.
        relationships: bool,
    },
}

/// A number, which may be infinite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Number {
    /// The one integer that a step answers with; infinite where that is null or there is no row, as the length of a path that
    /// there is not.
    Value(usize),
    /// How many rows a bag has.
    Count(Bag),
    /// This one.
    Constant(i64),
    /// All of them added up.
    Sum(Vec<Number>),
    /// All of them multiplied.
    Product(Vec<Number>),
}

/// What a number comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Amount {
    Finite(i128),
    Infinite,
}

impl Amount {
    fn and(self, other: Amount, with: fn(i128, i128) -> i128) -> Amount {
        match (self, other) {
            (Amount::Finite(one), Amount::Finite(other)) => Amount::Finite(with(one, other)),
            _ => Amount::Infinite,
        }
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Amount::Finite(number) => number.fmt(formatter),
            Amount::Infinite => formatter.write_str("nothing"),
        }
    }
}

/// Something that is made of steps: what happens to their numbers when one is gone, and which they are.
pub(super) trait OfSteps: Sized {
    /// The same with other numbers; none where one is gone.
    fn renumbered(&self, number: &dyn Fn(usize) -> Option<usize>) -> Option<Self>;

    /// The steps, in the order in which they are mentioned.
    fn steps(&self) -> Vec<usize> {
        let steps = std::cell::RefCell::new(Vec::new());
        // Nothing is gone, so that there is always a result, which nobody needs.
        let _ = self.renumbered(&|step| {
            steps.borrow_mut().push(step);
            Some(step)
        });
        steps.into_inner()
    }
}

impl<T: OfSteps> OfSteps for Vec<T> {
    fn renumbered(&self, number: &dyn Fn(usize) -> Option<usize>) -> Option<Vec<T>> {
        self.iter().map(|each| each.renumbered(number)).collect()
    }
}

impl OfSteps for Bag {
    fn renumbered(&self, number: &dyn Fn(usize) -> Option<usize>) -> Option<Bag> {
        Some(match self {
            Bag::Rows(step) => Bag::Rows(number(*step)?),
            Bag::Held(step) => Bag::Held(number(*step)?),
            Bag::Together(bags) => Bag::Together(bags.renumbered(number)?),
            Bag::Distinct(bag) => Bag::Distinct(Box::new(bag.renumbered(number)?)),
            Bag::Common(bags) => Bag::Common(bags.renumbered(number)?),
            Bag::Given(rows) => Bag::Given(rows.clone()),
            Bag::Marked { graph, key } => Bag::Marked { graph: number(*graph)?, key: key.clone() },
            Bag::Gone { before, after, relationships } => {
                Bag::Gone { before: number(*before)?, after: number(*after)?, relationships: *relationships }
            }
        })
    }
}

impl OfSteps for Number {
    fn renumbered(&self, number: &dyn Fn(usize) -> Option<usize>) -> Option<Number> {
        Some(match self {
            Number::Value(step) => Number::Value(number(*step)?),
            Number::Count(bag) => Number::Count(bag.renumbered(number)?),
            Number::Constant(constant) => Number::Constant(*constant),
            Number::Sum(numbers) => Number::Sum(numbers.renumbered(number)?),
            Number::Product(numbers) => Number::Product(numbers.renumbered(number)?),
        })
    }
}

impl Bag {
    /// The steps whose columns are those of the bag, each with whether it has one more.
    pub(super) fn columned(&self) -> Vec<(usize, bool)> {
        match self {
            Bag::Rows(step) => vec![(*step, false)],
            Bag::Held(step) => vec![(*step, true)],
            Bag::Together(bags) | Bag::Common(bags) => bags.iter().flat_map(Bag::columned).collect(),
            Bag::Distinct(bag) => bag.columned(),
            Bag::Given(_) | Bag::Marked { .. } | Bag::Gone { .. } => Vec::new(),
        }
    }

    /// Whether it is made of answers alone, and not of what was known when the case was made or of graphs.
    pub(super) fn is_of_answers(&self) -> bool {
        match self {
            Bag::Rows(_) | Bag::Held(_) => true,
            Bag::Together(bags) | Bag::Common(bags) => bags.iter().all(Bag::is_of_answers),
            Bag::Distinct(bag) => bag.is_of_answers(),
            Bag::Given(_) | Bag::Marked { .. } | Bag::Gone { .. } => false,
        }
    }

    /// The rows, of answers under these columns.
    pub(super) fn rows<S: Seen>(&self, columns: &[Column], seen: &S) -> Result<Vec<Row>, S::Failure> {
        match self {
            Bag::Rows(step) => {
                let table = seen.table(*step)?;
                is_under(&table, columns, 0).then(|| table.rows.clone()).ok_or_else(|| seen.other_columns(*step))
            }
            Bag::Held(step) => {
                let table = seen.table(*step)?;
                if !is_under(&table, columns, 1) {
                    return Err(seen.other_columns(*step));
                }
                let held = table.rows.iter().filter(|row| row.last() == Some(&Value::Boolean(true)));
                Ok(held.map(|row| row.iter().take(columns.len()).cloned().collect()).collect())
            }
            Bag::Together(bags) => {
                let all: Vec<Vec<Row>> = bags.iter().map(|bag| bag.rows(columns, seen)).collect::<Result<_, _>>()?;
                Ok(all.concat())
            }
            Bag::Distinct(bag) => Ok(distinct(bag.rows(columns, seen)?)),
            Bag::Common(bags) => {
                let all: Vec<Vec<Row>> = bags.iter().map(|bag| bag.rows(columns, seen)).collect::<Result<_, _>>()?;
                let Some((first, others)) = all.split_first() else { return Ok(Vec::new()) };
                let in_all = |row: &Row| others.iter().all(|other| other.contains(row));
                Ok(distinct(first.iter().filter(|row| in_all(row)).cloned().collect()))
            }
            Bag::Given(rows) => Ok(rows.clone()),
            Bag::Marked { graph, key } => {
                let step = *graph;
                let graph = seen.graph(step)?;
                let mut marked = [elements(&graph, false), elements(&graph, true)].concat();
                marked.retain(|properties| properties.contains_key(key));
                ids(&marked).ok_or_else(|| seen.incomparable(step))
            }
            Bag::Gone { before, after, relationships } => {
                let every = |step: usize| -> Result<Vec<Row>, S::Failure> {
                    ids(&elements(&*seen.graph(step)?, *relationships)).ok_or_else(|| seen.incomparable(step))
                };
                let (before, after) = (every(*before)?, every(*after)?);
                Ok(before.into_iter().filter(|row| !after.contains(row)).collect())
            }
        }
    }
}

impl Number {
    /// The bags that it counts.
    pub(super) fn bags(&self) -> Vec<&Bag> {
        match self {
            Number::Count(bag) => vec![bag],
            Number::Sum(numbers) | Number::Product(numbers) => numbers.iter().flat_map(Number::bags).collect(),
            Number::Value(_) | Number::Constant(_) => Vec::new(),
        }
    }

    /// What it comes to.
    pub(super) fn amount<S: Seen>(&self, columns: &[Column], seen: &S) -> Result<Amount, S::Failure> {
        let all = |numbers: &[Number], start: i128, with| {
            numbers
                .iter()
                .try_fold(Amount::Finite(start), |sum, number| Ok(sum.and(number.amount(columns, seen)?, with)))
        };
        match self {
            Number::Value(step) => {
                let table = seen.table(*step)?;
                match table.rows.as_slice() {
                    [] => Ok(Amount::Infinite),
                    [row] => match row.as_slice() {
                        [Value::Null] => Ok(Amount::Infinite),
                        [Value::Integer(value)] => Ok(Amount::Finite(i128::from(*value))),
                        _ => Err(seen.incomparable(*step)),
                    },
                    _ => Err(seen.incomparable(*step)),
                }
            }
            Number::Count(bag) => Ok(Amount::Finite(bag.rows(columns, seen)?.len() as i128)),
            Number::Constant(constant) => Ok(Amount::Finite(i128::from(*constant))),
            Number::Sum(numbers) => all(numbers, 0, i128::saturating_add),
            Number::Product(numbers) => all(numbers, 1, i128::saturating_mul),
        }
    }
}

/// Whether a table has these columns and some more. An answer without rows needs no names.
fn is_under(table: &Table, columns: &[Column], more: usize) -> bool {
    let names = columns.iter().map(|column| &column.name);
    let nameless = table.columns.is_empty() && table.rows.is_empty();
    nameless || table.columns.len() == columns.len() + more && table.columns.iter().take(columns.len()).eq(names)
}

fn distinct(rows: Vec<Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        if !kept.contains(&row) {
            kept.push(row);
        }
    }
    kept
}

/// The properties of the nodes of a graph, or of its relationships.
fn elements(graph: &Graph, relationships: bool) -> Vec<&Properties> {
    match relationships {
        true => graph.relationships().map(|relationship| &relationship.properties).collect(),
        false => graph.nodes().map(|node| &node.properties).collect(),
    }
}

/// The `id` of each of some elements, as rows; none where one has no `id`.
fn ids(elements: &[&Properties]) -> Option<Vec<Row>> {
    elements.iter().map(|properties| Some(vec![properties.get(ID)?.clone()])).collect()
}
