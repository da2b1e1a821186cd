//! How long a hunt lasts.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long a hunt lasts: seconds of hunting, or a number of cases or rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Until so much time has passed since the first round.
    Time(Duration),
    /// The first so many cases, counted over rounds in their order. With a frozen adaptation state the same cases are
    /// run whatever the number of workers.
    Queries(u64),
    /// The first so many rounds, each with all of its cases.
    Rounds(u64),
}

impl Budget {
    /// The time after which no further case starts; none under another budget.
    pub fn time(self) -> Option<Duration> {
        match self {
            Budget::Time(time) => Some(time),
            Budget::Queries(_) | Budget::Rounds(_) => None,
        }
    }

    /// The number of cases; none under another budget.
    pub fn queries(self) -> Option<u64> {
        match self {
            Budget::Time(_) | Budget::Rounds(_) => None,
            Budget::Queries(queries) => Some(queries),
        }
    }

    /// The number of rounds; none under another budget.
    pub fn rounds(self) -> Option<u64> {
        match self {
            Budget::Time(_) | Budget::Queries(_) => None,
            Budget::Rounds(rounds) => Some(rounds),
        }
    }
}

/// A hunt under a budget of time ends no later than so long after it: what was found at the last moment is replayed and
/// reduced.
pub const OVERTIME: Duration = Duration::from_secs(15);

impl FromStr for Budget {
    type Err = String;

    /// `60s`, `10m`, `2h`, `5000q` or `10r`.
    fn from_str(text: &str) -> Result<Budget, String> {
        let wrong = || {
            format!(
                "`{text}` is no budget: write seconds as 60s, minutes as 10m, hours as 2h, cases as 5000q, rounds as 10r"
            )
        };
        let unit = text.chars().last().ok_or_else(wrong)?;
        let number: u64 = text.strip_suffix(unit).and_then(|digits| digits.parse().ok()).ok_or_else(wrong)?;
        let (seconds, most) = match unit {
            'q' | 'r' => (1, MOST_CASES),
            's' => (1, MOST_SECONDS),
            'm' => (60, MOST_SECONDS / 60),
            'h' => (3600, MOST_SECONDS / 3600),
            _ => return Err(wrong()),
        };
        if !(1..=most).contains(&number) {
            return Err(format!("`{text}` is no budget: it must be 1{unit} to {most}{unit}"));
        }
        Ok(match unit {
            'q' => Budget::Queries(number),
            'r' => Budget::Rounds(number),
            _ => Budget::Time(Duration::from_secs(number * seconds)),
        })
    }
}

/// The longest budgets: a year, and more cases than can be run in it.
const MOST_SECONDS: u64 = 366 * 24 * 3600;
const MOST_CASES: u64 = 1_000_000_000_000;

impl fmt::Display for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Time(time) => write!(formatter, "{}s", time.as_secs()),
            Budget::Queries(queries) => write!(formatter, "{queries}q"),
            Budget::Rounds(rounds) => write!(formatter, "{rounds}r"),
        }
    }
}

/// When the engine is started anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restart {
    /// Only after a crash or hang, so that defects which accumulate can show.
    #[default]
    Never,
    /// Before every graph.
    EveryGraph,
    /// Before the first graph after so many cases.
    EveryQueries(u64),
}

impl FromStr for Restart {
    type Err = String;

    /// `graph`, `never` or a number of cases.
    fn from_str(text: &str) -> Result<Restart, String> {
        match text {
            "never" => Ok(Restart::Never),
            "graph" => Ok(Restart::EveryGraph),
            number => match number.parse() {
                Ok(queries) if queries > 0 => Ok(Restart::EveryQueries(queries)),
                _ => Err(format!("`{text}` is no restart policy: write graph, never, or a number of cases above zero")),
            },
        }
    }
}

impl fmt::Display for Restart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Restart::Never => formatter.write_str("never"),
            Restart::EveryGraph => formatter.write_str("graph"),
            Restart::EveryQueries(queries) => write!(formatter, "{queries}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, shown: Option<&str>) {
        assert_eq!(text.parse::<Budget>().ok().map(|budget| budget.to_string()).as_deref(), shown, "{text}");
    }

    #[test]
    fn a_budget_is_a_number_with_its_unit() {
        check("60s", Some("60s"));
        check("10m", Some("600s"));
        check("2h", Some("7200s"));
        check("5000q", Some("5000q"));
        check("10r", Some("10r"));
        check("8784h", Some("31622400s"));
        for wrong in [
            "",
            "s",
            "60",
            "-1s",
            "1.5m",
            "9999999999999999999999q",
            "18446744073709551615h",
            "5é",
            "0s",
            "0q",
            "0r",
            "8785h",
        ] {
            check(wrong, None);
        }
    }

    #[test]
    fn a_restart_policy_is_graph_never_or_a_number() {
        for text in ["graph", "never", "7"] {
            assert_eq!(text.parse::<Restart>().map(|policy| policy.to_string()), Ok(text.to_owned()));
        }
        assert!("0".parse::<Restart>().is_err() && "often".parse::<Restart>().is_err());
    }
}
