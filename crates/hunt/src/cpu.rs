//! What this process and thread have used.

use rustix::time::{ClockId, clock_gettime};

/// CPU seconds of this process, all threads, children not included.
pub fn process_seconds() -> f64 {
    read(ClockId::ProcessCPUTime)
}

/// CPU seconds of the calling thread.
pub fn thread_seconds() -> f64 {
    read(ClockId::ThreadCPUTime)
}

/// CPU microseconds of this thread since so many seconds of it.
pub(crate) fn micros_since(seconds: f64) -> u64 {
    ((thread_seconds() - seconds) * 1e6) as u64
}

/// Resident memory of this process in bytes; none where `/proc` does not tell.
pub fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

fn read(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
