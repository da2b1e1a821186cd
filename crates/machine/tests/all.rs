//! All tests of the traversal machine, in one program: it is linked once, and slow tests run beside quick ones.

mod arbitrary;
mod open;
mod page;
mod quirks;
mod semantics;
mod support;
