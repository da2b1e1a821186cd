//! The table of steps: what each is called, what it takes in which version, what goes in and comes out, what it does. Parser,
//! printers, facts and edits know of steps only what stands here.

mod parameter;
mod rows;

pub use parameter::Parameter;
pub use rows::StepName;

use crate::ast::Argument;
use crate::version::Versions;

/// Where a form of a step may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Behind `g`, before the first step: `withSack`.
    Source,
    /// First: `inject` of a source, `call()`.
    Start,
    /// Behind another step, or first in an anonymous traversal.
    Step,
    /// Both first and behind another step.
    Anywhere,
    /// Behind the step that it changes.
    Modulator,
    /// Behind the last step, asking for results.
    Terminal,
    /// In a predicate.
    Predicate,
}

impl Place {
    /// Whether a form with this place may stand there.
    pub fn allows(self, there: Place) -> bool {
        self == there || (self == Place::Anywhere && matches!(there, Place::Start | Place::Step))
    }
}

/// A form of a step: what it takes, and in which versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Where it may stand.
    pub place: Place,
    /// What it takes, in order. Only the last may stand for several arguments.
    pub parameters: &'static [Parameter],
    /// The versions whose gremlin-lang has this form. Groovy and bytecode have had some of them for longer.
    pub versions: Versions,
}

/// What an object is, as far as a step cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Whatever it is.
    Any,
    /// Nothing goes in.
    Nothing,
    /// A vertex.
    Vertex,
    /// An edge.
    Edge,
    /// A vertex, an edge or a property of a vertex.
    Element,
    /// A property of a vertex, an edge or a property.
    Property,
    /// A number.
    Number,
    /// A string.
    Text,
    /// true or false.
    Boolean,
    /// A date and time.
    Date,
    /// A list.
    List,
    /// A set.
    Set,
    /// A map.
    Map,
    /// A path.
    Path,
    /// A tree.
    Tree,
    /// A graph.
    Graph,
}

/// What comes out of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// What goes in.
    Same,
    /// Objects of a kind.
    Is(Kind),
    /// What the traversals among its arguments give.
    Nested,
    /// What the traversals among its arguments give, or what goes in.
    NestedOrSame,
    /// In the global scope what goes in, in the local one objects of a kind.
    SameOrLocal(Kind),
    /// What its arguments name: labels, keys, a half of a map, a sack.
    Open,
}

/// What a step does, beside its forms and kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trait {
    /// One object comes out for each that goes in.
    Map,
    /// Any number of objects comes out for each that goes in.
    FlatMap,
    /// What goes in comes out or does not.
    Filter,
    /// What goes in comes out, and something is noted aside.
    SideEffect,
    /// Traversals among its arguments decide the way.
    Branch,
    /// One object comes out of all that go in, in the global scope.
    Reducing,
    /// All that go in are waited for before the first comes out, in the global scope.
    Barrier,
    /// As a barrier from 3.8 on, before that one by one.
    BarrierSince38,
    /// It changes the graph.
    Writes,
    /// It draws at random.
    Random,
    /// The language does not say in which order objects come out, or the entries of a map.
    Unordered,
    /// Which objects it lets through depends on the order in which they go in, in the global scope.
    ByOrder,
    /// It reads the whole path of a traverser.
    ReadsPath,
    /// It reads labels that `as(..)` gave, or keys of a map.
    ReadsLabels,
    /// It notes what goes in aside under the key that it names; what goes in comes out then, even of a step that reduces without
    /// a key.
    Notes,
    /// It reads what was noted aside under the key that it names.
    ReadsSideEffect,
    /// It reads or writes the sack.
    Sack,
    /// It counts rounds of `repeat`.
    Loops,
    /// It is one of a graph computer, a service, or of files.
    Outside,
    /// From 3.8 on variables may still stand for its arguments, though not for all ([`Parameter::is_bindable`]).
    Variables,
    /// It always raises an error.
    Fails,
    /// It takes one `by(..)`.
    By,
    /// It takes two `by(..)`: of key and value.
    ByKeyAndValue,
    /// It takes any number of `by(..)`, which it uses in turns.
    Bys,
    /// It takes `from(..)` and `to(..)`.
    FromTo,
    /// It takes `option(..)`.
    Options,
    /// It takes `until(..)`, `emit(..)` and `times(..)`.
    Rounds,
    /// It takes `with(..)`.
    With,
}

