//! The names in planner hints.

use super::NameKind;
use super::parts::{Visitor, VisitorMut};
use crate::ast::*;

/// What the label of each hint is: a label or a type, as the patterns have its variable.
pub(super) fn kinds_of(hints: &[Hint], patterns: &[Pattern]) -> Vec<NameKind> {
    let kind = |hint: &Hint| if hint.is_of_relationship(patterns) { NameKind::Type } else { NameKind::Label };
    hints.iter().map(kind).collect()
}

macro_rules! walker {
    ($hinted:ident, $visitor:ident, [$($mutable:tt)?]) => {
        pub(super) fn $hinted<'a>(
            hints: &'a $($mutable)? [Hint],
            kinds: &[NameKind],
            visit: &mut impl $visitor<'a>,
        ) {
            for (hint, kind) in hints.into_iter().zip(kinds) {
                match hint {
                    Hint::Index { kind: _, seek: _, of: Hinted { variable, label }, keys } => {
                        visit.name(variable, NameKind::Variable);
                        visit.name(label, *kind);
                        keys.into_iter().for_each(|key| visit.name(key, NameKind::Key));
                    }
                    Hint::Scan(Hinted { variable, label }) => {
                        visit.name(variable, NameKind::Variable);
                        visit.name(label, *kind);
                    }
                    Hint::Join(variables) => {
                        variables.into_iter().for_each(|name| visit.name(name, NameKind::Variable));
                    }
                }
            }
        }
    };
}

walker!(hinted, Visitor, []);
walker!(hinted_mut, VisitorMut, [mut]);
