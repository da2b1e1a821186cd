//! graphlance room: hunt.
