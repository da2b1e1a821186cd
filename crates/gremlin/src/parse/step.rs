//! Statements, traversals and steps.

use super::cursor::{Cursor, Parsed};
use super::error::{Obstacle, Trouble};
use super::lexer::Kind;
use crate::ast::{Argument, Modulator, Statement, Step, Traversal};
use crate::table::{Parameter, Place, Signature, StepName};

/// A name with its arguments, and where it may stand with them.
struct Call {
    name: StepName,
    arguments: Vec<Argument>,
    place: Place,
}

impl Cursor<'_> {
    /// `g`, what configures it, steps, and perhaps a way to ask for results.
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        if !self.at_word("g") {
            return Err(self.unexpected("`g`"));
        }
        self.advance();
        let mut source = Vec::new();
        let mut statement = Statement::new(Vec::new());
        let mut chain = Chain::default();
        self.expect(Kind::Dot, "`.` and a step")?;
        loop {
            if statement.terminal.is_some() {
                return Err(self.unexpected("the end of the statement"));
            }
            let begun = !chain.is_empty();
            let places: &[Place] =
                if begun { &[Place::Modulator, Place::Step, Place::Terminal] } else { &[Place::Source, Place::Start] };
            let call = self.call(places)?;
            match call.place {
                Place::Source => source.push(Modulator::new(call.name, call.arguments)),
                Place::Terminal => statement.terminal = Some(Modulator::new(call.name, call.arguments)),
                _ => chain.push(call),
            }
            if !self.accept(Kind::Dot) {
                break;
            }
        }
        statement.source = source;
        statement.traversal = chain.finish();
        if statement.traversal.is_empty() {
            return Err(self.unexpected("`.` and a step that begins"));
        }
        Ok(statement)
    }

    /// An anonymous traversal, with or without `__.` in front.
    pub(super) fn anonymous(&mut self) -> Parsed<Traversal> {
        if self.at_word("__") {
            self.advance();
            self.expect(Kind::Dot, "`.` and a step")?;
        }
        let mut chain = Chain::default();
        loop {
            let call = self.call(&[Place::Modulator, Place::Step])?;
            chain.push(call);
            if !self.accept(Kind::Dot) {
                return Ok(chain.finish());
            }
        }
    }

    /// A name with its arguments, which must stand at one of some places.
    fn call(&mut self, places: &[Place]) -> Parsed<Call> {
        let span = self.span();
        let text = self.token_text();
        if self.kind() != Kind::Word {
            return Err(self.unexpected("the name of a step"));
        }
        let name = StepName::find(text).ok_or_else(|| {
            Trouble::new(span.clone(), format!("there is no step `{text}`")).obstacle(Obstacle::Unknown)
        })?;
        let forms: Vec<&'static Signature> = places.iter().flat_map(|place| name.row().at(*place)).collect();
        if forms.is_empty() {
            let whose =
                if places.contains(&Place::Source) { "no statement begins with" } else { "this is no place for" };
            return Err(Trouble::new(span, format!("{whose} `{text}`")).obstacle(Obstacle::Unknown));
        }
        self.advance();
        self.expect(Kind::OpenParen, "`(`")?;
        let arguments = self.nested(|cursor| {
            cursor.list(Kind::CloseParen, "`,` or `)`", |cursor, index| {
                let expected: Vec<Parameter> = forms.iter().filter_map(|form| form.parameter(index)).collect();
                cursor.argument(&expected)
            })
        })?;
        let fitting = |place: &&Place| name.row().signature(**place, &arguments).is_some();
        match places.iter().find(fitting) {
            Some(place) => Ok(Call { name, place: *place, arguments }),
            None => {
                let trouble = Trouble::new(self.since(span.start), format!("`{text}` takes no such arguments"));
                Err(trouble.expecting(described(&forms)).obstacle(Obstacle::Unknown))
            }
        }
    }
}

/// The forms of a step, for an error.
fn described(forms: &[&Signature]) -> String {
    let one = |form: &&Signature| match form.parameters {
        [] => "nothing".to_owned(),
        parameters => parameters.iter().map(|parameter| parameter.text()).collect::<Vec<_>>().join(", "),
    };
    forms.iter().map(one).collect::<Vec<_>>().join("; or ")
}

/// A traversal that is being read, step by step.
#[derive(Default)]
pub(crate) struct Chain {
    traversal: Traversal,
    /// `until`, `emit` and `times` that no `repeat` stands in front of: they belong to the one that follows, if one does.
    pending: Vec<Modulator>,
}

impl Chain {
    /// Whether nothing was read.
    pub(crate) fn is_empty(&self) -> bool {
        self.traversal.is_empty() && self.pending.is_empty()
    }

    fn push(&mut self, call: Call) {
        let Call { name, arguments, place } = call;
        match place {
            Place::Modulator => self.modulator(Modulator::new(name, arguments)),
            _ => self.step(Step::new(name, arguments)),
        }
    }

    /// Goes on with a step.
    pub(crate) fn step(&mut self, mut step: Step) {
        if step.name == StepName::Repeat {
            step.before = std::mem::take(&mut self.pending);
        } else {
            self.settle();
        }
        self.traversal.steps.push(step);
    }

    /// Goes on with a modulator.
    pub(crate) fn modulator(&mut self, modulator: Modulator) {
        let of_rounds = matches!(modulator.name, StepName::Until | StepName::Emit | StepName::Times);
        let behind_repeat = self.traversal.steps.last().is_some_and(|step| step.name == StepName::Repeat);
        if (of_rounds && !behind_repeat) || !self.pending.is_empty() {
            self.pending.push(modulator);
        } else {
            self.last().push(modulator);
        }
    }

    /// The modulators of the last step, or those in front of the first.
    fn last(&mut self) -> &mut Vec<Modulator> {
        match self.traversal.steps.last_mut() {
            Some(step) => &mut step.modulators,
            None => &mut self.traversal.start,
        }
    }

    /// Gives what waits for a `repeat` that does not come to the step in front.
    fn settle(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        self.last().extend(pending);
    }

    /// The traversal that was read.
    pub(crate) fn finish(mut self) -> Traversal {
        self.settle();
        self.traversal
    }
}
