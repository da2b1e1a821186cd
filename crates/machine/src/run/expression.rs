//! The formulas of `math`: sums, products, powers and functions of one number.

use graphlance_gremlin::Name;

use super::traverser::Traverser;
use super::{Machine, Run};
use crate::failure::{ErrorKind, raise};
use crate::number::convert;
use crate::program::By;
use crate::value::Value;

/// A formula, and the variables in it in the order in which they first stand.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    term: Term,
    variables: Vec<Name>,
}

#[derive(Clone, Debug)]
enum Term {
    Number(f64),
    Variable(usize),
    Negated(Box<Term>),
    Binary(char, Box<Term>, Box<Term>),
    Call(Function, Box<Term>),
}

/// A function of one number.
type Function = fn(f64) -> f64;

/// The functions of one number, by their names.
const FUNCTIONS: &[(&str, Function)] = &[
    ("abs", f64::abs),
    ("acos", f64::acos),
    ("asin", f64::asin),
    ("atan", f64::atan),
    ("cbrt", f64::cbrt),
    ("ceil", f64::ceil),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("exp", f64::exp),
    ("floor", f64::floor),
    ("log", f64::ln),
    ("log10", f64::log10),
    ("log2", f64::log2),
    // What is neither above nor below zero gives zero, and so do -0.0 and NaN.
    ("signum", |value| f64::from(u8::from(value > 0.0)) - f64::from(u8::from(value < 0.0))),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("sqrt", f64::sqrt),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
];

/// The deepest nesting of brackets and signs.
const NESTING_LIMIT: usize = 100;

/// Reads a formula.
pub(crate) fn parse(text: &str) -> Result<Expression, String> {
    let characters: Vec<char> = text.chars().collect();
    let mut parser = Parser { characters, place: 0, variables: Vec::new(), depth: 0 };
    let term = parser.sum()?;
    parser.blank();
    match parser.characters.get(parser.place) {
        Some(other) => Err(format!("{other} has no place in the formula {text}")),
        None => Ok(Expression { term, variables: parser.variables }),
    }
}

impl Expression {
    /// The variables in it.
    pub fn variables(&self) -> &[Name] {
        &self.variables
    }
}

struct Parser {
    characters: Vec<char>,
    place: usize,
    variables: Vec<Name>,
    depth: usize,
}

impl Parser {
    fn blank(&mut self) {
        while self.characters.get(self.place).is_some_and(|it| it.is_whitespace()) {
            self.place += 1;
        }
    }

    fn accept(&mut self, wanted: &[char]) -> Option<char> {
        self.blank();
        let found = self.characters.get(self.place).copied().filter(|it| wanted.contains(it))?;
        self.place += 1;
        Some(found)
    }

    fn sum(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > NESTING_LIMIT {
            return Err("the formula is nested too deep".to_owned());
        }
        let mut term = self.product()?;
        let mut length = 0;
        while let Some(sign) = self.accept(&['+', '-']) {
            length += 1;
            if length > NESTING_LIMIT {
                return Err("the formula is too long".to_owned());
            }
            term = Term::Binary(sign, Box::new(term), Box::new(self.product()?));
        }
        self.depth -= 1;
        Ok(term)
    }

    fn product(&mut self) -> Result<Term, String> {
        let mut term = self.signed()?;
        let mut length = 0;
        while let Some(sign) = self.accept(&['*', '/', '%']) {
            length += 1;
            if length > NESTING_LIMIT {
                return Err("the formula is too long".to_owned());
            }
            term = Term::Binary(sign, Box::new(term), Box::new(self.signed()?));
        }
        Ok(term)
    }

    fn signed(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > NESTING_LIMIT {
            return Err("the formula is nested too deep".to_owned());
        }
        let term = match self.accept(&['+', '-']) {
            Some('-') => Term::Negated(Box::new(self.signed()?)),
            Some(_) => self.signed()?,
            None => self.power()?,
        };
        self.depth -= 1;
        Ok(term)
    }

    /// A power binds closer than a sign in front of it, and to the right.
    fn power(&mut self) -> Result<Term, String> {
        let base = self.atom()?;
        match self.accept(&['^']) {
            Some(sign) => Ok(Term::Binary(sign, Box::new(base), Box::new(self.signed()?))),
            None => Ok(base),
        }
    }

