//! How many cases go out together.

use std::time::Duration;

/// What cases in flight together may take: short, so that what is learned from one is heeded soon, and so that a hunt ends in time.
const TOGETHER: Duration = Duration::from_millis(40);

/// The weight of the newest case in the mean.
const NEWEST: f64 = 1.0 / 16.0;

/// How many cases go out together, by what they took of late.
#[derive(Debug)]
pub(crate) struct Pace {
    most: usize,
    /// Seconds that a case took, on average; none before the first.
    mean: Option<f64>,
}

impl Pace {
    /// One case at first, and never more than `most`.
    pub(crate) fn up_to(most: usize) -> Pace {
        Pace { most: most.max(1), mean: None }
    }

    /// A case took so long.
    pub(crate) fn took(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        let mean = self.mean.unwrap_or(seconds);
        self.mean = Some(mean + (seconds - mean) * NEWEST);
    }

    /// How many cases go out together; at least one.
    pub(crate) fn window(&self) -> usize {
        let fitting = self.mean.map_or(1.0, |mean| TOGETHER.as_secs_f64() / mean.max(1e-9));
        (fitting as usize).clamp(1, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(millis: &[u64], most: usize, window: usize) {
        let mut pace = Pace::up_to(most);
        millis.iter().for_each(|millis| pace.took(Duration::from_millis(*millis)));
        assert_eq!(pace.window(), window, "{millis:?}");
    }

    #[test]
    fn quick_cases_go_out_together_and_slow_ones_alone() {
        check(&[], 32, 1);
        check(&[1; 20], 32, 32);
        check(&[4; 20], 32, 10);
        check(&[60; 20], 32, 1);
        check(&[1; 20], 1, 1);
        check(&[1; 20], 0, 1);
    }
}
