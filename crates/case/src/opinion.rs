//! The second opinion on a claim.

use graphlance_graph::table::{self, CompareOptions};
use graphlance_graph::{Order, Returns, Table};

use crate::NoAnswer;

/// What the reference says about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// It comes to the same answer.
    Confirmed,
    /// It comes to another answer: the claim, the printer, the parser or the reference is wrong. A defect of ours.
    Denied(String),
    /// It cannot tell, for this reason.
    Unconfirmed(String),
}

impl From<NoAnswer> for Opinion {
    fn from(none: NoAnswer) -> Opinion {
        match &none {
            NoAnswer::Raised(error) => Opinion::Denied(format!("the reference raises {error}")),
            NoAnswer::Refused(_) => Opinion::Denied(format!("the reference raises {none}")),
            NoAnswer::Undecided(reason) => Opinion::Unconfirmed(reason.clone()),
        }
    }
}

/// Whether two claims of a table agree: each must allow the other's table, and `claimed` must promise no order that
/// `found` does not.
pub fn agreement(claimed: &Returns, found: &Returns) -> Opinion {
    let options = CompareOptions::default();
    if let Err(difference) = table::compare(claimed, &sample(found), &options) {
        return Opinion::Denied(format!(
            "the claim has {} rows, the reference {}; {} of the claim are missing, {} of the reference superfluous",
            claimed.rows.len(),
            found.rows.len(),
            difference.missing.len(),
            difference.superfluous.len()
        ));
    }
    if table::compare(found, &sample(claimed), &options).is_err() {
        return Opinion::Denied("the claim allows rows that the reference does not".to_owned());
    }
    match (&claimed.order, &found.order) {
        (Order::Sorted { .. }, Order::Bag) if claimed.rows.len() > 1 => {
            Opinion::Denied("the claim promises an order that the reference does not".to_owned())
        }
        _ => Opinion::Confirmed,
    }
}

/// A table that a claim allows.
pub fn sample(returns: &Returns) -> Table {
    let count = returns.any.unwrap_or(returns.rows.len());
    Table {
        columns: returns.columns.iter().map(|column| column.name.clone()).collect(),
        rows: returns.rows.iter().take(count).cloned().collect(),
    }
}
