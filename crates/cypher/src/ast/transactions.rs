//! `CALL { .. } IN TRANSACTIONS`.

use graphlance_graph::Name;

use super::Expression;

/// `IN [n CONCURRENT] TRANSACTIONS [OF n ROWS] [ON ERROR ..] [REPORT STATUS AS variable]`: the body runs in transactions
/// of its own, each for so many of the rows.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Transactions {
    /// CONCURRENT.
    pub concurrency: Option<Concurrency>,
    /// The rows of one transaction.
    pub rows: Option<Expression>,
    /// ON ERROR.
    pub on_error: Option<OnError>,
    /// The variable of REPORT STATUS.
    pub status: Option<Name>,
}

/// How many transactions run at once.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Concurrency {
    /// `CONCURRENT`: as many as the engine likes.
    Some,
    /// `n CONCURRENT`
    Of(Expression),
}

/// What comes of an error in one of the transactions of a `CALL { }`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum OnError {
    /// `ON ERROR CONTINUE`, `BREAK` or `FAIL`.
    Then(AfterError),
    /// `ON ERROR RETRY [FOR n SECONDS] [THEN ..]`
    Retry {
        /// For how long.
        seconds: Option<Expression>,
        /// What comes of the error afterwards.
        then: Option<AfterError>,
    },
}

/// What comes of an error that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterError {
    /// The next transaction runs.
    Continue,
    /// No further transaction runs, and the statement goes on.
    Break,
    /// The statement fails, as without ON ERROR.
    Fail,
}

macro_rules! parts {
    ($name:ident, [$($mutable:tt)?], $what:literal) => {
        #[doc = concat!("The expressions in it, in the order of the text, and the variable of REPORT STATUS, ", $what, ".")]
        pub fn $name(
            &$($mutable)? self,
        ) -> (impl Iterator<Item = &$($mutable)? Expression>, Option<&$($mutable)? Name>) {
            let Transactions { concurrency, rows, on_error, status } = self;
            let count = match concurrency {
                Some(Concurrency::Of(count)) => Some(count),
                _ => None,
            };
            let seconds = match on_error {
                Some(OnError::Retry { seconds: Some(seconds), then: _ }) => Some(seconds),
                _ => None,
            };
            (count.into_iter().chain(rows).chain(seconds), status.into())
        }
    };
}

impl Transactions {
    parts!(parts, [], "read-only");
    parts!(parts_mut, [mut], "mutable");

    /// What comes of an error in the end.
    pub fn after_error(&self) -> AfterError {
        match &self.on_error {
            Some(OnError::Then(after) | OnError::Retry { then: Some(after), .. }) => *after,
            Some(OnError::Retry { then: None, .. }) | None => AfterError::Fail,
        }
    }
}
