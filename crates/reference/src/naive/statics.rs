//! Errors before execution that the semantic pass leaves to evaluators: unknown functions and procedures, wrong numbers of
//! arguments, missing parameters.

use graphlance_cypher::ast::{CaseTest, Clause, Expression, IsTest, Query, Wanted};
use graphlance_cypher::walk::{Part, walk};

use super::aggregates::is_aggregate;
use super::write::syntax;
use crate::{CypherError, ErrorKind, Failure, Options, Phase, functions, procedures, value_types};

/// Errors: the first such error.
pub(super) fn check(query: &Query, options: &Options) -> Result<(), Failure> {
    let mut found = Ok(());
    walk(Part::Query(query), &mut |part| {
        if found.is_ok() {
            found = match part {
                Part::Expression(expression) => of_expression(expression, options),
                Part::Clause(Clause::Call(call)) => match procedures::signature(&call.name, options) {
                    None => {
                        let message = format!("there is no procedure `{}`", call.name);
                        let detail = "ProcedureNotFound";
                        Err(CypherError::new(ErrorKind::ProcedureError, Phase::CompileTime, detail, message).into())
                    }
                    Some(signature) => match &call.arguments {
                        Some(arguments) if arguments.len() != signature.inputs.len() => {
                            Err(syntax("InvalidNumberOfArguments", "the procedure does not take so many arguments"))
                        }
                        _ => Ok(()),
                    },
                },
                _ => Ok(()),
            };
        }
    });
    found
}

fn of_expression(expression: &Expression, options: &Options) -> Result<(), Failure> {
    match expression {
        Expression::Function(call) if !is_aggregate(&call.name) => {
            let (function, _) = functions::find(&call.name).ok_or_else(|| functions::unknown(&call.name))?;
            Ok(functions::check_count(function, call.arguments.len())?)
        }
        Expression::Function(call) => match graphlance_cypher::functions::find(&call.name) {
            Some(function) => Ok(functions::check_count(function, call.arguments.len())?),
            None => Err(functions::unknown(&call.name)),
        },
        Expression::Is(_, test) => of_test(test),
        Expression::ExtendedCase(case) => {
            case.branches.iter().flat_map(|branch| &branch.tests).try_for_each(|test| match test {
                CaseTest::Is(test) => of_test(test),
                _ => Ok(()),
            })
        }
        Expression::Parameter(name) if !options.parameters.contains_key(name) => {
            let message = format!("the parameter `${name}` is missing");
            Err(CypherError::new(ErrorKind::ParameterMissing, Phase::CompileTime, "MissingParameter", message).into())
        }
        _ => Ok(()),
    }
}

fn of_test(test: &IsTest) -> Result<(), Failure> {
    match &test.wanted {
        Wanted::Type(wanted) => Ok(value_types::check(wanted)?),
        Wanted::Normalized(_) => Ok(()),
    }
}
