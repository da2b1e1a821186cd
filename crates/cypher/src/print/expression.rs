//! Expressions.

use super::{Out, Printer};
use crate::ast::*;
use crate::precedence::{self, ACCESS, ADDITION, ATOM, COMPARISON, LABELS, NOT, PREDICATE, SIGN, SUBSCRIPT};

impl<O: Out> Printer<'_, O> {
    /// An expression where any may stand.
    pub(super) fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Literal(literal) => self.literal(literal),
            Expression::Parameter(name) => self.parameter(name),
            Expression::Variable(name) => self.name(name),
            Expression::Property(subject, key) => {
                self.subject(subject);
                self.out.push('.');
                self.name(key);
            }
            Expression::Index(subject, index) => {
                self.subject(subject);
                self.out.push('[');
                self.expression(index);
                self.out.push(']');
            }
            Expression::Slice(subject, from, to) => self.slice(subject, from.as_deref(), to.as_deref()),
            Expression::List(items) => self.list(items),
            Expression::Map(entries) => self.map(entries),
            Expression::Unary(operator, operand) => self.unary(*operator, operand),
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expression::Comparison(first, links) => self.comparison(first, links),
            Expression::HasLabels(subject, labels) => {
                self.subject(subject);
                self.out.push(':');
                self.label_predicate(labels);
            }
            Expression::Is(subject, test) => {
                self.operand(subject, self.left_of_predicate());
                self.is_test(test);
            }
            Expression::Case(case) => self.case(case),
            Expression::ExtendedCase(case) => self.extended_case(case),
            Expression::Function(call) => self.function(call),
            Expression::CountStar => self.push("count(*)"),
            Expression::ListComprehension(comprehension) => self.list_comprehension(comprehension),
            Expression::PatternComprehension(comprehension) => self.pattern_comprehension(comprehension),
            Expression::Quantified(predicate) => self.quantified(predicate),
            Expression::Reduce(reduce) => self.reduce(reduce),
            Expression::MapProjection(subject, items) => self.map_projection(subject, items),
            Expression::Pattern(pattern) => self.pattern_expression(pattern),
            Expression::Exists(subquery) => self.subquery("EXISTS { ", subquery),
            Expression::Count(subquery) => self.subquery("COUNT { ", subquery),
            Expression::Collect(query) => {
                self.push("COLLECT { ");
                self.inner_query(query);
                self.push(" }");
            }
        }
    }

    /// An expression that must bind at least as tightly as `least`, in parentheses if it does not.
    pub(super) fn operand(&mut self, expression: &Expression, least: u8) {
        if self.level(expression) < least { self.parenthesised(expression) } else { self.expression(expression) }
    }

    /// What stands before `.key`, `[index]`, `:Label`, `{projection}`. A number is put in parentheses: `1.e` would be
    /// none to some lexers.
    pub(super) fn subject(&mut self, expression: &Expression) {
        if is_number(expression) { self.parenthesised(expression) } else { self.operand(expression, SUBSCRIPT) }
    }

    fn parenthesised(&mut self, expression: &Expression) {
        self.out.push('(');
        self.expression(expression);
        self.out.push(')');
    }

    /// How tightly the text of an expression binds.
    fn level(&self, expression: &Expression) -> u8 {
        match expression {
            Expression::Literal(Literal::Integer(value)) if *value < 0 => {
                if *value == i64::MIN && !self.dialect.values.least_integer_literal { ATOM } else { SIGN }
            }
            Expression::Literal(Literal::Float(value)) if value.is_sign_negative() && value.is_finite() => SIGN,
            Expression::Unary(UnaryOperator::Not, _) => NOT,
            Expression::Unary(UnaryOperator::Minus | UnaryOperator::Plus, _) => SIGN,
            // `ANY < x` would begin `ANY<type>`.
            Expression::Is(_, test) if test.ends_in_any() => 0,
            Expression::Unary(UnaryOperator::IsNull | UnaryOperator::IsNotNull, _) | Expression::Is(..) => PREDICATE,
            Expression::Binary(operator, ..) => precedence::of_binary(*operator),
            Expression::Comparison(..) => COMPARISON,
            Expression::HasLabels(..) => LABELS,
            Expression::Index(..) | Expression::Slice(..) | Expression::MapProjection(..) => SUBSCRIPT,
            Expression::Property(subject, _) if self.level(subject) == SUBSCRIPT => SUBSCRIPT,
            Expression::Property(..) => ACCESS,
            // A path's arrows look like operators to what stands around it.
            Expression::Pattern(pattern) if pattern.selector == PathSelector::All => COMPARISON,
            _ => ATOM,
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression) {
        match operator {
            UnaryOperator::Not => {
                self.push("NOT ");
                self.operand(operand, NOT);
            }
            UnaryOperator::Minus => {
                self.out.push('-');
                // `-5` is a literal; the negation of a literal is `-(5)`.
                if is_number(operand) { self.parenthesised(operand) } else { self.operand(operand, LABELS) }
            }
            UnaryOperator::Plus => {
                self.out.push('+');
                self.operand(operand, LABELS);
            }
            UnaryOperator::IsNull => {
                self.operand(operand, self.left_of_predicate());
                self.push(" IS NULL");
            }
            UnaryOperator::IsNotNull => {
                self.operand(operand, self.left_of_predicate());
                self.push(" IS NOT NULL");
            }
        }
    }

    /// Grammars disagree whether IN and its like bind tighter than arithmetic; guarded texts read the same in all.
    fn left_of_predicate(&self) -> u8 {
        if self.guarded { SUBSCRIPT } else { ADDITION }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression) {
        let level = precedence::of_binary(operator);
        let (left_least, right_least) = match level {
            PREDICATE => (self.left_of_predicate(), if self.guarded { ACCESS } else { ADDITION }),
            // Some grammars make `^` right-associative.
            precedence::POWER if self.guarded => (level + 1, level + 1),
            _ => (level, level + 1),
        };
        self.operand(left, left_least);
        self.push(operator_text(operator));
        self.operand(right, right_least);
    }

    fn comparison(&mut self, first: &Expression, links: &[(ComparisonOperator, Expression)]) {
        // Some grammars have comparisons and predicates on one level.
        let least = if self.guarded { ADDITION } else { PREDICATE };
        self.operand(first, least);
        for (operator, operand) in links {
            self.push(comparison_text(*operator));
            self.operand(operand, least);
        }
    }

    fn slice(&mut self, subject: &Expression, from: Option<&Expression>, to: Option<&Expression>) {
        self.subject(subject);
        self.out.push('[');
        if let Some(from) = from {
            self.expression(from);
        }
        self.push("..");
        if let Some(to) = to {
            self.expression(to);
        }
        self.out.push(']');
    }

    fn list(&mut self, items: &[Expression]) {
        self.out.push('[');
        if let Some((first, rest)) = items.split_first() {
            // `[x IN list` opens a comprehension.
            if opens_with_membership(first) {
                self.parenthesised(first)
            } else {
                self.expression(first)
            }
            for item in rest {
                self.push(", ");
                self.expression(item);
            }
        }
        self.out.push(']');
    }

    pub(super) fn expressions(&mut self, items: &[Expression]) {
        self.joined(items, ", ", |printer, item| printer.expression(item));
    }

    fn map(&mut self, entries: &[(graphlance_graph::Name, Expression)]) {
        self.out.push('{');
        self.joined(entries, ", ", |printer, (key, value)| {
            printer.name(key);
            printer.push(": ");
            printer.expression(value);
        });
        self.out.push('}');
    }

    fn case(&mut self, case: &CaseExpression) {
        self.push("CASE");
        if let Some(operand) = &case.operand {
            self.out.push(' ');
            self.expression(operand);
        }
        for (when, then) in &case.branches {
            self.push(" WHEN ");
            self.expression(when);
            self.push(" THEN ");
            self.expression(then);
        }
        if let Some(otherwise) = &case.otherwise {
            self.push(" ELSE ");
            self.expression(otherwise);
        }
        self.push(" END");
    }

    fn function(&mut self, call: &FunctionCall) {
        self.dotted_name(&call.name);
        self.out.push('(');
        if call.distinct {
            self.push("DISTINCT ");
        }
        match self.normal_form(call) {
            Some((text, form)) => {
                self.expression(text);
                self.push(", ");
                self.push(form.keyword());
            }
            None => self.expressions(&call.arguments),
        }
        self.out.push(')');
    }

    fn list_comprehension(&mut self, comprehension: &ListComprehension) {
        self.out.push('[');
        self.element(&comprehension.variable, &comprehension.list);
        self.optional_where(comprehension.predicate.as_ref());
        if let Some(projection) = &comprehension.projection {
            self.push(" | ");
            self.expression(projection);
        }
        self.out.push(']');
    }

    /// `variable IN list`
    pub(super) fn element(&mut self, variable: &str, list: &Expression) {
        self.name(variable);
        self.push(" IN ");
        self.expression(list);
    }

    fn pattern_comprehension(&mut self, comprehension: &PatternComprehension) {
        self.out.push('[');
        if let Some(variable) = &comprehension.pattern.variable {
            self.name(variable);
            self.push(" = ");
        }
        self.path_with_start(&comprehension.pattern.path);
        self.optional_where(comprehension.predicate.as_ref());
        self.push(" | ");
        self.expression(&comprehension.projection);
        self.out.push(']');
    }

    /// ` WHERE predicate`, if there is one.
    pub(super) fn optional_where(&mut self, predicate: Option<&Expression>) {
        if let Some(predicate) = predicate {
            self.push(" WHERE ");
            self.expression(predicate);
        }
    }

    fn quantified(&mut self, quantified: &QuantifiedPredicate) {
        self.push(match quantified.quantifier {
            ListQuantifier::All => "all(",
            ListQuantifier::Any => "any(",
            ListQuantifier::None => "none(",
            ListQuantifier::Single => "single(",
        });
        self.element(&quantified.variable, &quantified.list);
        self.push(" WHERE ");
        self.expression(&quantified.predicate);
        self.out.push(')');
    }

    fn reduce(&mut self, reduce: &Reduce) {
        self.push("reduce(");
        self.name(&reduce.accumulator);
        self.push(" = ");
        self.expression(&reduce.initial);
        self.push(", ");
        self.element(&reduce.variable, &reduce.list);
        self.push(" | ");
        self.expression(&reduce.expression);
        self.out.push(')');
    }

    fn map_projection(&mut self, subject: &Expression, items: &[MapProjectionItem]) {
        self.subject(subject);
        self.push(" {");
        self.joined(items, ", ", |printer, item| match item {
            MapProjectionItem::Property(key) => {
                printer.out.push('.');
                printer.name(key);
            }
            MapProjectionItem::All => printer.push(".*"),
            MapProjectionItem::Entry(key, value) => {
                printer.name(key);
                printer.push(": ");
                printer.expression(value);
            }
            MapProjectionItem::Variable(name) => printer.name(name),
        });
        self.out.push('}');
    }

    fn subquery(&mut self, open: &str, subquery: &Subquery) {
        self.push(open);
        match subquery {
            Subquery::Pattern { patterns, predicate } => {
                self.push("MATCH ");
                self.patterns(patterns);
                self.optional_where(predicate.as_ref());
            }
            Subquery::Query(query) => self.inner_query(query),
        }
        self.push(" }");
    }
}

