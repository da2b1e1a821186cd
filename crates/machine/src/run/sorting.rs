//! `order`, of traversers and of what is in a collection.

use std::cmp::Ordering;

use graphlance_gremlin::token::Order;

use super::traverser::Traverser;
use super::{Machine, Run};
use crate::failure::Failure;
use crate::program::compile::ordering;
use crate::program::{By, OpId};
use crate::value::{Value, relations};

impl Machine<'_> {
    /// The traversers in the order of what `by(..)` gives of them.
    pub fn ordered(&mut self, id: OpId, bys: &[By], traversers: Vec<Traverser>) -> Run<Vec<Traverser>> {
        let mut keyed = Vec::with_capacity(traversers.len());
        for traverser in traversers {
            let mut keys = Vec::with_capacity(bys.len().max(1));
            for by in bys {
                match self.produce(&by.how, &traverser)? {
                    Some(key) => {
                        self.compared(&key);
                        keys.push(key);
                    }
                    None => break,
                }
            }
            if bys.is_empty() {
                self.compared(&traverser.value);
                keys.push(traverser.value.clone());
            }
            if keys.len() == bys.len().max(1) {
                keyed.push((keys, traverser));
            }
        }
        if keyed.len() > 1 && keyed.iter().flat_map(|(keys, _)| keys).any(relations::has_open_order) {
            self.chance.choose();
        }
        self.sort(bys, &mut keyed)?;
        let shuffled = bys.iter().any(|by| ordering(by) == Order::Shuffle);
        let ties = |pair: &[(Vec<Value>, Traverser)]| {
            let same = |a: &Value, b: &Value| relations::order(self.graph, a, b) == Ordering::Equal;
            !self.is_same(&pair[0].1, &pair[1].1) && pair[0].0.iter().zip(&pair[1].0).all(|(a, b)| same(a, b))
        };
        if shuffled || keyed.windows(2).any(ties) {
            self.tied.insert(id);
            self.chance.tie();
        }
        Ok(keyed.into_iter().map(|(_, traverser)| traverser).collect())
    }

    /// Sorts by keys. What ties stands in an order that is open.
    pub fn sort<T>(&mut self, bys: &[By], keyed: &mut [(Vec<Value>, T)]) -> Run<()> {
        self.chance.arrange_ties(keyed);
        if bys.last().is_some_and(|by| ordering(by) == Order::Shuffle) {
            self.chance.shuffle(keyed);
            return Ok(());
        }
        if !self.rules.total_order {
            self.insist_on_one_class(keyed)?;
        }
        let turns = keyed.first().map_or(0, |(keys, _)| keys.len());
        let of_turn = |turn: usize| keyed.iter().filter_map(move |(keys, _)| keys.get(turn));
        if (0..turns).any(|turn| !relations::are_told_apart(of_turn(turn))) {
            let what = "the order of floats beside integers that have more digits";
            return Err(Failure::Unspecified(what.to_owned()).into());
        }
        // Tokens are sorted by their names.
        for key in keyed.iter_mut().flat_map(|(keys, _)| keys) {
            if let Value::Token(token) = key {
                *key = Value::string(token.text());
            }
        }
        let graph = &*self.graph;
        keyed.sort_by(|(a, _), (b, _)| {
            let orders =
                a.iter().zip(b).enumerate().map(|(place, (a, b))| match bys.get(place).map_or(Order::Asc, ordering) {
                    Order::Asc => relations::order(graph, a, b),
                    Order::Desc => relations::order(graph, b, a),
                    Order::Shuffle => Ordering::Equal,
                });
            orders.into_iter().find(|order| *order != Ordering::Equal).unwrap_or(Ordering::Equal)
        });
        Ok(())
    }

    /// The keys of each turn must have an order in Java, which has none of null, of elements and of values of different classes.
    fn insist_on_one_class<T>(&self, keyed: &[(Vec<Value>, T)]) -> Run<()> {
        let orders = |a: &Value, b: &Value| match (a.as_scalar(), b.as_scalar()) {
            (Some(x), Some(y)) => !a.is_null() && std::mem::discriminant(x) == std::mem::discriminant(y),
            _ => false,
        };
        let Some((first, _)) = keyed.first() else { return Ok(()) };
        let ordered = keyed.iter().all(|(keys, _)| keys.iter().zip(first).all(|(a, b)| orders(a, b)));
        if ordered {
            return Ok(());
        }
        Err(Failure::Unspecified("the order of values of different classes".to_owned()).into())
    }
}
