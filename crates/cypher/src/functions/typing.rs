//! The static type of a function's result.

use super::{Function, Kind};
use crate::facts::Type;

/// How the static type of a result follows from those of the arguments. "Total" functions give null for a null alone;
/// others also for what lies outside their domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// The declared kind.
    Declared,
    /// The declared kind; total.
    Total,
    /// The declared kind, never null.
    NeverNull,
    /// The least type that holds all arguments; null only where all may be.
    Union,
    /// The type of a list's items.
    Item,
    /// The type of the first argument; null where the function says so.
    FirstOrNull,
    /// The type of the first argument; the declared kind where that is not known.
    First,
    /// The type of the first argument, whatever it is.
    Same,
    /// The type of the first argument if it is a number, never null.
    Sum,
    /// A list of a kind; total.
    ListOf(Kind),
    /// A list of what is not null of the argument; never null.
    Collected,
}

impl Function {
    /// The static type of a call.
    pub fn result_type(&self, arguments: &[Type]) -> Type {
        let first = arguments.first().copied().unwrap_or(Type::UNKNOWN);
        let nullable = arguments.iter().any(|argument| argument.nullable);
        let declared = Type::of(self.result);
        match self.typing {
            Typing::Declared => declared.or_null(true),
            Typing::Total => declared.or_null(nullable),
            Typing::NeverNull => declared,
            Typing::Union => {
                let of = arguments.iter().copied().reduce(Type::union).unwrap_or(Type::UNKNOWN);
                Type { nullable: arguments.iter().all(|argument| argument.nullable), ..of }
            }
            Typing::Item => first.of_element().or_null(true),
            Typing::FirstOrNull => first.or_null(true),
            Typing::First if first.kind == Kind::Any => declared.or_null(true),
            Typing::First | Typing::Same => first,
            Typing::Sum if first.is(Kind::Number) => Type { nullable: false, ..first },
            Typing::Sum => declared.or_null(true),
            Typing::ListOf(kind) => Type::list_of(Type::of(kind)).or_null(nullable),
            Typing::Collected => Type::list_of(Type { nullable: false, ..first }),
        }
    }
}
