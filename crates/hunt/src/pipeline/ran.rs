//! What was run.

use std::time::Duration;

use graphlance_case::{ErrorClass, Response};

use super::made::Made;

/// A case that was run.
pub(crate) struct Ran {
    pub(crate) made: Made,
    pub(crate) responses: Vec<Response>,
    /// How long the target took.
    pub(crate) took: Duration,
    /// The plan of the claimed statement, where the target told it beside its answer.
    pub(crate) plan: Option<String>,
}

/// A target that gives up sooner by itself costs no time.
const LATE: Duration = Duration::from_millis(500);

impl Ran {
    /// Whether a statement of it took too long: the deadline passed, or the target gave up itself.
    pub(crate) fn is_late(&self) -> bool {
        is_late(&self.responses, self.took)
    }
}

fn is_late(responses: &[Response], took: Duration) -> bool {
    responses.iter().any(|response| match response {
        Response::Hang { .. } => true,
        Response::Error(error) => error.class == ErrorClass::Timeout && took >= LATE,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use graphlance_case::EngineError;

    use super::*;

    #[track_caller]
    fn check(last: Response, millis: u64, late: bool) {
        let responses = [Response::Table(Default::default()), last];
        assert_eq!(is_late(&responses, Duration::from_millis(millis)), late, "{responses:?}");
    }

    #[test]
    fn a_case_is_late_when_a_deadline_passed_or_the_target_gave_up_after_a_while() {
        let error = |class| Response::Error(EngineError { class, message: String::new() });
        check(Response::Hang { deadline_ms: 200 }, 200, true);
        check(error(ErrorClass::Timeout), 3_000, true);
        check(error(ErrorClass::Timeout), 2, false);
        check(error(ErrorClass::Runtime), 3_000, false);
        check(Response::Table(Default::default()), 3_000, false);
    }
}
