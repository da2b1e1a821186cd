//! How the statements of a walk are asked on one graph: with their own values and with others, as parameters and written out.

use graphlance_case::Statement;
use graphlance_cypher::Query;
use graphlance_generate::other_values;
use graphlance_graph::Returns;

use super::WalkRound;
use super::walker::{SILENT, Walker, asked, written};
use crate::ground::Making;

/// With which values the statements are asked, and how these are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Its own.
    Own,
    /// Its own, in the places of the parameters: another text, which is planned for these values.
    OwnWritten,
    /// Others, for which it has rows where there are such.
    Other,
    /// These, in the places of the parameters.
    OtherWritten,
}

/// The passes over the statements on one graph. With their own values all are asked, before one is with others, so that a target
/// with several connections does not plan a text on each at once.
const PASSES: [Pass; 4] = [Pass::Own, Pass::OwnWritten, Pass::Other, Pass::OtherWritten];
/// Where planning takes long, no text is made for one set of values.
const PASSES_WHERE_DEAR: [Pass; 3] = [Pass::Own, Pass::Other, Pass::Other];
/// The most passes on a graph.
pub(super) const MOST_PASSES: usize = PASSES.len();
/// Draws of other values, for such as give other rows.
const VALUE_DRAWS: usize = 4;
/// How often those are kept on the next graph that did: a target plans the text with them once.
const KEPT: f64 = 0.5;
/// The stream of randomness within a round that gives values.
const VALUES: u64 = 10;

impl WalkRound {
    /// The next statement that has an answer on this graph.
    pub(super) fn answered(&mut self) -> Option<(&Walker, Statement, Returns)> {
        while let Some((place, pass)) = self.next_place() {
            let asked = match pass {
                Pass::Own => self.with_own_values(place),
                Pass::OwnWritten => {
                    let walker = &self.walkers[place];
                    walker.written.clone().zip(walker.last.clone())
                }
                Pass::Other => self.with_other_values(place),
                Pass::OtherWritten => {
                    let other = self.walkers[place].other.take();
                    other.and_then(|(query, returns)| Some((written(&query)?, returns)))
                }
            };
            if let Some((statement, returns)) = asked {
                return Some((&self.walkers[place], statement, returns));
            }
        }
        None
    }

    /// The place of the walker that is asked next, and how.
    fn next_place(&mut self) -> Option<(usize, Pass)> {
        let passes = if self.dear { &PASSES_WHERE_DEAR[..] } else { &PASSES[..] };
        while let Some(pass) = passes.get(self.pass) {
            let place = self.next;
            let Some(walker) = self.walkers.get(place) else {
                (self.next, self.pass) = (0, self.pass + 1);
                continue;
            };
            self.next += 1;
            if *pass == Pass::Own || (!walker.query.parameters.is_empty() && walker.last.is_some()) {
                return Some((place, *pass));
            }
        }
        None
    }

    fn with_own_values(&mut self, place: usize) -> Option<(Statement, Returns)> {
        let statement = self.walkers[place].statement.clone();
        let returns = self.base.answer(&self.graph, statement.tree()?);
        let walker = &mut self.walkers[place];
        let tells = returns.as_ref().is_some_and(|returns| !returns.rows.is_empty());
        walker.same = match (returns.is_some() && walker.last != returns, tells) {
            (true, _) => 0,
            (false, true) => walker.same + 1,
            (false, false) => walker.same + SILENT,
        };
        walker.last.clone_from(&returns);
        walker.other = None;
        walker.graphs += 1;
        returns.map(|returns| (statement, returns))
    }

    /// With values that give rows, and others than its own, where some draws have such.
    fn with_other_values(&mut self, place: usize) -> Option<(Statement, Returns)> {
        let (query, returns, tells) = self.drawn_values(place)?;
        let walker = &mut self.walkers[place];
        walker.telling = tells.then(|| (self.graphs, query.clone()));
        walker.other = Some((query.clone(), returns.clone()));
        Some((asked(query), returns))
    }

    /// Other values with their answer, and whether that tells them from its own.
    fn drawn_values(&self, place: usize) -> Option<(Query, Returns, bool)> {
        let walker = &self.walkers[place];
        let mut random = self.base.ground().random(&[VALUES, self.graphs as u64, place as u64, self.pass as u64]);
        let earlier = walker.telling.as_ref().filter(|(graph, _)| *graph < self.graphs && random.chance(KEPT));
        let mut kept = earlier.map(|(_, query)| query.clone());
        let mut taken = None;
        for _ in 0..VALUE_DRAWS {
            let drawn = kept.take().or_else(|| other_values(&walker.query, &self.graph, &mut random));
            let Some(query) = drawn else { continue };
            let statement = asked(query.clone());
            let Some(returns) = self.base.answer(&self.graph, statement.tree()?) else { continue };
            if !returns.rows.is_empty() && walker.last.as_ref() != Some(&returns) {
                return Some((query, returns, true));
            }
            taken = taken.or(Some((query, returns, false)));
        }
        taken
    }
}
