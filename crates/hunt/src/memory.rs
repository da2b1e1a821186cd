//! An engine's memory over time: does it grow?

use serde::{Deserialize, Serialize};

/// Readings of resident memory, folded into what a straight line through them needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Readings.
    pub readings: u64,
    /// The first reading, in bytes.
    pub first_bytes: u64,
    /// The last reading, in bytes.
    pub last_bytes: u64,
    /// The largest reading, in bytes.
    pub largest_bytes: u64,
    /// Seconds from the first reading to the last.
    pub seconds: f64,
    /// Slope of the line through all readings but the warm-up's, in bytes per second.
    pub slope: f64,
    #[serde(skip)]
    line: Line,
}

/// Sums for a least-squares line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Line {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

/// Readings of the first seconds are left out of the line: caches fill.
const WARM_UP_SECONDS: f64 = 10.0;

impl Memory {
    /// Adds a reading taken `seconds` after the hunt's beginning.
    pub fn add(&mut self, seconds: f64, bytes: u64) {
        if self.readings == 0 {
            self.first_bytes = bytes;
        }
        self.readings += 1;
        self.last_bytes = bytes;
        self.largest_bytes = self.largest_bytes.max(bytes);
        self.seconds = seconds;
        if seconds >= WARM_UP_SECONDS {
            let line = &mut self.line;
            let y = bytes as f64;
            line.n += 1.0;
            line.x += seconds;
            line.y += y;
            line.xx += seconds * seconds;
            line.xy += seconds * y;
            let spread = line.n * line.xx - line.x * line.x;
            if spread > 0.0 {
                self.slope = (line.n * line.xy - line.x * line.y) / spread;
            }
        }
    }

    /// Whether the memory grows: a steady slope that has added much to what there was.
    pub fn grows(&self) -> bool {
        let span = self.seconds - WARM_UP_SECONDS;
        let gained = self.slope * span;
        self.readings >= 20 && span >= 20.0 && gained > 64e6 && gained > 0.25 * self.first_bytes as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: impl Fn(f64) -> f64, grows: bool) {
        let mut memory = Memory::default();
        for second in 0..120 {
            memory.add(f64::from(second), bytes(f64::from(second)) as u64);
        }
        assert_eq!(memory.grows(), grows, "{memory:?}");
    }

    #[test]
    fn steady_growth_is_told_from_a_warm_up_and_from_noise() {
        check(|second| 1e8 + 1e6 * second, true);
        check(|second| 1e8 + if second < 8.0 { 2e7 * second } else { 1.6e8 }, false);
        check(|second| 1e8 + 5e6 * (second * 1.7).sin(), false);
    }
}
