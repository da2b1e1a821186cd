use std::collections::BTreeSet;

use graphlance_graph::{GraphSizes, IndexSupport, ValueDomain, random_graph};
use graphlance_gremlin::{Statement, Version, print, versions_of};
use graphlance_machine::{Failure, Options, PropertyGraph, Value, evaluate};

use super::*;

const VERSIONS: &[Version] = &[Version::V36, Version::V37, Version::V38];

fn world(seed: u64) -> World {
    let sizes = GraphSizes { nodes: [1, 8], relationships: [0, 12], ..GraphSizes::default() };
    let domain = ValueDomain { node_labels: [1, 1], list_properties: false, ..ValueDomain::default() };
    let indexes = IndexSupport::default();
    let graph = random_graph(&mut graphlance_graph::Random::new(seed), &sizes, &domain, &indexes);
    let graph = PropertyGraph::of(&graph).expect("keys are different").expect("all values have a counterpart");
    World::new(graph, Some("id".into()))
}

/// How many traversals a test makes of each version.
fn amount() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

type Make = fn(&mut graphlance_graph::Random, &Config, &World) -> Option<Grown>;

fn each(version: Version, make: Make) -> Vec<(Grown, World)> {
    so_many(amount(), version, make)
}

fn so_many(amount: u64, version: Version, make: Make) -> Vec<(Grown, World)> {
    let config = Config::of(version);
    let mut all = Vec::new();
    for round in 0..amount / 10 {
        let world = world(round);
        for index in 0..10 {
            let mut random = graphlance_graph::Random::derive(1, &[round, index]);
            all.extend(make(&mut random, &config, &world).map(|grown| (grown, world.clone())));
        }
    }
    all
}

#[test]
fn a_traversal_is_one_of_its_version_and_has_an_answer_or_an_error() {
    for version in VERSIONS {
        let all = each(*version, traversal);
        assert!(all.len() * 10 > amount() as usize * 9, "{} of {} were made", all.len(), amount());
        for (grown, _) in all {
            let text = print(&grown.statement);
            assert!(versions_of(&grown.statement).contains(*version), "{text} is none of {version}");
            assert_eq!(graphlance_gremlin::parse(&text).as_ref(), Ok(&grown.statement));
            assert!(matches!(grown.outcome, Ok(_) | Err(Failure::Raised(_))), "{text}");
        }
    }
}

#[test]
fn the_traversals_of_a_seed_are_always_the_same() {
    let texts = |all: Vec<(Grown, World)>| all.iter().map(|(grown, _)| print(&grown.statement)).collect::<Vec<_>>();
    assert_eq!(texts(each(Version::V38, traversal)), texts(each(Version::V38, traversal)));
    assert_eq!(texts(each(Version::V37, writing)), texts(each(Version::V37, writing)));
}

#[test]
fn most_traversals_have_an_answer_to_which_most_steps_matter() {
    let options = Config::of(Version::V38).options;
    // Shares of a few hundred lie some hundredths apart by chance.
    let all = so_many(amount().max(2_000), Version::V38, traversal);
    let measured: Vec<Vitality> =
        all.iter().map(|(grown, world)| liveness(&grown.statement, &world.graph, &options)).collect();
    let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
    let filled = share(measured.iter().filter(|it| it.rows > 0).count(), measured.len());
    let several = share(measured.iter().filter(|it| it.different >= 2).count(), measured.len());
    let live = share(measured.iter().map(|it| it.live).sum(), measured.iter().map(|it| it.steps).sum());
    assert!(filled > 0.9, "{filled} have rows");
    assert!(several > 0.4, "{several} have two different rows");
    assert!(live > 0.6, "{live} of the steps matter");
}

/// So many times as many filters: few of those that are drawn look at more than the vertex.
const FILTERS: u64 = 10;

/// What vertices come out of a text, by their places, each once; none where it is an error.
fn vertices(text: &str, world: &World) -> Option<BTreeSet<u32>> {
    let statement = graphlance_gremlin::parse(text).expect("a statement");
    let answer = evaluate(&statement, &world.graph, &Options::default());
    let place = |value: &Value| match value {
        Value::Vertex(key) => key.0,
        other => panic!("{text} gives {other:?}"),
    };
    Some(answer.ok()?.values.iter().map(place).collect())
}

#[test]
fn a_filter_lets_a_vertex_through_wherever_that_comes_from() {
    let config = Config::of(Version::V38);
    let (mut made, mut tells) = (0, 0);
    for round in 0..FILTERS * amount() {
        let world = world(round);
        let mut random = graphlance_graph::Random::derive(2, &[round]);
        let own = random.chance(0.3);
        let Some(filter) = vertex_filter(&mut random, &config, &world, own) else { continue };
        let text = print(&Statement::new(vec![filter]));
        let filter = text.strip_prefix("g.").expect("a source");
        let Some(passing) = vertices(&format!("g.V().{filter}"), &world) else { continue };
        made += 1;
        tells += u64::from(!passing.is_empty() && passing.len() < world.vertex_ids.len());
        for way in ["g.V().both()", "g.V().as('a').both().as('b').both()", "g.V().aggregate('x').out().in()"] {
            let there = vertices(way, &world).expect("a way");
            let Some(behind) = vertices(&format!("{way}.{filter}"), &world) else { continue };
            assert_eq!(behind, there.intersection(&passing).copied().collect(), "{way}.{filter}");
        }
    }
    assert!(made * 3 > FILTERS * amount() && tells * 4 > made, "{made} made, {tells} let a part through");
}

#[test]
fn a_statement_that_writes_changes_the_graph() {
    let all = each(Version::V38, writing);
    assert!(all.len() * 2 > amount() as usize, "{} of {} were made", all.len(), amount());
    assert!(all.iter().all(|(grown, _)| grown.outcome.as_ref().is_ok_and(|answer| answer.writes)));
}

#[test]
fn steps_that_a_target_lacks_are_not_drawn() {
    use graphlance_gremlin::StepName;
    use graphlance_gremlin::features::{Feature, features_of};
    let mut config = Config::of(Version::V38);
    config.lacks = [Feature::Step(StepName::Repeat), Feature::Step(StepName::Has)].into();
    for round in 0..20 {
        let world = world(round);
        let mut random = graphlance_graph::Random::new(round);
        let Some(grown) = traversal(&mut random, &config, &world) else { continue };
        assert!(features_of(&grown.statement).is_disjoint(&config.lacks), "{}", print(&grown.statement));
    }
}
