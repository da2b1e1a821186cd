//! Parts of Cypher that can be neutralised, and questions about the rows between clauses.

use graphlance_cypher::Statement as CypherStatement;
use graphlance_cypher::neutral::{self, NEUTRALISATIONS};
use graphlance_cypher::questions::{self, QUESTIONS};

use crate::Statement;
use crate::language::liveness::{Compared, Make, Neutralisation, Question, Reading};

pub(super) fn neutralisations() -> Vec<Neutralisation> {
    let all = NEUTRALISATIONS.iter();
    all.map(|one| Neutralisation {
        name: one.name,
        compared: match one.compared {
            neutral::Compared::Rows => Compared::Rows,
            neutral::Compared::Sequence => Compared::Sequence,
        },
        make: of_cypher(one.make),
    })
    .collect()
}

pub(super) fn questions() -> Vec<Question> {
    let all = QUESTIONS.iter();
    all.map(|one| Question {
        name: one.name,
        ask: of_cypher(one.ask),
        reading: match one.reading {
            questions::Reading::Holds(holds) => Reading::Holds(holds),
            questions::Reading::Number(number) => Reading::Number(number),
        },
    })
    .collect()
}

fn of_cypher(make: fn(&CypherStatement) -> Vec<CypherStatement>) -> Box<Make> {
    Box::new(move |statement| {
        let made = statement.tree().map(make).unwrap_or_default();
        made.into_iter().map(Statement::from).collect()
    })
}
