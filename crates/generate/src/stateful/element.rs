//! The nodes and relationships that a statement has in scope.

use graphlance_graph::Name;

use super::writer::Writer;

/// A node or relationship in scope.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub name: Name,
    pub is_node: bool,
    /// Whether it is null on no row.
    pub certain: bool,
    pub state: State,
}

/// What the statement has done with an element so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It was there before.
    Found,
    /// The statement made it, or may have.
    Made,
    /// It may have been deleted under another name, or along with a node: nothing is read of it any more.
    Doubtful,
    /// It is deleted.
    Deleted,
}

/// How likely an element that may be null is taken beside one that is not.
const UNCERTAIN: f64 = 0.5;

impl Element {
    /// One that the statement made, and that is never null.
    pub fn made(name: Name, is_node: bool) -> Element {
        Element { name, is_node, certain: true, state: State::Made }
    }

    pub fn is_there(&self) -> bool {
        self.state != State::Deleted
    }
}

impl Writer<'_, '_, '_> {
    /// A node that is there and never null.
    pub fn certain_node(&mut self) -> Option<Name> {
        self.pick(|element| element.is_node && element.certain)
    }

    /// A node or relationship that is there, and may be null now and then.
    pub fn element(&mut self) -> Option<Element> {
        let uncertain = self.chance(UNCERTAIN);
        let relationship = self.chance(0.35);
        let name = self
            .pick(|element| element.is_node != relationship && (element.certain || uncertain))
            .or_else(|| self.pick(|element| element.certain || uncertain))?;
        self.elements.iter().find(|element| element.name == name).cloned()
    }

    /// A node or relationship of which something may be read.
    pub fn readable(&mut self) -> Option<Element> {
        let readable: Vec<Element> = self
            .elements
            .iter()
            .filter(|element| matches!(element.state, State::Found | State::Made))
            .cloned()
            .collect();
        self.skeleton.random.pick(&readable).cloned()
    }

    fn pick(&mut self, wanted: impl Fn(&Element) -> bool) -> Option<Name> {
        let fitting: Vec<Name> = self
            .elements
            .iter()
            .filter(|element| element.is_there() && wanted(element))
            .map(|element| element.name.clone())
            .collect();
        self.skeleton.random.pick(&fitting).cloned()
    }

    /// Notes that an element is deleted, and with it what other variables may stand for.
    pub fn delete(&mut self, name: &str) {
        let is_node = self.elements.iter().any(|element| element.name == name && element.is_node);
        for element in &mut self.elements {
            // A node may take its relationships along.
            let meant = is_node || !element.is_node;
            element.state = match element.state {
                _ if element.name == name => State::Deleted,
                State::Found | State::Made if meant => State::Doubtful,
                state => state,
            };
        }
        self.reads_rows = false;
    }
}
