//! What would make the reference give the engine's wrong answer: departures from the language, the wrong rules that engines
//! are known for. That a departure gives the answer to one case says little; that it foretells the answers to its variants
//! says more ([`crate::experiment`]).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphlance_case::{
    Case, Claim, Dialect, EngineError, ErrorClass, Evaluator, LEFT_OPEN, NoAnswer, Response, Verdict, judge,
};
use serde::{Deserialize, Serialize};

/// Departures that together may be the cause of a wrong answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// Their names.
    pub names: Vec<String>,
    /// What then holds, for people.
    pub sentence: String,
    /// The fault of which they are one of several faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// Where they hold; everywhere by default.
    #[serde(default, skip_serializing_if = "Bounds::is_none")]
    pub bounds: Bounds,
}

/// Where departures hold: an engine may follow a wrong rule in one of its operators, and the right one in another. By names of
/// features, functions and operators of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Bounds {
    /// It has each of these.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub only_with: BTreeSet<String>,
    /// It has none of these.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub not_with: BTreeSet<String>,
}

impl Bounds {
    /// Whether a statement made of this is within them.
    pub fn hold(&self, names: &BTreeSet<String>) -> bool {
        self.only_with.is_subset(names) && self.not_with.is_disjoint(names)
    }

    fn is_none(&self) -> bool {
        *self == Bounds::default()
    }
}

/// What a set of departures says of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foretold {
    /// Exactly this answer, or an error with its words.
    This,
    /// An error, as it came; which one, it does not say.
    SomeError,
    /// Another one.
    Other {
        /// Whether that is the right one: the departures play no part in the case.
        right: bool,
    },
    /// Nothing.
    Nothing,
}

impl Foretold {
    /// Whether it is what came, be it an error whose words are not told.
    pub fn is_it(self) -> bool {
        matches!(self, Foretold::This | Foretold::SomeError)
    }
}

impl Cause {
    /// The evaluator under these departures; none where it does not know them.
    pub fn evaluator(&self, evaluator: &dyn Evaluator) -> Option<Arc<dyn Evaluator>> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        evaluator.departing(&names)
    }

    /// It within bounds.
    pub fn within(&self, bounds: Bounds) -> Cause {
        Cause { bounds, ..self.clone() }
    }

    /// What holds, and where, for people.
    pub fn told(&self) -> String {
        let list = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
        let Cause { sentence, bounds: Bounds { only_with, not_with }, .. } = self;
        match (only_with.is_empty(), not_with.is_empty()) {
            (true, true) => sentence.clone(),
            (false, _) => format!("{sentence} (seen only with {})", list(only_with)),
            (true, false) => format!("{sentence} (but not with {})", list(not_with)),
        }
    }

    /// Whether it is another cause and something more: two causes, of which the other explains no less for that.
    pub fn adds_to(&self, other: &Cause) -> bool {
        self.names.len() > other.names.len() && other.names.iter().all(|name| self.names.contains(name))
    }

    /// Whether it holds everywhere.
    pub fn is_unbounded(&self) -> bool {
        self.bounds.is_none()
    }

    /// Whether it holds where a case is.
    pub fn covers(&self, case: &Case) -> bool {
        let names = || case.claimed_statement().map(|statement| statement.feature_set().names());
        self.bounds.is_none() || names().is_some_and(|names| self.bounds.hold(&names))
    }
}

