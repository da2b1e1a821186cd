//! The nodes of the tree as a walk meets them, read-only and mutable.

use graphlance_graph::Name;

use super::NameKind;
use crate::ast::*;

macro_rules! parts {
    ($part:ident, $visitor:ident, [$($mutable:tt)?], $what:literal) => {
        #[doc = concat!("A node of the tree, ", $what, ".")]
        #[derive(Debug)]
        pub enum $part<'a> {
            /// A query: its children are its single queries.
            Query(&'a $($mutable)? Query),
            /// A single query: its children are its clauses.
            Single(&'a $($mutable)? SingleQuery),
            /// A clause.
            Clause(&'a $($mutable)? Clause),
            /// A pattern: its children are its path and its condition.
            Pattern(&'a $($mutable)? Pattern),
            /// A path pattern: its children are its nodes, relationships and quantified paths.
            Path(&'a $($mutable)? PathPattern),
            /// A node pattern.
            Node(&'a $($mutable)? NodePattern),
            /// A relationship pattern.
            Relationship(&'a $($mutable)? RelationshipPattern),
            /// An expression.
            Expression(&'a $($mutable)? Expression),
        }

        #[doc = concat!("Told what is directly below a node, ", $what, ".")]
        pub(super) trait $visitor<'a> {
            /// A node.
            fn part(&mut self, part: $part<'a>);
            /// A name that the node itself has.
            fn name(&mut self, name: &$($mutable)? Name, kind: NameKind);
        }
    };
}

parts!(Part, Visitor, [], "read-only");
parts!(PartMut, VisitorMut, [mut], "mutable");
