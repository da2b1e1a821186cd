//! The semantic pass: errors that a statement raises before it is executed, also on an empty graph.

mod clause;
mod composed;
mod composition;
mod expression;
mod hints;
mod labels;
mod modes;
mod parts;
mod pattern;
mod projection;
mod scoped;
mod transactions;

pub(crate) use composition::imports;
use graphlance_cypher::functions::Kind;
use graphlance_cypher::{Statement, facts};
use graphlance_graph::Name;
pub use hints::is_met;
pub(crate) use hints::is_unclear;
pub(crate) use modes::refuse_joins_inside;

use crate::{CypherError, ErrorKind, Phase};

/// Checks scopes, kinds of variables, static types and the rules of aggregation.
///
/// Errors: the first compile-time error, as the openCypher TCK describes it. What depends on parameters and on
/// registered procedures is checked by [`crate::evaluate`].
pub fn check(statement: &Statement) -> Result<(), CypherError> {
    match statement {
        Statement::Query(query) => {
            composition::check_ends(query, true)?;
            transactions::check_places(query)?;
            Checker::default().query(query).map(drop)
        }
        Statement::Schema(_) => Ok(()),
    }
}

/// What is known of a value before execution.
#[derive(Clone, Debug, PartialEq)]
enum Type {
    Any,
    Boolean,
    Integer,
    Float,
    String,
    List(Box<Type>),
    Map,
    Node,
    Relationship,
    Path,
}

/// Variables in scope with their types; a later entry hides an earlier one.
type Scope = Vec<(Name, Type)>;

#[derive(Default)]
struct Checker {
    scope: Scope,
    /// Variables that stay in scope after WITH.
    imported: Scope,
    aggregation: Aggregation,
    /// Whether the patterns that are checked may repeat relationships.
    repeatable: bool,
}

/// Whether an aggregate function may stand here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Aggregation {
    #[default]
    Forbidden,
    Allowed,
    /// Inside the arguments of one.
    Nested,
}

impl Checker {
    fn find(&self, name: &str) -> Option<&Type> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, kind)| kind)
    }

    fn declare(&mut self, name: &Name, kind: Type) {
        self.scope.push((name.clone(), kind));
    }
}

impl Type {
    fn list_of_any() -> Type {
        Type::List(Box::new(Type::Any))
    }

    /// What the facts of the language say of such a value.
    fn fact(&self) -> facts::Type {
        facts::Type::of(match self {
            Type::Any => return facts::Type::UNKNOWN,
            Type::List(item) => return facts::Type::list_of(item.fact()),
            Type::Boolean => Kind::Boolean,
            Type::Integer => Kind::Integer,
            Type::Float => Kind::Float,
            Type::String => Kind::String,
            Type::Map => Kind::Map,
            Type::Node => Kind::Node,
            Type::Relationship => Kind::Relationship,
            Type::Path => Kind::Path,
        })
    }

    /// The type that a fact comes to.
    fn of_fact(fact: facts::Type) -> Type {
        match fact.kind {
            Kind::Boolean => Type::Boolean,
            Kind::Integer => Type::Integer,
            Kind::Float => Type::Float,
            Kind::String => Type::String,
            Kind::List => Type::List(Box::new(Type::of_fact(fact.of_element()))),
            Kind::Map => Type::Map,
            Kind::Node => Type::Node,
            Kind::Relationship => Type::Relationship,
            Kind::Path => Type::Path,
            Kind::Any | Kind::Number | Kind::Temporal(_) | Kind::Point => Type::Any,
        }
    }

    /// The type of either.
    fn or(self, other: Type) -> Type {
        if self == other { self } else { Type::Any }
    }
}

fn syntax(detail: &str, message: impl Into<String>) -> CypherError {
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, detail, message)
}

fn wrong_type(expected: &str, actual: &Type) -> CypherError {
    syntax("InvalidArgumentType", format!("expected {expected}, found {actual:?}"))
}

fn undefined(name: &str) -> CypherError {
    syntax("UndefinedVariable", format!("the variable `{name}` is not defined"))
}

fn already_bound(name: &str) -> CypherError {
    syntax("VariableAlreadyBound", format!("the variable `{name}` is already bound"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use graphlance_cypher::parse;

    fn check_detail(text: &str, expected: Option<&str>) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let actual = check(&statement).err().map(|error| error.detail);
        assert_eq!(actual.as_deref(), expected, "{text}");
    }

    #[test]
    fn what_a_statement_does_wrong_is_told_before_execution() {
        let cases = [
            ("RETURN n", "UndefinedVariable"),
            ("MATCH (n) WITH n.x AS x RETURN n", "UndefinedVariable"),
            ("MATCH (n) RETURN DISTINCT n.x AS x ORDER BY n.y", "UndefinedVariable"),
            ("MATCH ()-[r]->() MATCH (r) RETURN r", "VariableTypeConflict"),
            ("MATCH p = (n), p = (m) RETURN p", "VariableAlreadyBound"),
            ("MATCH (a)-[r]->(b)-[r]->(c) RETURN r", "RelationshipUniquenessViolation"),
            ("MATCH (n) WHERE count(n) > 1 RETURN n", "InvalidAggregation"),
            ("RETURN sum(count(*))", "NestedAggregation"),
            ("MATCH (n) RETURN n.x + count(*)", "AmbiguousAggregationExpression"),
            ("MATCH (n) WITH n.x RETURN 1", "NoExpressionAlias"),
            ("RETURN 1 AS x LIMIT -1", "NegativeIntegerArgument"),
            ("RETURN 1 AS x UNION RETURN 2 AS y", "DifferentColumnsInUnion"),
            ("MATCH (n) RETURN (n)-->()", "UnexpectedSyntax"),
            ("MATCH p = ()-[*0..]->+() RETURN 1", "UnexpectedSyntax"),
            ("MATCH ((a)){1,} (b) RETURN 1", "UnexpectedSyntax"),
            ("MATCH (n) WHERE (n)-->(m) RETURN n", "UndefinedVariable"),
            ("RETURN NOT 1", "InvalidArgumentType"),
            ("CREATE (a)-[:R]-(b)", "RequiresDirectedRelationship"),
            ("MATCH (n) CREATE (n:A)", "VariableAlreadyBound"),
        ];
        cases.iter().for_each(|(text, expected)| check_detail(text, Some(expected)));
    }

    #[test]
    fn right_statements_pass() {
        let cases = [
            "MATCH (n)-[r]->(m) WHERE n.x > 1 AND (n)-->() RETURN n.x, count(*), n.x + count(m) ORDER BY n.x, count(*)",
            "MATCH (n) WITH n ORDER BY n.x RETURN collect(n.y)",
            "MATCH (a), (b) CREATE (a)-[:R {x: a.x}]->(b) SET a.y = 1 RETURN a",
            "UNWIND [1, 2] AS x WITH x AS y ORDER BY x WHERE x > 1 RETURN y",
            "MATCH (n) CALL { WITH n MATCH (n)-->(m) RETURN m } RETURN n, m",
            "MATCH (n) RETURN [x IN [1] | x + n.y], EXISTS { MATCH (n)-->(m) WHERE m.x = n.x }",
        ];
        cases.iter().for_each(|text| check_detail(text, None));
    }
}
