//! Departures: one catalogue of the wrong rules that engines follow, under any set of which the reference evaluates.
//!
//! A departure is a row: a name, the sentence that explains it to a maintainer, and its effect. What it is used for is its
//! role: planted in front of the reference it is a fault that oracles must find; if it alone turns the reference's answer into an
//! engine's wrong one, and foretells the answers to variants of the case, it is an explanation. A deviation, which a dialect
//! documents, is a departure with a setting of its own ([`graphlance_cypher::dialect::Deviations`]).

mod active;
mod aggregates;
mod booleans;
mod called;
mod cases;
mod casts;
mod clauses;
mod columns;
mod comparisons;
mod comprehended;
mod creates;
mod cuts;
mod digits;
mod distinct;
mod example;
mod filters;
mod functions;
mod kinds;
mod lengths;
mod lists;
mod logic;
mod merges;
mod nulls;
mod numbered;
mod numbers;
mod occurrences;
mod patterns;
mod pieces;
mod precedence;
mod predicates;
mod projections;
mod refusals;
mod renamed;
mod returned;
mod roots;
mod scans;
mod sets;
mod stored;
mod strings;
mod times;
mod touches;
mod trees;
mod unions;
mod unwound;
mod writes;

use std::cmp::Ordering;

use graphlance_cypher::ast::{
    BinaryOperator, ComparisonOperator, Expression, ListQuantifier, Match, Query, UnaryOperator,
};
use graphlance_cypher::functions::{Aggregate, Scalar};
use graphlance_cypher::walk::PartMut;
use graphlance_graph::{Index, Returns, Value};

use crate::Fault;

pub use active::Departures;
pub(crate) use active::poisoned;
pub use example::example;
pub(crate) use refusals::hidden_words;
pub use roots::ROOTS;
pub(crate) use roots::root_of;

/// A wrong rule.
#[derive(Clone, Copy)]
pub struct WrongRule {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// What then holds, for people: "the answer is as if ..".
    pub sentence: &'static str,
    /// Whether a wrong answer of an engine may be explained by it.
    pub explains: bool,
    pub(crate) effect: Effect,
}

/// What comes out of operands by a wrong rule; none where the right one holds.
pub(crate) type OfOperands = fn(&[Value]) -> Option<Value>;

/// In which order two values stand by a wrong rule; none where the right one holds.
pub(crate) type OrderOfTwo = fn(&Value, &Value) -> Option<Ordering>;

