//! Reports.
mod value_text;
pub use value_text::value_text;
