//! Random expressions over all functions and operators, ill-typed ones and errors included, and statements that return them.
//! For comparing evaluators, which must agree on errors as they do on values.

use graphlance_cypher::Statement;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::{Callee, Function, Kind, TABLE};
use graphlance_graph::{Graph, Name, Random};

use super::constant::{constant, kind};
use super::moment;

/// The depth of expressions at most.
const DEPTH: usize = 3;

/// A statement that returns random expressions of functions of values and of groups, and operators.
pub fn arbitrary_calls(random: &mut Random, graph: &Graph) -> Statement {
    let mut calls = Calls { random, scope: Vec::new(), fresh: 0 };
    let mut clauses = match calls.random.below(10) {
        0..=3 => Vec::new(),
        4..=6 => calls.bound(),
        7 => return calls.grouped(),
        _ => calls.matched(graph),
    };
    let expression = calls.call_of_any(DEPTH);
    let item = ProjectionItem { expression, alias: Some("x".into()) };
    clauses.push(Clause::Return(Projection { items: vec![item], ..Projection::default() }));
    Statement::Query(SingleQuery { clauses }.into())
}

/// A statement that returns a random expression over temporal values.
pub fn arbitrary_moments(random: &mut Random) -> Statement {
    let sorted = random.chance(0.12);
    if sorted {
        let one = moment::kind(random);
        let values = (0..random.between(2, 5)).map(|_| {
            let of = if random.chance(0.7) { one } else { moment::kind(random) };
            moment::made(random, of)
        });
        let list = Expression::List(values.collect());
        let item = ProjectionItem { expression: build::variable("v"), alias: Some("x".into()) };
        let order = vec![SortItem { expression: build::variable("v"), descending: random.chance(0.3) }];
        let projection = Projection { items: vec![item], order, ..Projection::default() };
        let clauses = vec![Clause::Unwind(Unwind { list, variable: "v".into() }), Clause::Return(projection)];
        return Statement::Query(SingleQuery { clauses }.into());
    }
    let item = ProjectionItem { expression: moment::expression(random), alias: Some("x".into()) };
    let projection = Projection { items: vec![item], ..Projection::default() };
    Statement::Query(SingleQuery { clauses: vec![Clause::Return(projection)] }.into())
}

/// Makes expressions and remembers what is in scope.
pub(super) struct Calls<'a> {
    pub random: &'a mut Random,
    /// What can be referred to, with its kind.
    pub scope: Vec<(Expression, Kind)>,
    pub fresh: usize,
}

