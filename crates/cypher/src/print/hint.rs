//! Planner hints.

use super::{Out, Printer};
use crate::ast::*;

impl<O: Out> Printer<'_, O> {
    /// A hint with the space in front of it.
    pub(super) fn hint(&mut self, hint: &Hint) {
        self.push(" USING ");
        match hint {
            Hint::Index { kind, seek, of, keys } => {
                self.push(match kind {
                    None => "INDEX ",
                    Some(HintedIndex::Range) => "RANGE INDEX ",
                    Some(HintedIndex::Text) => "TEXT INDEX ",
                    Some(HintedIndex::Point) => "POINT INDEX ",
                });
                if *seek {
                    self.push("SEEK ");
                }
                self.hinted(of);
                self.out.push('(');
                self.joined(keys, ", ", |printer, key| printer.name(key));
                self.out.push(')');
            }
            Hint::Scan(of) => {
                self.push("SCAN ");
                self.hinted(of);
            }
            Hint::Join(variables) => {
                self.push("JOIN ON ");
                self.joined(variables, ", ", |printer, variable| printer.name(variable));
            }
        }
    }

    fn hinted(&mut self, of: &Hinted) {
        self.name(&of.variable);
        self.out.push(':');
        self.name(&of.label);
    }
}
