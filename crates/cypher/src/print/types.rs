//! Types of values, and what stands behind IS.

use super::{Out, Printer};
use crate::ast::*;
use crate::functions::Scalar;

impl<O: Out> Printer<'_, O> {
    /// ` IS :: type` and its like, behind their subject.
    pub(super) fn is_test(&mut self, test: &IsTest) {
        self.push(if test.negated { " IS NOT" } else { " IS" });
        self.wanted(&test.wanted);
    }

    fn wanted(&mut self, wanted: &Wanted) {
        match wanted {
            Wanted::Type(wanted) => {
                self.push(" :: ");
                self.value_type(wanted, false);
            }
            Wanted::Normalized(NormalForm::Nfc) => self.push(" NORMALIZED"),
            Wanted::Normalized(form) => {
                self.out.push(' ');
                self.push(form.keyword());
                self.push(" NORMALIZED");
            }
        }
    }

    /// A type; outside of `<>` a bar could be that of a comprehension.
    fn value_type(&mut self, of: &ValueType, enclosed: bool) {
        let union = of.alternatives.len() > 1 && !enclosed;
        if union {
            self.push("ANY<");
        }
        self.joined(&of.alternatives, " | ", |printer, single| {
            match &single.name {
                TypeName::List(inner) => {
                    printer.push("LIST<");
                    printer.value_type(inner, true);
                    printer.out.push('>');
                }
                name => printer.push(name.keywords()),
            }
            if single.not_null {
                printer.push(" NOT NULL");
            }
        });
        if union {
            self.out.push('>');
        }
    }

    pub(super) fn extended_case(&mut self, case: &ExtendedCase) {
        self.push("CASE ");
        self.expression(&case.operand);
        for branch in &case.branches {
            self.push(" WHEN ");
            self.joined(&branch.tests, ", ", |printer, test| printer.case_test(test));
            self.push(" THEN ");
            self.expression(&branch.then);
        }
        if let Some(otherwise) = &case.otherwise {
            self.push(" ELSE ");
            self.expression(otherwise);
        }
        self.push(" END");
    }

    fn case_test(&mut self, test: &CaseTest) {
        match test {
            CaseTest::Value(value) => self.expression(value),
            CaseTest::Comparison(operator, value) => {
                self.push(super::expression::comparison_text(*operator).trim_start());
                self.operand(value, crate::precedence::PREDICATE);
            }
            CaseTest::Predicate(operator, value) => {
                self.push(super::expression::operator_text(*operator).trim_start());
                self.operand(value, crate::precedence::ADDITION);
            }
            CaseTest::Null(false) => self.push("IS NULL"),
            CaseTest::Null(true) => self.push("IS NOT NULL"),
            CaseTest::Is(test) => {
                // The blank before IS stands there already.
                self.push(if test.negated { "IS NOT" } else { "IS" });
                self.wanted(&test.wanted);
            }
        }
    }

    /// The keyword of a normal form, where an argument of `normalize` is one.
    pub(super) fn normal_form<'e>(&self, call: &'e FunctionCall) -> Option<(&'e Expression, NormalForm)> {
        match &call.arguments[..] {
            [text, Expression::Literal(Literal::String(form))]
                if call.name.eq_ignore_ascii_case(Scalar::Normalize.name()) =>
            {
                NormalForm::find(form).map(|form| (text, form))
            }
            _ => None,
        }
    }
}
