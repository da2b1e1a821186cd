//! Types of expressions.

use crate::functions::Kind;

/// The type of an expression or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// What it holds when it is not null.
    pub kind: Kind,
    /// Whether it may be null.
    pub nullable: bool,
    /// For lists: the kind of the elements; otherwise `Any`.
    pub element: Kind,
    /// For lists: whether an element may be null.
    pub element_nullable: bool,
}

impl Type {
    /// Nothing is known.
    pub const UNKNOWN: Type = Type { kind: Kind::Any, nullable: true, element: Kind::Any, element_nullable: true };

    /// A value that is never null.
    pub const fn of(kind: Kind) -> Type {
        Type { kind, nullable: false, ..Type::UNKNOWN }
    }

    /// A list that is never null, of elements of this type.
    pub const fn list_of(element: Type) -> Type {
        Type { kind: Kind::List, nullable: false, element: element.kind, element_nullable: element.nullable }
    }

    /// The same or null.
    pub const fn or_null(self, nullable: bool) -> Type {
        Type { nullable: self.nullable || nullable, ..self }
    }

    /// The type of an element of a list; unknown for what is none.
    pub fn of_element(self) -> Type {
        match self.kind {
            Kind::List => Type { kind: self.element, nullable: self.element_nullable, ..Type::UNKNOWN },
            _ => Type::UNKNOWN,
        }
    }

    /// Whether the value is null or of this kind; an integer or float is a number.
    pub fn is(self, kind: Kind) -> bool {
        self.kind == kind || (kind == Kind::Number && matches!(self.kind, Kind::Integer | Kind::Float))
    }

    /// The least type that holds both.
    pub fn union(self, other: Type) -> Type {
        Type {
            kind: common(self.kind, other.kind),
            nullable: self.nullable || other.nullable,
            element: common(self.element, other.element),
            element_nullable: self.element_nullable || other.element_nullable,
        }
    }
}

fn common(a: Kind, b: Kind) -> Kind {
    let number = |kind| matches!(kind, Kind::Integer | Kind::Float | Kind::Number);
    if a == b {
        a
    } else if number(a) && number(b) {
        Kind::Number
    } else {
        Kind::Any
    }
}
