//! The hunt: campaign, workers, reduction, fingerprints, output folder, replay.

pub mod adapt;
pub mod arbiter;
pub mod bench;
pub mod budget;
pub mod bug;
pub mod campaign;
pub mod cause;
pub mod conformance;
pub mod coverage;
pub mod cpu;
pub mod doctor;
pub mod finding;
pub mod fingerprint;
pub mod found;
pub mod measured;
pub mod memory;
pub mod mock;
pub mod picture;
pub mod probe;
pub mod production;
pub mod progress;
pub mod reduce;
pub mod registry;
pub mod report;
pub mod run_file;
pub mod session;
pub mod shape;
pub mod standing;
pub mod store;
mod worker;

pub use budget::{Budget, Restart};
pub use campaign::{Config, Event, HuntError, Observer, Silent, Summary, hunt};
pub use found::Found;
pub use progress::Progress;
pub use session::{Deadlines, Session};
pub use store::{Store, StoreError};
