//! When work must end: at the end of a budget of time, and soon after somebody asks for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use graphlance_engines::TargetError;

/// Work that was asked to stop may take this much longer than the deadline of a query, to end in good order.
pub const GRACE: Duration = Duration::from_millis(1200);

/// When work must end. Clones share what they know. Work that is not asked to stop and has no end may go on for ever.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Set from outside, by a signal perhaps.
    asked: Arc<AtomicBool>,
    /// Set from inside, when something failed.
    failed: AtomicBool,
    /// When one of them was first seen.
    stopped: OnceLock<Instant>,
    /// What may pass from then on.
    grace: Duration,
    /// The end, once it is known.
    end: OnceLock<Instant>,
}

impl Clock {
    /// A clock without an end that stops when `asked` is set: work has the deadline of a query and [`GRACE`] from then on.
    pub fn new(asked: &Arc<AtomicBool>, query: Duration) -> Clock {
        Clock(Arc::new(Inner {
            asked: Arc::clone(asked),
            failed: AtomicBool::new(false),
            stopped: OnceLock::new(),
            grace: query.saturating_add(GRACE),
            end: OnceLock::new(),
        }))
    }

    /// A clock that nobody stops.
    pub fn endless() -> Clock {
        Clock::new(&Arc::default(), Duration::ZERO)
    }

    /// Everything must have ended so long from now. Only the first call counts.
    pub fn end_in(&self, time: Duration) {
        if let Some(end) = Instant::now().checked_add(time) {
            self.0.end.get_or_init(|| end);
        }
    }

    /// Stops the work, as if somebody had asked for it.
    pub fn stop(&self) {
        self.0.failed.store(true, Ordering::Relaxed);
    }

    /// Whether nothing new should begin.
    pub fn is_stopped(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed) || self.0.failed.load(Ordering::Relaxed)
    }

    /// Whether somebody outside asked for the end.
    pub fn is_interrupted(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// An error when nothing new should begin.
    pub fn check(&self) -> Result<(), TargetError> {
        if self.is_stopped() { Err(TargetError::Stopped) } else { Ok(()) }
    }

    /// How long what has begun may still take; as long as it likes: [`Duration::MAX`].
    pub fn left(&self) -> Duration {
        let now = Instant::now();
        let of_budget = self.0.end.get().map_or(Duration::MAX, |end| end.saturating_duration_since(now));
        if !self.is_stopped() {
            return of_budget;
        }
        let stopped = *self.0.stopped.get_or_init(|| now);
        of_budget.min(self.0.grace.saturating_sub(now.saturating_duration_since(stopped)))
    }

    /// The smaller of a deadline and what is left. An error when nothing is left.
    pub fn cap(&self, deadline: Duration) -> Result<Duration, TargetError> {
        match self.left() {
            Duration::ZERO => Err(TargetError::Stopped),
            left => Ok(left.min(deadline)),
        }
    }

    /// Sleeps, but no longer than what is left. An error when nothing is left then.
    pub fn sleep(&self, time: Duration) -> Result<(), TargetError> {
        std::thread::sleep(self.cap(time)?);
        self.cap(time).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_end_and_stop_there_is_time_without_end() {
        let clock = Clock::endless();
        assert_eq!(clock.left(), Duration::MAX);
        assert!(clock.check().is_ok());
    }

    #[test]
    fn a_stop_leaves_the_deadline_of_a_query_and_the_grace() {
        let asked = Arc::new(AtomicBool::new(false));
        let clock = Clock::new(&asked, Duration::from_secs(3));
        let other = clock.clone();
        asked.store(true, Ordering::Relaxed);
        assert!(clock.left() <= Duration::from_secs(3) + GRACE && clock.left() > Duration::from_secs(3));
        assert!(other.check().is_err() && other.is_interrupted());
    }

    #[test]
    fn the_end_of_a_budget_holds_without_a_stop() {
        let clock = Clock::endless();
        clock.end_in(Duration::from_millis(5));
        clock.end_in(Duration::from_secs(60));
        assert!(clock.left() <= Duration::from_millis(5));
        std::thread::sleep(Duration::from_millis(6));
        assert!(matches!(clock.cap(Duration::from_secs(1)), Err(TargetError::Stopped)));
        assert!(!clock.is_stopped());
    }

    #[test]
    fn times_beyond_the_range_of_clocks_are_no_end() {
        let clock = Clock::new(&Arc::default(), Duration::MAX);
        clock.end_in(Duration::MAX);
        clock.stop();
        assert!(clock.left() > Duration::from_secs(u64::from(u32::MAX)));
    }
}
