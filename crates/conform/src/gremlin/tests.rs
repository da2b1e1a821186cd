//! Judging.