fn is_number(expression: &Expression) -> bool {
    matches!(expression, Expression::Literal(Literal::Integer(_) | Literal::Float(_)))
}

/// Whether the text starts with `variable IN`.
fn opens_with_membership(expression: &Expression) -> bool {
    let mut leftmost = expression;
    loop {
        leftmost = match leftmost {
            Expression::Binary(BinaryOperator::In, left, _) if matches!(**left, Expression::Variable(_)) => {
                return true;
            }
            Expression::Binary(_, left, _) | Expression::Comparison(left, _) => left,
            Expression::Unary(UnaryOperator::IsNull | UnaryOperator::IsNotNull, operand)
            | Expression::Is(operand, _) => operand,
            _ => return false,
        };
    }
}

pub(super) fn operator_text(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => " OR ",
        BinaryOperator::Xor => " XOR ",
        BinaryOperator::And => " AND ",
        BinaryOperator::Add => " + ",
        BinaryOperator::Subtract => " - ",
        BinaryOperator::Multiply => " * ",
        BinaryOperator::Divide => " / ",
        BinaryOperator::Modulo => " % ",
        BinaryOperator::Power => " ^ ",
        BinaryOperator::Concatenate => " || ",
        BinaryOperator::In => " IN ",
        BinaryOperator::StartsWith => " STARTS WITH ",
        BinaryOperator::EndsWith => " ENDS WITH ",
        BinaryOperator::Contains => " CONTAINS ",
        BinaryOperator::Matches => " =~ ",
    }
}

pub(super) fn comparison_text(operator: ComparisonOperator) -> &'static str {
    match operator {
        ComparisonOperator::Equal => " = ",
        ComparisonOperator::NotEqual => " <> ",
        ComparisonOperator::Less => " < ",
        ComparisonOperator::LessOrEqual => " <= ",
        ComparisonOperator::Greater => " > ",
        ComparisonOperator::GreaterOrEqual => " >= ",
    }
}
