//! Random statements with known answers. Does no IO; all randomness comes from the argument.

pub mod adaptation;
pub mod arbitrary;
pub mod expression;
pub mod load;
mod mutant;
mod parameters;
pub mod profile;
pub mod skeleton;
pub mod stateful;
pub mod synthesis;
pub mod techniques;
pub mod traversal;
pub mod vocabulary;

pub use adaptation::Adaptation;
pub use mutant::mutant;
pub use parameters::{other_values, parameterised};
pub use profile::Profile;
pub use techniques::Techniques;
pub use vocabulary::Vocabulary;
