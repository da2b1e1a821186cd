//! Which body each function has: every family of functions lists its own.

use graphlance_cypher::functions::{Callee, SCALARS, Scalar, TABLE};
use graphlance_graph::Value;

use super::{Context, conversion, elements, lists, normal_forms, numeric, points, random, strings};
use crate::Failure;
use crate::temporal::construct;

/// What a function does with its arguments, as many as its row allows.
pub(crate) type Body = fn(&[Value], Context<'_>) -> Result<Value, Failure>;

/// Makes the list of a family's bodies.
macro_rules! bodies {
    ($($scalar:ident: $body:expr,)*) => {
        /// The body of a function of this family.
        pub(crate) const fn body(
            scalar: graphlance_cypher::functions::Scalar,
        ) -> Option<$crate::functions::Body> {
            match scalar {
                $(graphlance_cypher::functions::Scalar::$scalar => Some($body),)*
                _ => None,
            }
        }
    };
}

pub(crate) use bodies;

/// The body of a function.
pub(crate) fn body(scalar: Scalar) -> Body {
    BODIES[scalar as usize]
}

/// The bodies in the order of the table. A function without a body, or with two, does not compile.
static BODIES: [Body; SCALARS] = {
    let mut bodies: [Body; SCALARS] = [of(Scalar::Coalesce); SCALARS];
    let mut place = 0;
    while place < SCALARS {
        if let Callee::Scalar(scalar) = TABLE[place].callee {
            bodies[place] = of(scalar);
        }
        place += 1;
    }
    bodies
};

const fn of(scalar: Scalar) -> Body {
    let families = [
        conversion::body(scalar),
        elements::body(scalar),
        lists::body(scalar),
        normal_forms::body(scalar),
        numeric::body(scalar),
        points::body(scalar),
        random::body(scalar),
        strings::body(scalar),
        construct::body(scalar),
    ];
    let (mut place, mut found): (usize, Option<Body>) = (0, None);
    while place < families.len() {
        if let Some(body) = families[place] {
            assert!(found.is_none(), "a function has two bodies");
            found = Some(body);
        }
        place += 1;
    }
    found.expect("a function of the table has no body")
}