/// The causes that may explain a wrong answer: under each the claim would be what came. Single departures, or, where there
/// are none, pairs. Nothing where no answer came that could be compared (errors have words of their own), or when the claim
/// is about several statements. What was not tried when [`PATIENCE`] is over is not told.
pub fn causes(case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Vec<Cause> {
    causes_within(PATIENCE, case, responses, dialect, evaluator)
}

fn causes_within(
    patience: Duration,
    case: &Case,
    responses: &[Response],
    dialect: &Dialect,
    evaluator: &dyn Evaluator,
) -> Vec<Cause> {
    if !is_explainable(case, responses) || is_right(case, responses, dialect) {
        return Vec::new();
    }
    // Where the evaluator foretells it already, whatever changes nothing would foretell it as well.
    if foretold(case, responses, dialect, evaluator).is_it() {
        return Vec::new();
    }
    let begun = Instant::now();
    let is_late = || begun.elapsed() >= patience;
    let touched = |name: &str| case.statements().any(|statement| evaluator.is_touched(statement, name));
    let departures = evaluator.departures();
    let mut singles = Vec::new();
    let mut shifting = Vec::new();
    for departure in departures.iter().filter(|departure| touched(&departure.name)).take_while(|_| !is_late()) {
        let Some(departing) = evaluator.departing(&[&departure.name]) else { continue };
        match foretold(case, responses, dialect, departing.as_ref()) {
            Foretold::This | Foretold::SomeError => {
                let (names, sentence) = (vec![departure.name.clone()], departure.sentence.to_owned());
                let root = departure.root.map(str::to_owned);
                singles.push(Cause { names, sentence, root, bounds: Bounds::default() })
            }
            Foretold::Other { right: false } => shifting.push(departure),
            // An answer that the right one of the other rule leaves open may be telling with it.
            Foretold::Other { right: true } | Foretold::Nothing => {}
        }
    }
    if !singles.is_empty() {
        return singles;
    }
    let mut pairs = Vec::new();
    for (at, first) in shifting.iter().enumerate().take(MOST_PAIRED) {
        for second in shifting.iter().skip(at + 1).take(MOST_PAIRED) {
            if is_late() {
                return pairs;
            }
            let names = [first.name.as_str(), second.name.as_str()];
            let Some(departing) = evaluator.departing(&names) else { continue };
            let told = foretold(case, responses, dialect, departing.as_ref());
            if told.is_it() {
                let sentence = format!("{}, and {}", first.sentence, second.sentence);
                let names = names.map(str::to_owned).to_vec();
                pairs.push(Cause { names, sentence, ..Cause::default() });
            }
        }
    }
    pairs
}

/// How long causes of an answer are looked for: the reference may take a second for a statement, under each of some hundred rules.
const PATIENCE: Duration = Duration::from_secs(10);

/// Departures of which pairs are tried at most.
const MOST_PAIRED: usize = 24;

/// Whether a claim is about one statement, be it that the target survives it, and an answer came, or an ordinary error in the place
/// of one.
pub fn is_explainable(case: &Case, responses: &[Response]) -> bool {
    let [step] = case.claim.steps(case)[..] else { return false };
    let survives = matches!(case.claim, Claim::Survives) && case.statement(step).is_some();
    let stated = case.claim.table().is_some() || case.claim.stated().is_some() || survives;
    stated && (matches!(responses.get(step), Some(Response::Table(_))) || is_refusal(responses, step))
}

/// Whether a target did not do a step, for something that it holds to be wrong of the statement or of itself, be it told in an
/// answer that is none.
fn is_refusal(responses: &[Response], step: usize) -> bool {
    let is_one = |class: ErrorClass| matches!(class, ErrorClass::Internal | ErrorClass::Protocol) || class.is_refusal();
    error_at(responses, step).is_some_and(|error| is_one(error.class))
}

/// Whether a step was answered with an error of evaluating it.
fn is_error(responses: &[Response], step: usize) -> bool {
    error_at(responses, step).is_some_and(|error| error.class == ErrorClass::Runtime)
}

fn error_at(responses: &[Response], step: usize) -> Option<&EngineError> {
    match responses.get(step) {
        Some(Response::Error(error)) => Some(error),
        _ => None,
    }
}

/// What an evaluator that departs from the language says of the answer to an explainable case.
pub fn foretold(case: &Case, responses: &[Response], dialect: &Dialect, departing: &dyn Evaluator) -> Foretold {
    let claim = match restated(case, departing) {
        Ok(claim) => claim,
        // Which error it is, engines say in words of their own.
        Err(NoAnswer::Raised(_)) if case.claim.steps(case).iter().all(|step| is_error(responses, *step)) => {
            return Foretold::SomeError;
        }
        Err(NoAnswer::Refused(words)) => return refused(case, responses, &words),
        Err(NoAnswer::Undecided(why)) if why.starts_with(LEFT_OPEN) => {
            return left_open(case, responses, dialect, departing);
        }
        Err(_) => return Foretold::Nothing,
    };
    let right = claim == case.claim;
    let case = Case { claim, ..case.clone() };
    match judge(&case, responses, dialect) {
        Verdict::Pass { .. } => Foretold::This,
        Verdict::Fail(_) => Foretold::Other { right },
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => Foretold::Nothing,
    }
}

/// What it says of an answer that it leaves open, where others may be right as well: that it is one of them, or nothing.
fn left_open(case: &Case, responses: &[Response], dialect: &Dialect, departing: &dyn Evaluator) -> Foretold {
    let claim = departing.choosing().and_then(|choosing| restated(case, choosing.as_ref()).ok());
    let Some(claim) = claim.filter(|claim| *claim != case.claim) else { return Foretold::Nothing };
    match judge(&Case { claim, ..case.clone() }, responses, dialect) {
        Verdict::Pass { .. } => Foretold::This,
        _ => Foretold::Nothing,
    }
}

/// The claim that a departure makes of a case. Of what a target must only survive, it says whether that is refused.
pub fn restated(case: &Case, departing: &dyn Evaluator) -> Result<Claim, NoAnswer> {
    if let (Claim::Survives, [step]) = (&case.claim, &case.claim.steps(case)[..])
        && let Err(refused @ NoAnswer::Refused(_)) = case.answer(*step, departing)
    {
        return Err(refused);
    }
    case.claim.restated(case, departing)
}

/// What it says of an answer that an error with one of these words is due. Another error may have come in front of it.
fn refused(case: &Case, responses: &[Response], words: &[String]) -> Foretold {
    let [step] = case.claim.steps(case)[..] else { return Foretold::Nothing };
    // Some engines write their errors as JSON within a text.
    let says = |message: &str| words.iter().any(|word| message.replace('\\', "").contains(word));
    match responses.get(step) {
        Some(Response::Error(error)) if is_refusal(responses, step) && says(&error.message) => Foretold::This,
        Some(Response::Table(_)) => Foretold::Other { right: false },
        _ => Foretold::Nothing,
    }
}

fn is_right(case: &Case, responses: &[Response], dialect: &Dialect) -> bool {
    matches!(judge(case, responses, dialect), Verdict::Pass { .. })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Effort, Language};
    use graphlance_case::{Act, Answers, Lineage, Step};
    use graphlance_graph::{Graph, Properties, Returns, Table, Value};

    use super::*;

    fn named(case: &Case, responses: &[Response]) -> Vec<String> {
        let standard = Cypher.standard();
        let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
        causes(case, responses, &standard, evaluator.as_ref()).into_iter().map(|cause| cause.sentence).collect()
    }

    /// One node with a self-loop; `returned` rows of 1 instead of `expected`. Among what may explain that is what is wanted.
    fn check(text: &str, expected: usize, returned: usize, wanted: Option<&str>) {
        let mut graph = Graph::new();
        let node = graph.add_node([], Properties::new());
        graph.add_relationship(node, "T".into(), node, Properties::new()).unwrap();
        let rows = |count| vec![vec![Value::Integer(1)]; count];
        let claim = Claim::returns(0, Returns::bag(["x".into()], rows(expected)));
        let standard = Cypher.standard();
        let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
        let case = Case { steps, ..Case::new(&standard, Arc::new(graph), claim, Lineage::default()) };
        let table = Table { columns: vec!["x".into()], rows: rows(returned) };
        let found = named(&case, &[Response::Table(table)]);
        match wanted {
            Some(wanted) => assert!(found.iter().any(|sentence| sentence == wanted), "{text}: {found:#?}"),
            None => assert!(found.is_empty(), "{text}: {found:#?}"),
        }
    }

    #[test]
    fn a_wrong_answer_may_be_explained_by_departures() {
        check("MATCH ()-->()-->() RETURN 1 AS x", 0, 1, Some("one MATCH may use a relationship twice"));
        check("MATCH ()--() RETURN 1 AS x", 1, 2, Some("an undirected pattern matches a self-loop twice"));
        check(
            "MATCH (n) OPTIONAL MATCH (n)-->(m) WHERE false RETURN 1 AS x",
            1,
            0,
            Some("OPTIONAL MATCH loses its row when its WHERE is never true"),
        );
    }

    #[test]
    fn no_cause_is_looked_for_when_the_time_is_over() {
        let standard = Cypher.standard();
        let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
        let claim = Claim::returns(0, Returns::bag(["x".into()], Vec::new()));
        let steps = vec![Step::run(Cypher.parse("UNWIND [] AS y RETURN 1 AS x").expect("a statement"))];
        let case = Case { steps, ..Case::new(&standard, Arc::default(), claim, Lineage::default()) };
        let came = [Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![Value::Integer(1)]] })];
        let found = |patience| causes_within(patience, &case, &came, &standard, evaluator.as_ref()).len();
        assert!(found(PATIENCE) > 0);
        assert_eq!(found(Duration::ZERO), 0);
    }

    #[test]
    fn two_departures_may_explain_what_none_explains_alone() {
        let both = "DISTINCT of a WITH is ignored, and SKIP is ignored";
        let text = "UNWIND [1, 1] AS y WITH DISTINCT y RETURN 1 AS x UNION ALL RETURN 1 AS x SKIP 1";
        check(text, 1, 3, Some(both));
    }

    #[test]
    fn a_wrong_graph_and_an_error_that_did_not_come_are_named_so_as_well() {
        let standard = Cypher.standard();
        let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
        let check = |text: &str, left: Graph, wanted: Option<&str>| {
            let case = Case::new(&standard, Arc::default(), Claim::Survives, Lineage::default());
            let steps = vec![Step::run(Cypher.parse(text).expect("a statement")), Act::Snapshot.into()];
            let mut case = Case { steps, ..case };
            case.claim = Claim::Answers(Answers::of(&case, 0, evaluator.as_ref()));
            let responses = [Response::Table(Table::default()), Response::Graph(Box::new(left))];
            let found = named(&case, &responses);
            let wanted = wanted.map(str::to_owned);
            assert!(wanted.as_ref().is_none_or(|wanted| found.contains(wanted)), "{text}: {found:#?}");
            assert_eq!(found.is_empty(), wanted.is_none(), "{text}: {found:#?}");
        };
        let lost = Some("OPTIONAL MATCH loses its row when its WHERE is never true");
        check("OPTIONAL MATCH (n) WHERE false CREATE ()", Graph::new(), lost);
        check("OPTIONAL MATCH (n) WHERE false CREATE (n)-[:T]->()", Graph::new(), lost);
        check("CREATE ()", Graph::new(), None);
    }

    #[test]
    fn what_a_rule_leaves_open_is_foretold_where_it_is_just_what_came() {
        let standard = Cypher.standard();
        let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
        let departing = evaluator.departing(&["quantifiers-take-null-for-false"]).expect("a departure");
        let merged = "MATCH (n:A) WHERE single(y IN [1, null] WHERE y = 1) MERGE (m:M) ON CREATE SET m.k = n.k ON MATCH SET m.l = n.k";
        let mut graph = Graph::new();
        for value in [1, 2] {
            graph.add_node(["A".into()], Properties::from([("k".into(), Value::Integer(value))]));
        }
        let case = Case::new(&standard, Arc::new(graph.clone()), Claim::Survives, Lineage::default());
        let steps = vec![Step::run(Cypher.parse(merged).expect("a statement")), Act::Snapshot.into()];
        let mut case = Case { steps, ..case };
        case.claim = Claim::Answers(Answers::of(&case, 0, evaluator.as_ref()));
        let left = |entries: [(&str, i64); 2]| {
            let mut left = graph.clone();
            left.add_node(["M".into()], entries.map(|(key, value)| (key.into(), Value::Integer(value))).into());
            let responses = [Response::Table(Table::default()), Response::Graph(Box::new(left))];
            foretold(&case, &responses, &standard, departing.as_ref())
        };
        assert_eq!(left([("k", 1), ("l", 2)]), Foretold::This);
        assert_eq!(left([("k", 2), ("l", 1)]), Foretold::Nothing);
    }

    /// What a rule by which a statement is refused says of an answer to it.
    #[track_caller]
    fn check_refusal(text: &str, came: Response, wanted: Foretold) {
        let returns = Returns::bag(["x".into()], vec![vec![Value::Integer(1)]]);
        check_refusal_of(Claim::returns(0, returns), text, came, wanted);
    }

    #[track_caller]
    fn check_refusal_of(claim: Claim, text: &str, came: Response, wanted: Foretold) {
        let standard = Cypher.standard();
        let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
        let departing = evaluator.departing(&["order-or-cut-first-refused"]).expect("a departure");
        let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
        let case = Case::new(&standard, Arc::default(), claim, Lineage::default());
        let case = Case { steps, ..case };
        assert_eq!(foretold(&case, &[came], &standard, departing.as_ref()), wanted, "{text}");
    }

    #[test]
    fn an_error_in_the_place_of_an_answer_is_foretold_by_its_words() {
        let error = |class, message: &str| Response::Error(EngineError { class, message: message.to_owned() });
        let table = || Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![Value::Integer(1)]] });
        let (refused, taken) = ("LIMIT 1 RETURN 1 AS x", "RETURN 1 AS x LIMIT 1");
        check_refusal(refused, error(ErrorClass::Runtime, "E1: LIMIT requires input"), Foretold::This);
        check_refusal(refused, error(ErrorClass::Internal, "LIMIT requires input"), Foretold::This);
        check_refusal(refused, error(ErrorClass::Internal, r#"{"error": "LIMIT requi\\res input"}"#), Foretold::This);
        check_refusal(refused, error(ErrorClass::Internal, "division by zero"), Foretold::Nothing);
        check_refusal(refused, error(ErrorClass::Timeout, "LIMIT requires input"), Foretold::Nothing);
        check_refusal(refused, table(), Foretold::Other { right: false });
        check_refusal(taken, table(), Foretold::This);
        check_refusal(taken, error(ErrorClass::Runtime, "LIMIT requires input"), Foretold::Other { right: true });
        let survives = Claim::Survives;
        let internal = || error(ErrorClass::Internal, "LIMIT requires input");
        check_refusal_of(survives.clone(), refused, internal(), Foretold::This);
        check_refusal_of(survives.clone(), refused, table(), Foretold::Other { right: false });
        check_refusal_of(survives.clone(), taken, internal(), Foretold::Other { right: true });
        check_refusal_of(survives, taken, table(), Foretold::This);
    }

    #[test]
    fn two_causes_together_are_no_wider_cause() {
        let cause = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Cause { names, ..Cause::default() }
        };
        let check = |one: &[&str], other: &[&str], adds: bool| assert_eq!(cause(one).adds_to(&cause(other)), adds);
        check(&["skip-ignored", "desc-ignored"], &["desc-ignored"], true);
        check(&["desc-ignored"], &["desc-ignored"], false);
        check(&["skip-ignored", "desc-ignored"], &["limit-ignored"], false);
    }

    #[test]
    fn a_right_answer_and_an_unexplained_one_have_no_cause() {
        check("MATCH ()-->() RETURN 1 AS x", 1, 1, None);
        check("MATCH ()-->() RETURN 1 AS x", 1, 7, None);
    }
}
