//! Evaluation of expressions outside statements.

use graphlance_cypher::Expression;
use graphlance_graph::{Graph, Name, Value};

use crate::compile::Compiler;
use crate::run::Runner;
use crate::term::{Frame, Slot, Term};
use crate::{Failure, Options};

/// The value of an expression whose free variables `bindings` gives.
///
/// Errors: [`Failure::Raised`] as the language demands, an undefined variable included.
pub fn evaluate_expression(
    graph: &Graph,
    expression: &Expression,
    bindings: &dyn Fn(&str) -> Option<Value>,
    options: &Options,
) -> Result<Value, Failure> {
    let mut compiler = Compiler::with_bindings(graph, options, bindings);
    let term = compiler.expression(expression)?;
    let mut frame = compiler.frame();
    Runner::new(graph, options, frame.len(), false).evaluate(&term, &mut frame)
}

/// An expression compiled once, to be evaluated under many bindings.
#[derive(Clone, Debug)]
pub struct CompiledExpression {
    term: Term,
    variables: Vec<Slot>,
    width: usize,
}

impl CompiledExpression {
    /// Compiles an expression over these free variables. The graph serves only to order the search for patterns.
    ///
    /// Errors: [`Failure::Raised`] for undefined variables and unknown functions.
    pub fn new(
        expression: &Expression,
        variables: &[Name],
        graph: &Graph,
        options: &Options,
    ) -> Result<CompiledExpression, Failure> {
        let mut compiler = Compiler::new(graph, options);
        let variables = variables.iter().map(|name| compiler.declare(name)).collect();
        let term = compiler.expression(expression)?;
        Ok(CompiledExpression { term, variables, width: compiler.width() })
    }

    /// The value under one value per variable, in the order given to [`CompiledExpression::new`].
    ///
    /// Errors: [`Failure::Raised`] as the language demands.
    pub fn evaluate(&self, graph: &Graph, values: &[Value], options: &Options) -> Result<Value, Failure> {
        let mut frame: Frame = vec![Value::Null; self.width];
        for (slot, value) in self.variables.iter().zip(values) {
            frame[*slot] = value.clone();
        }
        Runner::new(graph, options, self.width, false).evaluate(&self.term, &mut frame)
    }
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::ast::*;
    use graphlance_cypher::build::{binary, call, compare, integer, null, property, variable};

    use super::*;

    fn check(expression: Expression, expected: impl Into<Value>) {
        let bindings = |name: &str| match name {
            "xs" => Some(Value::list(vec![1.into(), Value::Null, 3.into()])),
            "m" => Some(Value::map([("k".into(), 7.into())].into())),
            _ => None,
        };
        let actual = evaluate_expression(&Graph::new(), &expression, &bindings, &Options::default());
        assert_eq!(actual, Ok(expected.into()), "{expression:?}");
    }

    fn quantified(quantifier: ListQuantifier, threshold: i64) -> Expression {
        let predicate = compare(ComparisonOperator::Greater, variable("x"), integer(threshold));
        let list = variable("xs");
        Expression::Quantified(Box::new(QuantifiedPredicate { quantifier, variable: "x".into(), list, predicate }))
    }

    #[test]
    fn quantifiers_are_ternary() {
        check(quantified(ListQuantifier::Any, 2), true);
        check(quantified(ListQuantifier::Any, 5), Value::Null);
        check(quantified(ListQuantifier::All, 2), false);
        check(quantified(ListQuantifier::All, 0), Value::Null);
        check(quantified(ListQuantifier::None, 2), false);
        check(quantified(ListQuantifier::Single, 0), false);
        check(quantified(ListQuantifier::Single, 2), Value::Null);
    }

    #[test]
    fn a_comprehension_keeps_what_passes_and_projects_it() {
        check(
            Expression::ListComprehension(Box::new(ListComprehension {
                variable: "x".into(),
                list: variable("xs"),
                predicate: Some(compare(ComparisonOperator::Less, variable("x"), integer(3))),
                projection: Some(binary(BinaryOperator::Add, variable("x"), integer(1))),
            })),
            vec![2.into()],
        );
    }

    #[test]
    fn reduce_folds_from_the_left() {
        check(
            Expression::Reduce(Box::new(Reduce {
                accumulator: "a".into(),
                initial: integer(10),
                variable: "x".into(),
                list: Expression::List(vec![integer(1), integer(2)]),
                expression: binary(BinaryOperator::Subtract, variable("a"), variable("x")),
            })),
            7,
        );
    }

    #[test]
    fn maps_are_read_by_key_and_projected() {
        check(property("m", "k"), 7);
        check(property("m", "none"), Value::Null);
        let items =
            vec![MapProjectionItem::All, MapProjectionItem::Entry("size".into(), call("size", vec![variable("xs")]))];
        check(
            Expression::MapProjection(Box::new(variable("m")), items),
            Value::map([("k".into(), 7.into()), ("size".into(), 3.into())].into()),
        );
    }

    #[test]
    fn a_simple_case_compares_by_equality_so_null_never_matches() {
        check(
            Expression::Case(Box::new(CaseExpression {
                operand: Some(null()),
                branches: vec![(null(), integer(1))],
                otherwise: Some(integer(2)),
            })),
            2,
        );
    }

    #[test]
    fn subscripts_count_from_the_end_when_negative_and_slices_are_clipped() {
        let index = |at| Expression::Index(Box::new(variable("xs")), Box::new(integer(at)));
        check(index(-1), 3);
        check(index(3), Value::Null);
        let slice = |from, to| {
            Expression::Slice(Box::new(variable("xs")), Some(Box::new(integer(from))), Some(Box::new(integer(to))))
        };
        check(slice(-1, 9), vec![3.into()]);
        check(slice(2, 1), Vec::new());
    }

    #[test]
    fn parts_of_written_lists_and_maps_are_what_the_whole_would_give() {
        let text =
            |text: &str| graphlance_cypher::parse::parse_expression(text).unwrap_or_else(|error| panic!("{error}"));
        check(text("head([m.k, xs])"), 7);
        check(text("last([m.k, m.none])"), Value::Null);
        check(text("[m.k, 1][-2]"), 7);
        check(text("[m.k, 1][2]"), Value::Null);
        check(text("[m.k, 1][-3]"), Value::Null);
        check(text("7 IN [m.none, m.k]"), true);
        check(text("8 IN [m.none, m.k]"), Value::Null);
        check(text("null IN [m.k]"), Value::Null);
        check(text("properties(m).k"), 7);
        let raises = evaluate_expression(
            &Graph::new(),
            &text("head([1, m / 2])"),
            &|_| Some(Value::Boolean(true)),
            &Options::default(),
        );
        assert!(matches!(raises, Err(Failure::Raised(_))));
    }

    #[test]
    fn an_undefined_variable_is_an_error() {
        let result = evaluate_expression(&Graph::new(), &variable("q"), &|_| None, &Options::default());
        assert!(matches!(result, Err(Failure::Raised(error)) if error.detail == "UndefinedVariable"));
    }
}
