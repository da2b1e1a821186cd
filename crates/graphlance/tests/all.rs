//! All tests of the program as a user has it, in one program of their own: it is linked once, and slow tests run beside quick ones.

mod cli;
mod conform;
mod corpus;
mod differential;
mod docs;
mod drawing;
mod kills;
mod liveness;
mod nightly;
mod open;
mod reducing;
mod resume;
mod strangers;
mod targets;
mod tidy;