/// What a wrong rule changes.
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    /// The evaluator looks for it where it executes a clause.
    Fault(Fault),
    /// A value is computed otherwise: of the operands what comes out, or none where the right rule holds.
    Value(Computed, OfOperands),
    /// The same of several things that are computed, each by a rule of its own.
    Values(&'static [(Computed, OfOperands)]),
    /// Things are computed otherwise, and a statement that has them where they go wrong in another way is read otherwise.
    ValuesAndTree(&'static [(Computed, OfOperands)], fn(&mut PartMut<'_>)),
    /// Two values are compared otherwise, by whichever operator; none where the right rule holds.
    Compare(fn(ComparisonOperator, &Value, &Value) -> Option<Option<bool>>),
    /// The statement is read otherwise: called with each part of it, a part before those inside it.
    Tree(fn(&mut PartMut<'_>)),
    /// The same of what is matched alone: not called with the patterns of CREATE and MERGE.
    Pattern(fn(&mut PartMut<'_>)),
    /// A MATCH is read otherwise, given the indexes that there are.
    Scan(fn(&mut Match, &[Index])),
    /// The sides of a comparison that an index serves are read otherwise.
    Held(scans::ReadsSide),
    /// Two values are sorted otherwise; none where the right rule holds.
    Sort(OrderOfTwo),
    /// Two values are sorted otherwise, and compared by `<` and the like as they are sorted.
    Order(OrderOfTwo),
    /// What comes back of a value is another one; none where it is itself.
    Returned(fn(&Value) -> Option<Value>),
    /// The same, and the statement is read otherwise, so that it knows what the values come out of.
    ReturnedAndTree(fn(&Value) -> Option<Value>, fn(&mut PartMut<'_>)),
    /// What comes back is another answer, to a statement that is read otherwise.
    Answered(fn(&mut Returns), fn(&mut PartMut<'_>)),
    /// A query that is so is refused, whatever the graph, with an error that has one of these words.
    Refused(fn(&Query) -> bool, &'static [&'static str]),
    /// The same of a query that comes upon the poison, which is put in the place of expressions: called with each part, a part
    /// before those inside it.
    Poisoned(fn(&mut PartMut<'_>, &Expression), &'static [&'static str]),
}

/// What computes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Computed {
    /// `a operator b`.
    Binary(BinaryOperator),
    /// `operator a`.
    Unary(UnaryOperator),
    /// `a operator b` of a comparison.
    Compare(ComparisonOperator),
    /// A call of a function; its arguments.
    Call(Scalar),
    /// A call of one of several functions; its arguments.
    CallOf(&'static [Scalar]),
    /// An aggregate function; the values of its group without the nulls.
    Aggregate(Aggregate),
    /// `list[index]`.
    Index,
    /// `list[from..to]`; null for a bound that is not written.
    Slice,
    /// `subject.key`; the key as a string.
    Property,
    /// What reduce() comes to.
    Reduce,
    /// A quantifier over a list; what its condition comes to for each element.
    Quantified(ListQuantifier),
    /// A condition of WHERE; its value.
    Where,
    /// A condition of `CASE WHEN`; its value.
    When,
    /// Whether the operand of CASE is what stands behind WHEN; both.
    Switch,
    /// The elements of a list that is written.
    List,
    /// What `COLLECT { }` or a pattern comprehension gathers.
    Gathered,
}

impl Computed {
    /// Whether something that is computed is of it.
    fn covers(self, what: Computed) -> bool {
        match (self, what) {
            (Computed::CallOf(functions), Computed::Call(function)) => functions.contains(&function),
            (own, what) => own == what,
        }
    }
}

/// The families of wrong rules, each with what it is about.
pub const FAMILIES: &[(&str, &[WrongRule])] = &[
    // Of rules that explain as much the first is taken: what holds for a whole family stands in front.
    ("Labels of several occurrences", occurrences::RULES),
    ("Conditions", filters::RULES),
    ("Execution of clauses", Fault::RULES),
    ("Clauses", clauses::RULES),
    ("Patterns", patterns::RULES),
    ("Relationships that a pattern comprehension binds again", comprehended::RULES),
    ("Elements that are distinct, or one", distinct::RULES),
    ("Scans of indexes", scans::RULES),
    ("Projections", projections::RULES),
    ("Aggregates", aggregates::RULES),
    ("Writing", writes::RULES),
    ("What SET reads", sets::RULES),
    ("Nulls out of lists", nulls::RULES),
    ("CREATE behind MATCH", creates::RULES),
    ("MERGE", merges::RULES),
    ("Values that are stored", stored::RULES),
    ("Logic", logic::RULES),
    ("Comparisons", comparisons::RULES),
    ("Comparisons with null", comparisons::NULLS),
    ("Comparisons of two types", comparisons::TYPES),
    ("Comparisons read as others", comparisons::READ_AS),
    ("IN, coalesce() and quantifiers", predicates::RULES),
    ("Quantifiers that take null for false", predicates::NULL_AS_FALSE),
    ("Quantifiers that take null for true", predicates::NULL_AS_TRUE),
    ("CASE and conditions", cases::RULES),
    ("Operators that bind weaker", precedence::WEAKER),
    ("Operators read from the left", precedence::FROM_LEFT),
    ("Precedence", precedence::RULES),
    ("Numbers", numbers::RULES),
    ("Arithmetic with null", numbers::NULLS),
    ("INTEGERs through floats", numbers::FLOATS),
    ("Strings", strings::RULES),
    ("Parts of strings", strings::PARTS),
    ("Lists", lists::RULES),
    ("Functions", functions::RULES),
    ("Functions of null", functions::NULLS),
    ("Functions of strings", functions::TEXTS),
    ("Functions of numbers", functions::NUMBERS),
    ("Functions of lists", functions::LISTS),
    ("Functions of one kind", kinds::RULES),
    ("Values that are cast", casts::RULES),
    ("Dates, times and durations", times::RULES),
    ("RETURN behind CALL", called::RULES),
    ("Writes in a UNION", unions::RULES),
    ("Columns behind what writes", columns::RULES),
    ("Variables of several names", renamed::RULES),
    ("What comes back", returned::RULES),
    ("What UNWIND computes", unwound::RULES),
    ("Numbers in the place of nodes", numbered::RULES),
    ("Errors in the place of answers", refusals::RULES),
    ("OPTIONAL MATCH that is refused", refusals::OF_JOINS),
    ("Variables of paths", refusals::OF_PATHS),
    ("Nulls without a type", refusals::OF_NULLS),
    ("Errors in the place of values", refusals::POISONS),
];

/// Every wrong rule.
pub fn catalogue() -> impl Iterator<Item = &'static WrongRule> {
    FAMILIES.iter().flat_map(|(_, rules)| rules.iter())
}

impl WrongRule {
    /// The wrong rule of this name.
    pub fn find(name: &str) -> Option<&'static WrongRule> {
        catalogue().find(|rule| rule.name == name)
    }

    const fn new(name: &'static str, sentence: &'static str, effect: Effect) -> WrongRule {
        WrongRule { name, sentence, explains: true, effect }
    }
}

impl std::fmt::Debug for WrongRule {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

/// A wrong rule about how a value is computed.
const fn value(name: &'static str, sentence: &'static str, of: Computed, gives: OfOperands) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Value(of, gives))
}

/// A wrong rule about how several things are computed.
const fn values(name: &'static str, sentence: &'static str, each: &'static [(Computed, OfOperands)]) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Values(each))
}

/// A wrong rule about how a statement is read.
const fn tree(name: &'static str, sentence: &'static str, reads: fn(&mut PartMut<'_>)) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Tree(reads))
}

/// A wrong rule about how what is matched is read.
const fn pattern(name: &'static str, sentence: &'static str, reads: fn(&mut PartMut<'_>)) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Pattern(reads))
}

/// A wrong rule about how two values are compared.
const fn compare(
    name: &'static str,
    sentence: &'static str,
    compares: fn(ComparisonOperator, &Value, &Value) -> Option<Option<bool>>,
) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Compare(compares))
}

/// A wrong rule about how two values are sorted.
const fn sort(name: &'static str, sentence: &'static str, order: OrderOfTwo) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Sort(order))
}

/// A wrong rule about how two values are sorted and compared.
const fn order(name: &'static str, sentence: &'static str, order: OrderOfTwo) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Order(order))
}

/// A wrong rule about what comes back of a value.
const fn returned(name: &'static str, sentence: &'static str, of: fn(&Value) -> Option<Value>) -> WrongRule {
    WrongRule::new(name, sentence, Effect::Returned(of))
}

/// A wrong rule that the evaluator looks for.
pub(crate) const fn of_fault(fault: Fault) -> WrongRule {
    WrongRule {
        name: fault.name(),
        sentence: fault.sentence(),
        explains: fault.explains(),
        effect: Effect::Fault(fault),
    }
}

/// Whether a value is null.
fn has_null(operands: &[Value]) -> bool {
    operands.iter().any(Value::is_null)
}

#[cfg(test)]
mod tests;
