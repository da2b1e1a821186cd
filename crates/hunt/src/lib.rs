//! graphlance room: hunt.

pub mod picture;
pub mod report;
