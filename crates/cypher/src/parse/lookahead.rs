//! What stands ahead: `(` opens a node pattern or a parenthesised expression, `[` a list or a comprehension.
//!
//! Decided by looking along the tokens and past matched brackets, never by trying one way and then the other, so
//! parsing stays linear.

use super::cursor::Cursor;
use super::lexer::Kind;
use crate::keywords::Keyword;

impl Cursor<'_> {
    /// Whether a path pattern of at least one segment starts at the token `index`.
    pub(super) fn is_path_at(&self, index: usize) -> bool {
        match self.node_end(index) {
            Some(close) => self.is_segment_at(close + 1),
            None => false,
        }
    }

    /// Whether what stands at `index`, behind a node pattern, goes on with the path.
    pub(super) fn is_segment_at(&self, index: usize) -> bool {
        let after_dash = match self.kind_at(index) {
            Kind::Minus => index + 1,
            Kind::Less if self.kind_at(index + 1) == Kind::Minus => index + 2,
            Kind::OpenParen => return self.kind_at(index + 1) == Kind::OpenParen,
            _ => return false,
        };
        let dash = match self.kind_at(after_dash) {
            Kind::Minus => after_dash,
            Kind::OpenBracket => self.partner_at(after_dash) + 1,
            _ => return false,
        };
        if self.kind_at(dash) != Kind::Minus {
            return false;
        }
        let next = if self.kind_at(dash + 1) == Kind::Greater { dash + 2 } else { dash + 1 };
        matches!(self.kind_at(next), Kind::OpenParen | Kind::OpenBrace | Kind::Plus | Kind::Star)
    }

    /// The index of the `)` of a node pattern that opens at `index`; none if it is something else.
    fn node_end(&self, index: usize) -> Option<usize> {
        if self.kind_at(index) != Kind::OpenParen {
            return None;
        }
        let close = self.partner_at(index);
        let mut at = index + 1;
        if self.is_variable_at(at) {
            at += 1;
        }
        if self.is_label_at(at) {
            at = self.label_end(at);
        }
        match self.kind_at(at) {
            Kind::OpenBrace => at = self.partner_at(at) + 1,
            Kind::Dollar => at += 2,
            _ => {}
        }
        (at == close || self.kind_at(at) == Kind::Word(Keyword::Where)).then_some(close)
    }

    /// The index after a label expression whose colon is at `index`.
    fn label_end(&self, index: usize) -> usize {
        let mut at = index + 1;
        loop {
            while self.kind_at(at) == Kind::Exclamation {
                at += 1;
            }
            match self.kind_at(at) {
                Kind::OpenParen => at = self.partner_at(at) + 1,
                Kind::Percent => at += 1,
                Kind::Dollar => {
                    let names = if self.kind_at(at + 1) == Kind::OpenParen { at + 1 } else { at + 2 };
                    at = self.partner_at(names) + 1;
                }
                _ if self.is_name_at(at) => at += 1,
                _ => return at,
            }
            match self.kind_at(at) {
                Kind::Bar if self.kind_at(at + 1) == Kind::Colon => at += 2,
                Kind::Bar | Kind::Ampersand | Kind::Colon => at += 1,
                _ => return at,
            }
        }
    }

    /// Whether the `[` that is the next token opens a pattern comprehension.
    pub(super) fn is_pattern_comprehension(&self) -> bool {
        let open = self.position();
        let first = if self.is_variable_at(open + 1) && self.peek(2) == Kind::Equal { open + 3 } else { open + 1 };
        self.is_path_at(first) && self.has_bar_within(open)
    }

    /// Whether a bar stands at `index` or behind it, before the bracket that closes the one around.
    pub(super) fn has_bar_from(&self, index: usize) -> bool {
        let mut at = index;
        loop {
            match self.kind_at(at) {
                Kind::Bar => return true,
                Kind::CloseBracket | Kind::CloseParen | Kind::CloseBrace | Kind::End => return false,
                _ => at = self.partner_at(at) + 1,
            }
        }
    }

    /// Whether a bar stands directly inside the brackets that open at `index`.
    fn has_bar_within(&self, index: usize) -> bool {
        let close = self.partner_at(index);
        let mut at = index + 1;
        while at < close {
            if self.kind_at(at) == Kind::Bar {
                return true;
            }
            at = self.partner_at(at) + 1;
        }
        false
    }
}