/// What is known of a step.
#[derive(Debug)]
pub struct Row {
    /// Which step.
    pub name: StepName,
    /// Its text.
    pub text: &'static str,
    /// Its forms.
    pub signatures: &'static [Signature],
    /// What goes in.
    pub input: Kind,
    /// What comes out.
    pub output: Output,
    /// What it does.
    pub traits: &'static [Trait],
}

impl Row {
    /// Whether it does this.
    pub fn is(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// The versions that have it in any form.
    pub fn versions(&self) -> Versions {
        self.signatures.iter().fold(Versions::NONE, |versions, signature| versions.or(signature.versions))
    }

    /// Its forms at a place.
    pub fn at(&self, place: Place) -> impl Iterator<Item = &'static Signature> {
        self.signatures.iter().filter(move |signature| signature.place.allows(place))
    }

    /// The first of its forms at a place that takes these arguments.
    pub fn signature(&self, place: Place, arguments: &[Argument]) -> Option<&'static Signature> {
        self.at(place).find(|signature| signature.takes(arguments))
    }

    /// The versions in which a form at a place takes these arguments.
    pub fn versions_of(&self, place: Place, arguments: &[Argument]) -> Versions {
        let fitting = self.at(place).filter(|signature| signature.takes(arguments));
        fitting.fold(Versions::NONE, |versions, signature| versions.or(signature.versions))
    }

    /// Whether it takes a modulator.
    pub fn takes(&self, modulator: StepName) -> bool {
        match modulator {
            StepName::As => true,
            StepName::By => self.is(Trait::By) || self.is(Trait::ByKeyAndValue) || self.is(Trait::Bys),
            StepName::From | StepName::To => self.is(Trait::FromTo),
            StepName::Option => self.is(Trait::Options),
            StepName::Until | StepName::Emit | StepName::Times => self.is(Trait::Rounds),
            StepName::With => self.is(Trait::With),
            _ => false,
        }
    }
}

impl Signature {
    /// Whether it takes these arguments.
    pub fn takes(&self, arguments: &[Argument]) -> bool {
        let parameters = self.parameters;
        let several = parameters.last().is_some_and(|last| last.is_several());
        let least = if several { parameters.len() - 1 } else { parameters.len() };
        if arguments.len() < least || (!several && arguments.len() > least) {
            return false;
        }
        let mut arguments = arguments.iter().enumerate();
        arguments.all(|(index, argument)| self.parameter(index).is_some_and(|parameter| parameter.accepts(argument)))
    }

    /// Whether its last parameter stands for any number of arguments.
    pub fn is_open(&self) -> bool {
        self.parameters.last().is_some_and(|last| last.is_several())
    }

    /// What the argument at an index must be; none where there can be none.
    pub fn parameter(&self, index: usize) -> Option<Parameter> {
        let last = self.parameters.last().filter(|last| last.is_several());
        self.parameters.get(index).or(last).copied()
    }
}

impl StepName {
    /// What is known of it.
    pub fn row(self) -> &'static Row {
        // The rows stand in the order of the names, since one list makes both.
        &rows::ROWS[self as usize]
    }

    /// Its text.
    pub fn text(self) -> &'static str {
        self.row().text
    }

    /// The step of a text.
    pub fn find(text: &str) -> Option<StepName> {
        rows::ROWS.iter().find(|row| row.text == text).map(|row| row.name)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = StepName> {
        rows::ROWS.iter().map(|row| row.name)
    }

    /// Whether it has a form at a place.
    pub fn stands(self, place: Place) -> bool {
        self.row().at(place).next().is_some()
    }
}

#[cfg(test)]
mod tests;