    fn atom(&mut self) -> Result<Term, String> {
        if self.accept(&['(']).is_some() {
            let term = self.sum()?;
            self.accept(&[')']).ok_or("a bracket of the formula is not closed")?;
            return Ok(term);
        }
        self.blank();
        let rest = self.characters.get(self.place..).unwrap_or_default();
        let is_word = |it: &char| it.is_ascii_alphanumeric() || *it == '_';
        let is_number = |it: &char| it.is_ascii_digit() || *it == '.';
        let word = |test: &dyn Fn(&char) -> bool| rest.iter().take_while(|it| test(it)).collect::<String>();
        match rest.first() {
            Some(first) if is_number(first) => {
                let mut text = word(&is_number);
                self.place += text.len();
                text.push_str(&self.exponent());
                text.parse().map(Term::Number).map_err(|_| format!("{text} is no number"))
            }
            Some(first) if is_word(first) => {
                let name = word(&is_word);
                self.place += name.len();
                if let Some((_, function)) = FUNCTIONS.iter().find(|(other, _)| *other == name) {
                    // Without brackets all that follows is the argument.
                    let bracket = self.accept(&['(']);
                    let argument = self.sum()?;
                    if bracket.is_some() {
                        self.accept(&[')']).ok_or("a bracket of the formula is not closed")?;
                    }
                    return Ok(Term::Call(*function, Box::new(argument)));
                }
                let known = self.variables.iter().position(|other| *other == name);
                Ok(Term::Variable(known.unwrap_or_else(|| {
                    self.variables.push(name.into());
                    self.variables.len() - 1
                })))
            }
            Some(other) => Err(format!("{other} has no place in the formula")),
            None => Err("the formula ends too early".to_owned()),
        }
    }

    /// The exponent behind a number, where one stands there.
    fn exponent(&mut self) -> String {
        let rest = self.characters.get(self.place..).unwrap_or_default();
        let signs = usize::from(matches!(rest.get(1), Some('+' | '-')));
        let digits = rest.iter().skip(1 + signs).take_while(|it| it.is_ascii_digit()).count();
        if !matches!(rest.first(), Some('e' | 'E')) || digits == 0 {
            return String::new();
        }
        let length = 1 + signs + digits;
        let text = rest[..length].iter().collect();
        self.place += length;
        text
    }
}

impl Term {
    fn evaluate(&self, variables: &[f64]) -> f64 {
        match self {
            Term::Number(number) => *number,
            Term::Variable(place) => variables.get(*place).copied().unwrap_or(f64::NAN),
            Term::Negated(term) => -term.evaluate(variables),
            Term::Call(function, term) => function(term.evaluate(variables)),
            Term::Binary(sign, left, right) => {
                let (left, right) = (left.evaluate(variables), right.evaluate(variables));
                match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    '/' => left / right,
                    '%' => left % right,
                    _ => left.powf(right),
                }
            }
        }
    }

    /// Whether it divides, by which a library may raise an error where the divisor is zero.
    fn divides_by_zero(&self, variables: &[f64]) -> bool {
        match self {
            Term::Number(_) | Term::Variable(_) => false,
            Term::Negated(term) | Term::Call(_, term) => term.divides_by_zero(variables),
            Term::Binary(sign, left, right) => {
                (matches!(sign, '/' | '%') && right.evaluate(variables) == 0.0)
                    || left.divides_by_zero(variables)
                    || right.divides_by_zero(variables)
            }
        }
    }
}

impl Machine<'_> {
    pub fn math(&mut self, expression: &Expression, bys: &[By], traverser: &Traverser) -> Run<Option<Value>> {
        let mut numbers = Vec::new();
        for (turn, name) in expression.variables.iter().enumerate() {
            let how = Self::turn(bys, turn);
            let value = if name == "_" {
                self.produce(how, traverser)?
            } else {
                let found = self.scoped(graphlance_gremlin::token::Pop::Last, name, traverser)?;
                self.produce_of(how, &found.unwrap_or(Value::NULL))?
            };
            let Some(value) = value else { return Ok(None) };
            let message =
                || raise(ErrorKind::State, format!("{name} of math() is a {} and no number", value.type_name()));
            numbers.push(convert::double(value.as_number().ok_or_else(message)?));
        }
        if expression.term.divides_by_zero(&numbers) {
            return Err(raise(ErrorKind::Arithmetic, "division by zero").into());
        }
        Ok(Some(Value::Scalar(graphlance_gremlin::Scalar::Double(expression.term.evaluate(&numbers)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, variables: &[f64], expected: f64) {
        let expression = parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(expression.term.evaluate(variables), expected, "{text}");
    }

    #[test]
    fn formulas_have_the_usual_precedence() {
        check("1 + 2 * 3", &[], 7.0);
        check("(1 + 2) * 3", &[], 9.0);
        check("-2^2", &[], -4.0);
        check("2^-1", &[], 0.5);
        check("2^3^2", &[], 512.0);
        check("a / b - a", &[6.0, 3.0], -4.0);
        check("sqrt(_) % 2", &[9.0], 1.0);
        check("1e2 + .5", &[], 100.5);
        check("abs _ - 3", &[1.0], 2.0);
    }

    #[test]
    fn what_is_no_formula_is_an_error() {
        for text in ["", "1 +", "(1", "sin(1", "1 2", "a b", "$"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse(&"(".repeat(10_000)).is_err());
        assert!(parse(&"-".repeat(10_000)).is_err());
        assert!(parse(&"1+".repeat(10_000)).is_err());
    }
}
