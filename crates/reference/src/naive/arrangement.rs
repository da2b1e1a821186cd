//! The orders that the language leaves open, as one choice.

use graphlance_graph::arrangement::{arranged, keys};
use graphlance_graph::{Graph, Random};

use super::Engine;
use crate::{Failure, OpenAnswers};

/// One of the orders that the language admits.
#[derive(Clone, Debug)]
pub(super) enum Arrangement {
    /// As things arise.
    Arising,
    /// The other way round.
    Reversed,
    /// At random.
    Shuffled(Box<Random>),
}

impl Arrangement {
    /// The arrangement of a number: 0 as things arise, 1 the other way round, beyond that at random.
    pub fn new(number: u64) -> Arrangement {
        match number {
            0 => Arrangement::Arising,
            1 => Arrangement::Reversed,
            seed => Arrangement::Shuffled(Box::new(Random::new(seed))),
        }
    }

    /// Puts things in this order.
    pub fn arrange<T>(&mut self, items: &mut [T]) {
        match self {
            Arrangement::Arising => {}
            Arrangement::Reversed => items.reverse(),
            Arrangement::Shuffled(random) => random.shuffle(items),
        }
    }

    /// The graph with its elements in another order, so that the order of keys is none to rely on. As things arise, the
    /// keys stay.
    pub fn of_graph(&self, graph: &Graph) -> Result<Graph, Failure> {
        if matches!(self, Arrangement::Arising) {
            return Ok(graph.clone());
        }
        let mut order = self.clone();
        let (mut nodes, mut relationships) = keys(graph);
        order.arrange(&mut nodes);
        order.arrange(&mut relationships);
        arranged(graph, &nodes, &relationships).map_err(|error| Failure::Unknown(error.to_string()))
    }
}

impl Engine<'_> {
    /// Puts things whose order the language leaves open in the order of the arrangement.
    pub(super) fn arrange<T>(&self, items: &mut [T]) {
        self.arrangement.borrow_mut().arrange(items);
    }

    /// Says that the language leaves the answer open, unless one right answer is wanted.
    pub(super) fn leave_open(&self, what: &str) -> Result<(), Failure> {
        match self.options.open {
            OpenAnswers::Refuse => Err(Failure::Unspecified(what.to_owned())),
            OpenAnswers::Choose => Ok(()),
        }
    }
}
