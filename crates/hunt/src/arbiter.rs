//! Opinions on claims: the reference evaluates what was printed and parsed again, and agrees with the claim or denies it. Of a
//! reduced case, whose claim the reference alone states, the language's other evaluator is asked, too.

use graphlance_case::{Case, Dialect, Evaluator, LEFT_OPEN, Languages, Opinion, Statement};
use serde::{Deserialize, Serialize};

/// What a language's other evaluator says of a reduced case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondOpinion {
    /// It comes to the claimed answer.
    Agrees,
    /// It comes to another answer: one of the two evaluators is wrong.
    Disagrees(String),
    /// It comes to several answers, all of which the language admits: a claim of one of them is no finding.
    Open(String),
    /// It cannot tell, for this reason.
    Undecided(String),
}

impl SecondOpinion {
    /// The opinion in a sentence, for people.
    pub fn sentence(&self) -> String {
        match self {
            SecondOpinion::Agrees => "A second, naive evaluator comes to the same answer as the reference".to_owned(),
            SecondOpinion::Disagrees(why) => format!("A second, naive evaluator comes to another answer: {why}"),
            SecondOpinion::Open(why) => format!("A second, naive evaluator leaves the answer open: {why}"),
            SecondOpinion::Undecided(why) => format!("A second, naive evaluator cannot tell: {why}"),
        }
    }
}

/// What the other evaluator of the case's language says of its claim; none where there is none.
pub fn second_opinion(case: &Case, dialect: &Dialect, languages: &Languages) -> Option<SecondOpinion> {
    let evaluator = languages.second(dialect)?;
    let text = case.claimed_statement().map(|statement| statement.print(dialect)).unwrap_or_default();
    Some(match opinion(case, &text, dialect, evaluator.as_ref()) {
        Opinion::Confirmed => SecondOpinion::Agrees,
        // The judge's words are about the evaluator that is usually asked.
        Opinion::Denied(why) => SecondOpinion::Disagrees(why.replace("the reference", "the naive evaluator")),
        Opinion::Unconfirmed(why) if why.starts_with(LEFT_OPEN) => SecondOpinion::Open(why),
        Opinion::Unconfirmed(why) => SecondOpinion::Undecided(why),
    })
}

/// Of so many cases of a round the claim of one is confirmed before the case is sent.
const CONFIRMED_AHEAD: u64 = 32;

/// Whether the claim of a case is confirmed before it is sent, whatever the target answers. Any other is when the target's answer
/// contradicts it: where a claim and the target agree, a further opinion decides nothing, and it is most of the work on a check.
pub fn is_confirmed_ahead(case: &Case) -> bool {
    case.lineage.index.is_multiple_of(CONFIRMED_AHEAD)
}

/// What the reference says about a case as it is sent in a dialect. `text`: the claimed statement in that dialect, printed
/// already and without switches.
pub fn opinion(case: &Case, text: &str, dialect: &Dialect, evaluator: &dyn Evaluator) -> Opinion {
    let claimed = case.claim.steps(case).last().copied();
    let parsed =
        |statement: &Statement, text: &str| statement.language().parse(text).map_err(|error| error.to_string());
    let reread = |step: usize| match case.statement(step) {
        Some(statement) if Some(step) == claimed => parsed(statement, text),
        Some(statement) => parsed(statement, &statement.print(dialect)),
        None => Err(format!("step {} runs no statement", step + 1)),
    };
    case.claim.opinion(case, &reread, evaluator)
}

/// The text of the statement a claim is about, as it is sent; none when it is about no statement.
pub fn claimed_text(case: &Case, dialect: &Dialect) -> Option<String> {
    case.claimed_statement().map(|statement| case.sent(statement, dialect))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, Lineage, Step};
    use graphlance_graph::{Returns, Value};

    use super::*;

    #[test]
    fn a_case_under_a_switch_of_the_plan_is_judged_without_it() {
        let dialect = Cypher.standard();
        let check = |value: i64| {
            let returns = Returns::bag(["x".into()], vec![vec![Value::Integer(value)]]);
            let case = Case::new(&dialect, Arc::default(), Claim::returns(0, returns), Lineage::default());
            let steps = vec![Step::run(Cypher.parse("RETURN 1 AS x").expect("a statement"))];
            let case = Case { steps, plan: vec![("planner".into(), "dp".into())], ..case };
            assert_ne!(claimed_text(&case, &dialect), Some("RETURN 1 AS x".to_owned()));
            second_opinion(&case, &dialect, &graphlance_reference::languages())
        };
        assert_eq!(check(1), Some(SecondOpinion::Agrees));
        assert!(matches!(check(2), Some(SecondOpinion::Disagrees(_))));
    }
}
