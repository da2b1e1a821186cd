//! All tests of hunts, in one program: it is linked once, and slow tests run beside quick ones.

mod behind;
mod bounded;
mod differential;
mod due_errors;
mod ending;
mod formula;
mod going_on;
mod gremlin;
mod gremlin_causes;
mod hunting;
mod late;
mod liveness;
mod living;
mod measuring;
mod misbehaviour;
mod pairs;
mod plans;
mod power;
mod reduction;
mod second_language;
mod second_look;
mod soundness;
mod stateful;
mod support {
    pub mod told;
    pub mod toy;
    pub mod twofold;
}
mod transactions;
mod walk;
mod wide;
mod withdrawal;
