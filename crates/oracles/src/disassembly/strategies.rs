//! The ways to take a traversal apart.

use graphlance_case::Dialect;
use graphlance_graph::Graph;
use graphlance_graph::graph_compare::ID;
use graphlance_gremlin::dialect::Identities;
use graphlance_gremlin::facts::facts_of;
use graphlance_gremlin::table::Kind;
use graphlance_gremlin::{Argument, Dialect as GremlinDialect, Predicate, Scalar, Statement, Step, StepName, TestName};
use graphlance_machine::{Options, PropertyGraph, Value, evaluate};

use super::conditions::CONDITIONS;

/// The most elements that are handed on: JanusGraph takes 255 identities at once.
const MOST: usize = 200;

/// A way to take a traversal apart.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// Its name, as lineages have it.
    pub name: &'static str,
    /// What it does and why that is right, in one sentence.
    pub sentence: &'static str,
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Parameters,
    Join,
    Barrier,
}

/// The ways, after section 3.3 of the paper.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "parameter_passing",
        sentence: "The elements in front of a cut are handed to what stands behind it by their identities, each as often as it comes.",
        how: How::Parameters,
    },
    Strategy {
        name: "back_join",
        sentence: "The elements in front of a cut are looked up among all by a list of the values that tell them apart.",
        how: How::Join,
    },
    Strategy {
        name: "barrier",
        sentence: "A barrier at a cut makes all that stands in front of it come first, and changes nothing else.",
        how: How::Barrier,
    },
];

impl Strategy {
    /// The steps in front of which a statement can be cut, so that what it gives stays the same.
    pub fn sound_places(&self, statement: &Statement, graph: &Graph, dialect: &Dialect) -> Vec<usize> {
        self.places_without(statement, None)
            .into_iter()
            .filter(|cut| self.apart(statement, *cut, graph, dialect).is_some())
            .collect()
    }

    /// The same with one of the conditions switched off, which is for tests that show that it is needed.
    pub fn places_without(&self, statement: &Statement, off: Option<&str>) -> Vec<usize> {
        let within_one = self.how == How::Barrier;
        let holds = |cut: usize| {
            CONDITIONS
                .iter()
                .filter(|condition| Some(condition.name) != off && (condition.within_one || !within_one))
                .all(|condition| (condition.holds)(statement, cut))
        };
        cuts(statement).into_iter().filter(|cut| holds(*cut)).collect()
    }

    /// The statement cut in front of a step. None where nothing comes to the cut, or too much, or the target cannot be asked so.
    pub fn apart(&self, statement: &Statement, cut: usize, graph: &Graph, dialect: &Dialect) -> Option<Statement> {
        let dialect = dialect.data::<GremlinDialect>()?;
        let (front, behind) = statement.traversal.steps.split_at_checked(cut)?;
        let begins = match self.how {
            How::Barrier => {
                let mut steps = front.to_vec();
                steps.push(Step::new(StepName::Barrier, Vec::new()));
                steps
            }
            How::Parameters if dialect.deviations.identities == Identities::Longs => {
                let (edges, elements) = elements(front, graph, dialect)?;
                let name = if edges { StepName::E } else { StepName::V };
                vec![Step::new(name, elements.into_iter().map(|(id, _)| Argument::Scalar(id)).collect())]
            }
            How::Parameters => return None,
            How::Join => joined(elements(front, graph, dialect)?),
        };
        let steps = begins.into_iter().chain(behind.iter().cloned()).collect();
        let mut apart = statement.clone();
        apart.traversal.steps = steps;
        graphlance_gremlin::edit::is_normal(&apart).then_some(apart)
    }
}

/// The steps in front of which a group of the paper's Algorithm 1 ends: those behind a step out of which vertices or edges come.
fn cuts(statement: &Statement) -> Vec<usize> {
    let streams = facts_of(statement).streams;
    let ends = |place: &usize| matches!(streams[*place].kind, Kind::Vertex | Kind::Edge);
    (0..streams.len().saturating_sub(1)).filter(ends).map(|place| place + 1).collect()
}

/// Whether edges come to a cut, and the elements, each with its identity and the value that tells it apart.
fn elements(front: &[Step], graph: &Graph, dialect: &GremlinDialect) -> Option<(bool, Vec<(Scalar, Scalar)>)> {
    let graph = PropertyGraph::of(graph).ok()??;
    let answer = evaluate(&Statement::new(front.to_vec()), &graph, &Options::of(dialect)).ok()?;
    let edges = matches!(answer.values.first()?, Value::Edge(_));
    let one = |value: &Value| {
        let told = graph.properties(value).into_iter().find(|(key, ..)| key == ID)?.1;
        let alike = matches!(value, Value::Edge(_)) == edges && value.is_element();
        alike.then(|| Some((graph.id(value)?.clone(), told.as_scalar()?.clone())))?
    };
    let elements: Vec<(Scalar, Scalar)> = answer.values.iter().map(one).collect::<Option<_>>()?;
    (elements.len() <= MOST).then_some((edges, elements))
}

/// `inject(5L, 7L).as('v').V().as('e').where('v', eq('e')).by().by('id').select('e')`
fn joined((edges, elements): (bool, Vec<(Scalar, Scalar)>)) -> Vec<Step> {
    let name = |step: Step, label: &str| step.with(StepName::As, vec![Argument::string(label)]);
    let values = elements.into_iter().map(|(_, value)| Argument::Scalar(value)).collect();
    let all = Step::new(StepName::V, Vec::new());
    let mut steps = vec![name(Step::new(StepName::Inject, values), "v")];
    steps.extend(if edges {
        vec![all, name(Step::new(StepName::OutE, Vec::new()), "e")]
    } else {
        vec![name(all, "e")]
    });
    let same = Predicate::new(TestName::Eq, vec![Argument::string("e")]);
    let compares = Step::new(StepName::Where, vec![Argument::string("v"), Argument::Predicate(same)])
        .with(StepName::By, Vec::new())
        .with(StepName::By, vec![Argument::string(ID)]);
    steps.extend([compares, Step::new(StepName::Select, vec![Argument::string("e")])]);
    steps
}
