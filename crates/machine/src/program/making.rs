//! What new elements are made of.

use graphlance_gremlin::Name;
use graphlance_gremlin::token::{Cardinality, Merge};

use super::{ChainId, Operand};
use crate::value::Value;

/// What a new element is made of.
#[derive(Clone, Debug)]
pub(crate) struct Making {
    pub label: Operand,
    pub properties: Vec<Setting>,
}

/// A property to be set.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub cardinality: Option<Cardinality>,
    pub key: Operand,
    pub value: Operand,
    pub meta: Vec<(Operand, Operand)>,
}

/// An end of a new edge.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Current,
    Label(Name),
    Value(Value),
    Chain(ChainId),
}

/// `mergeV` and `mergeE` with their options.
#[derive(Clone, Debug)]
pub(crate) struct Merging {
    pub first: bool,
    /// None: the object of the traverser.
    pub search: Option<Operand>,
    pub on_create: Option<Operand>,
    pub on_match: Option<Operand>,
    /// The cardinality that the map of `onMatch` is set with.
    pub match_cardinality: Option<Cardinality>,
    pub create_cardinality: Option<Cardinality>,
    pub ends: Vec<(Merge, Operand)>,
}