impl Calls<'_> {
    /// `WITH constants AS a, b`: what the functions are called with is not known before the statement runs.
    fn bound(&mut self) -> Vec<Clause> {
        let mut items = Vec::new();
        for name in ["a", "b", "c"].iter().take(self.random.between(1, 3)) {
            let kind = kind(self.random);
            items.push(ProjectionItem { expression: constant(self.random, kind), alias: Some((*name).into()) });
            self.scope.push((build::variable(*name), kind));
        }
        vec![Clause::With(With { projection: Projection { items, ..Projection::default() }, predicate: None })]
    }

    /// `MATCH p = (n)-[r]->(m)`
    fn matched(&mut self, graph: &Graph) -> Vec<Clause> {
        for (name, kind) in
            [("n", Kind::Node), ("m", Kind::Node), ("r", Kind::Relationship), ("p", Kind::Path), ("n", Kind::Node)]
        {
            self.scope.push((build::variable(name), kind));
        }
        for key in &graph.schema.keys {
            let owner = ["n", "m", "r"][self.random.below(3)];
            self.scope.push((build::property(owner, key.name.clone()), key.kind.into()));
        }
        let relationship = RelationshipPattern {
            variable: Some("r".into()),
            types: None,
            length: None,
            properties: None,
            predicate: None,
            direction: if self.random.chance(0.7) { Direction::Right } else { Direction::Either },
        };
        let node = |name: &str| NodePattern { variable: Some(name.into()), ..NodePattern::default() };
        let path = PathPattern { start: node("n"), segments: vec![Segment::Hop { relationship, node: node("m") }] };
        let pattern = Pattern { variable: Some("p".into()), ..path.into() };
        vec![Clause::Match(Match { patterns: vec![pattern], ..Match::default() })]
    }

    /// `UNWIND constants AS v RETURN aggregate(v)`, sometimes by groups.
    fn grouped(&mut self) -> Statement {
        let one = kind(self.random);
        let values = (0..self.random.below(6)).map(|_| match self.random.below(10) {
            0 => build::null(),
            1 => constant(self.random, Kind::Any),
            _ => constant(self.random, one),
        });
        let list = Expression::List(values.collect());
        let aggregates: Vec<&Function> = TABLE.iter().filter(|function| function.is_aggregate()).collect();
        let mut items = Vec::new();
        if let Some(function) = self.random.pick(&aggregates).copied() {
            let mut arguments = vec![build::variable("v")];
            if function.least > 1 {
                arguments
                    .push(build::constant(&(self.random.below(5) as f64 / 4.0).into()).unwrap_or_else(build::null));
            }
            let name = function.name.into();
            let distinct = self.random.chance(0.3);
            let expression = Expression::Function(FunctionCall { name, distinct, arguments });
            items.push(ProjectionItem { expression, alias: Some("x".into()) });
        }
        if self.random.chance(0.2) {
            items.push(ProjectionItem { expression: build::variable("v"), alias: Some("y".into()) });
        }
        let unwind = Clause::Unwind(Unwind { list, variable: "v".into() });
        let clauses = vec![unwind, Clause::Return(Projection { items, ..Projection::default() })];
        Statement::Query(SingleQuery { clauses }.into())
    }

    /// A call of any function of values, each as often as the others; or an operator.
    fn call_of_any(&mut self, depth: usize) -> Expression {
        if self.random.chance(0.3) {
            let kind = kind(self.random);
            return self.operation(kind, depth);
        }
        let functions: Vec<&Function> = TABLE.iter().filter(|function| !function.is_aggregate()).collect();
        match self.random.pick(&functions).copied() {
            Some(function) => self.call(function, depth),
            None => build::null(),
        }
    }

    /// An expression that is mostly of a kind.
    pub(super) fn expression(&mut self, of: Kind, depth: usize) -> Expression {
        // Now and then another kind, so that nulls and errors are asked for too.
        let of = if self.random.chance(0.06) { kind(self.random) } else { of };
        if self.random.chance(0.05) {
            return build::null();
        }
        let known: Vec<&Expression> =
            self.scope.iter().filter(|(_, kind)| fits(*kind, of)).map(|(expression, _)| expression).collect();
        if self.random.chance(if depth == 0 { 0.8 } else { 0.4 })
            && let Some(known) = self.random.pick(&known)
        {
            return (*known).clone();
        }
        if depth == 0 || self.random.chance(0.35) {
            return constant(self.random, of);
        }
        match self.random.below(10) {
            0..=3 => self.call_of(of, depth - 1),
            4..=7 => self.operation(of, depth - 1),
            _ => self.choice(of, depth - 1),
        }
    }

    /// A call of a function that gives a kind.
    fn call_of(&mut self, of: Kind, depth: usize) -> Expression {
        let gives = |function: &&Function| {
            !function.is_aggregate() && (fits(function.result, of) || function.result == Kind::Any)
        };
        let functions: Vec<&Function> = TABLE.iter().filter(gives).collect();
        match self.random.pick(&functions).copied() {
            Some(function) => self.call(function, depth),
            None => constant(self.random, of),
        }
    }

    fn call(&mut self, function: &Function, depth: usize) -> Expression {
        let most = function.parameters.len().max(function.least);
        let count = self.random.between(function.least, most.min(function.most));
        let temporal = matches!(function.result, Kind::Temporal(_)) && matches!(function.callee, Callee::Scalar(_));
        if temporal && self.random.chance(0.8) {
            return moment::expression(self.random);
        }
        let arguments = (0..count).map(|place| {
            let of = function.parameters.get(place).map_or(Kind::Any, |(kind, _)| *kind);
            // What takes lists often takes texts too.
            let of = if of == Kind::List && self.random.chance(0.15) { Kind::String } else { of };
            self.expression(of, depth.saturating_sub(1))
        });
        build::call(function.name, arguments.collect())
    }

    /// `CASE`, `coalesce`, a part of a list or a map.
    fn choice(&mut self, of: Kind, depth: usize) -> Expression {
        match self.random.below(4) {
            0 => {
                let operand = self.random.chance(0.4).then(|| self.expression(Kind::Any, 0));
                let when = if operand.is_some() { Kind::Any } else { Kind::Boolean };
                let branches = (0..self.random.between(1, 2))
                    .map(|_| (self.expression(when, depth), self.expression(of, depth)))
                    .collect();
                let otherwise = self.random.chance(0.6).then(|| self.expression(of, depth));
                Expression::Case(Box::new(CaseExpression { operand, branches, otherwise }))
            }
            1 => {
                let items = (0..self.random.between(1, 3)).map(|_| self.expression(of, depth)).collect();
                let index = build::integer(self.random.integer(-3, 3));
                Expression::Index(Box::new(Expression::List(items)), Box::new(index))
            }
            2 => {
                let map = Expression::Map(vec![("a".into(), self.expression(of, depth))]);
                if self.random.chance(0.5) {
                    return Expression::Property(Box::new(map), "a".into());
                }
                Expression::Index(Box::new(map), Box::new(build::string("a")))
            }
            _ => {
                let (variable, list) = (self.variable(), self.expression(Kind::List, depth));
                let accumulator: Name = format!("{variable}s").into();
                let initial = self.expression(of, 0);
                let known = self.scope.len();
                self.scope.push((build::variable(variable.clone()), Kind::Any));
                self.scope.push((build::variable(accumulator.clone()), of));
                let expression = self.expression(of, depth);
                self.scope.truncate(known);
                Expression::Reduce(Box::new(Reduce { accumulator, initial, variable, list, expression }))
            }
        }
    }

    fn variable(&mut self) -> Name {
        self.fresh += 1;
        format!("v{}", self.fresh).into()
    }

    /// An operator that gives a kind.
    fn operation(&mut self, of: Kind, depth: usize) -> Expression {
        use BinaryOperator as Op;
        match of {
            Kind::Boolean => self.truth(depth),
            Kind::Integer | Kind::Float | Kind::Number => {
                let operator =
                    [Op::Add, Op::Subtract, Op::Multiply, Op::Divide, Op::Modulo, Op::Power][self.random.below(6)];
                if self.random.chance(0.1) {
                    return Expression::Unary(UnaryOperator::Minus, Box::new(self.expression(of, depth)));
                }
                build::binary(operator, self.expression(of, depth), self.expression(Kind::Number, depth))
            }
            Kind::String => {
                let other = if self.random.chance(0.8) { Kind::String } else { Kind::Number };
                build::binary(Op::Add, self.expression(of, depth), self.expression(other, depth))
            }
            Kind::List => self.list(depth),
            Kind::Temporal(_) => moment::expression(self.random),
            Kind::Map => {
                let entry = ("a".into(), self.expression(Kind::Any, depth));
                Expression::Map(vec![entry, ("b".into(), self.expression(Kind::Any, depth))])
            }
            of => self.expression(of, depth.saturating_sub(1)),
        }
    }

    fn list(&mut self, depth: usize) -> Expression {
        match self.random.below(4) {
            0 => {
                let other = if self.random.chance(0.6) { Kind::List } else { Kind::Any };
                let (left, right) = (self.expression(Kind::List, depth), self.expression(other, depth));
                build::binary(BinaryOperator::Add, left, right)
            }
            1 => {
                let mut bound = || Some(Box::new(build::integer(self.random.integer(-3, 4))));
                let (from, to) = (bound(), bound());
                let (from, to) = match self.random.below(4) {
                    0 => (None, to),
                    1 => (from, None),
                    _ => (from, to),
                };
                Expression::Slice(Box::new(self.expression(Kind::List, depth)), from, to)
            }
            2 => Expression::List((0..self.random.below(4)).map(|_| self.expression(Kind::Any, depth)).collect()),
            _ => {
                let (variable, list) = (self.variable(), self.expression(Kind::List, depth));
                self.scope.push((build::variable(variable.clone()), Kind::Any));
                let predicate = self.random.chance(0.5).then(|| self.expression(Kind::Boolean, depth));
                let projection = self.random.chance(0.7).then(|| self.expression(Kind::Any, depth));
                self.scope.pop();
                let made = ListComprehension { variable, list, predicate, projection };
                Expression::ListComprehension(Box::new(made))
            }
        }
    }

    fn truth(&mut self, depth: usize) -> Expression {
        use BinaryOperator as Op;
        match self.random.below(12) {
            0 => build::not(self.expression(Kind::Boolean, depth)),
            1 | 2 => {
                let operator = [Op::And, Op::Or, Op::Xor][self.random.below(3)];
                build::binary(operator, self.expression(Kind::Boolean, depth), self.expression(Kind::Boolean, depth))
            }
            3 => build::binary(Op::In, self.expression(Kind::Any, depth), self.expression(Kind::List, depth)),
            4 | 5 => {
                let operator = [Op::StartsWith, Op::EndsWith, Op::Contains, Op::Matches][self.random.below(4)];
                build::binary(operator, self.expression(Kind::String, depth), self.expression(Kind::String, depth))
            }
            6 => {
                let operator = [UnaryOperator::IsNull, UnaryOperator::IsNotNull][self.random.below(2)];
                Expression::Unary(operator, Box::new(self.expression(Kind::Any, depth)))
            }
            7 => {
                use ListQuantifier as Each;
                let quantifier = [Each::All, Each::Any, Each::None, Each::Single][self.random.below(4)];
                let (variable, list) = (self.variable(), self.expression(Kind::List, depth));
                self.scope.push((build::variable(variable.clone()), Kind::Any));
                let predicate = self.expression(Kind::Boolean, depth);
                self.scope.pop();
                Expression::Quantified(Box::new(QuantifiedPredicate { quantifier, variable, list, predicate }))
            }
            _ => {
                use ComparisonOperator::*;
                let operators = [Equal, Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual];
                let of = kind(self.random);
                let links = if self.random.chance(0.1) { 2 } else { 1 };
                let first = self.expression(of, depth);
                let links = (0..links).map(|_| (operators[self.random.below(7)], self.expression(of, depth))).collect();
                Expression::Comparison(Box::new(first), links)
            }
        }
    }
}

/// Whether a value of a kind will do where another is asked for.
fn fits(kind: Kind, of: Kind) -> bool {
    kind == of
        || of == Kind::Any
        || matches!(
            (kind, of),
            (Kind::Integer | Kind::Float, Kind::Number) | (Kind::Number, Kind::Integer | Kind::Float)
        )
}
