//! Random statements with known answers. Does no IO; all randomness comes from the argument.

pub mod adaptation;
pub mod load;
pub mod profile;

pub use adaptation::Adaptation;
pub use profile::Profile;
