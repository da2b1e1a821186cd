//! Who hears of a hunt's events.

use crate::event::Event;

/// Hears of events, from any worker's thread.
pub trait Observer: Sync {
    /// Called once per event, soon after it.
    fn event(&self, event: &Event);
}

/// Hears nothing.
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: &Event) {}
}
