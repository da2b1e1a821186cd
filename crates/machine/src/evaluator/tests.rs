use graphlance_case::Language;
use graphlance_case::language::Gremlin;
use graphlance_graph::{NodeKey, Properties, Value};
use graphlance_gremlin::dialect::Deviations;
use graphlance_gremlin::token::Cardinality;

use super::*;

fn graph() -> Graph {
    let mut graph = Graph::new();
    let with =
        |id: i64, age: i64| Properties::from([("id".into(), Value::Integer(id)), ("age".into(), Value::Integer(age))]);
    let nodes: Vec<NodeKey> = [("A", 7), ("B", 9), ("A", 9)]
        .into_iter()
        .enumerate()
        .map(|(n, (label, age))| graph.add_node([label.into()], with(n as i64, age)))
        .collect();
    for (from, to) in [(0, 1), (1, 2), (2, 2)] {
        graph.add_relationship(nodes[from], "T".into(), nodes[to], Properties::new()).expect("an edge");
    }
    graph
}

fn statement(text: &str) -> Statement {
    Gremlin.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn own() -> Dialect {
    let mut dialect = GremlinDialect::standard();
    dialect.deviations.identities = Identities::Own;
    dialect.into()
}

fn answer(dialect: &Dialect, text: &str) -> Result<Answer, NoAnswer> {
    Machine.evaluator(dialect, Effort::Usual).evaluate(&graph(), &statement(text))
}

#[track_caller]
fn rows(text: &str) -> Vec<Value> {
    let answer = answer(&Gremlin.standard(), text).unwrap_or_else(|none| panic!("{text}: {none}"));
    assert_eq!(answer.returns.columns, [Column::exact(RESULT)], "{text}");
    answer.returns.rows.into_iter().flatten().collect()
}

#[test]
fn results_are_rows_of_one_column_in_order_where_that_is_promised() {
    assert_eq!(rows("g.V().count()"), [Value::Integer(3)]);
    assert_eq!(rows("g.V().order().by('age', desc).by('id').values('id')"), [1, 2, 0].map(Value::Integer));
    let order = |text: &str| answer(&Gremlin.standard(), text).map(|answer| answer.returns.order);
    assert_eq!(order("g.V().order().by('id').values('id')"), Ok(Order::Sorted { ties: vec![1, 1, 1] }));
    assert_eq!(order("g.V().values('id')"), Ok(Order::Bag));
    let node = rows("g.V().hasLabel('B')");
    let [Value::Node(node)] = node.as_slice() else { panic!("{node:?}") };
    assert_eq!(node.properties.get("age"), Some(&Value::Integer(9)));
}

#[test]
fn what_a_graph_makes_of_an_identity_that_is_no_integer_is_open() {
    let undecided = |text: &str| matches!(answer(&Gremlin.standard(), text), Err(NoAnswer::Undecided(_)));
    let open = [
        "V().hasId(0.5d)",
        "V().hasId(P.within('a', 1))",
        "V().has(T.id, 'a')",
        "V('1')",
        "V().out().hasId(P.neq('a'))",
    ];
    let decided = ["V().hasId(1, 2L)", "V().hasId(P.within(null, 1b))", "V().has('age', 'a')", "V().hasLabel('a')"];
    assert_eq!(open.into_iter().find(|text| !undecided(&format!("g.{text}"))), None);
    assert_eq!(decided.into_iter().find(|text| undecided(&format!("g.{text}"))), None);
}

#[test]
fn identities_are_keys_where_a_client_chooses_them_and_decide_nothing_where_none_does() {
    assert_eq!(rows("g.V(1L).values('id')"), [Value::Integer(1)]);
    assert_eq!(rows("g.V().hasLabel('B').id()"), [Value::Integer(1)]);
    let check = |text: &str, decided: bool| {
        let answer = answer(&own(), text);
        assert_eq!(answer.is_ok(), decided, "{text}: {answer:?}");
    };
    check("g.V().count()", true);
    check("g.V().hasLabel('B')", true);
    check("g.V().path()", true);
    check("g.V().id()", false);
    check("g.V(1L).values('id')", false);
    check("g.V().order().values('id')", false);
    check("g.V().order().by('id').values('id')", true);
    check("g.V().elementMap()", false);
    check("g.V().id().count()", true);
    check("g.V().as('a').out().where(eq('a')).count()", true);
    check("g.addV('C').property('k', 1)", true);
}

#[test]
fn what_is_written_is_the_graph_afterwards_and_what_was_there_keeps_its_key() {
    let left = |text: &str| answer(&Gremlin.standard(), text).map(|answer| answer.graph.expect("it writes"));
    let graph = left("g.V().hasLabel('B').drop()").expect("an answer");
    assert_eq!(graph.nodes().map(|node| node.key.0).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(graph.relationship_count(), 1);
    let graph = left("g.V(1L).property('age', 1L).addE('N').from(__.V(0L))").expect("an answer");
    assert_eq!(graph.node_property(NodeKey(1), "age"), Value::Integer(1));
    let keys: Vec<u32> = graph.relationships().map(|edge| edge.key.0).collect();
    assert!(keys.len() == 4 && keys[..3] == [0, 1, 2], "{keys:?}");
    assert_eq!(graph.relationships().last().map(|edge| (edge.start.0, edge.end.0)), Some((0, 1)));
    let graph = left("g.V(1L).property(list, 'age', 1L)").expect("an answer");
    let several = graph.node_property(NodeKey(1), "age");
    assert!(cell::untagged(&several).is_some_and(|(kind, _)| kind == cell::PROPERTIES), "{several:?}");
    assert_eq!(answer(&Gremlin.standard(), "g.V().count()").map(|answer| answer.graph), Ok(None));
}

#[test]
fn several_properties_of_a_key_are_there_in_the_next_statement() {
    let evaluator = Machine.evaluator(&Gremlin.standard(), Effort::Usual);
    let first = statement("g.V(1L).property(list, 'age', 1L, 'since', 2L).property('s', {1, 2})");
    let left = evaluator.evaluate(&graph(), &first).ok().and_then(|answer| answer.graph).expect("it writes");
    let check = |text: &str, expected: i64| {
        let rows = evaluator.evaluate(&left, &statement(text)).map(|answer| answer.returns.rows);
        assert_eq!(rows, Ok(vec![vec![Value::Integer(expected)]]), "{text}");
    };
    check("g.V(1L).values('age').count()", 2);
    check("g.V(1L).properties('age').values('since')", 2);
    check("g.V(1L).values('s').count(local)", 2);
}

#[test]
fn what_is_split_keeps_the_last_part_though_it_is_empty() {
    let parts = |text: &str| rows(&format!("g.inject('{text}').split('o')"));
    let list = |parts: &[&str]| vec![Value::list(parts.iter().map(|part| Value::from(*part)).collect())];
    assert_eq!(parts("marko"), list(&["mark", ""]));
    assert_eq!(parts("ooaoob"), list(&["a", "b"]));
    assert_eq!(parts("oo"), list(&[""]));
    assert_eq!(parts(""), list(&[]));
}

#[test]
fn an_answer_larger_than_is_taken_is_none() {
    let text = |times: usize| format!("g.inject(1L).repeat(__.union(__.identity(), __.identity())).times({times})");
    let count = |times: usize| answer(&Gremlin.standard(), &text(times)).map(|answer| answer.returns.rows.len());
    assert_eq!(count(13), Ok(1 << 13));
    let failure = count(14);
    assert!(matches!(&failure, Err(NoAnswer::Undecided(why)) if why.contains("larger than is taken")), "{failure:?}");
}

#[test]
fn a_filter_behind_an_order_is_open_where_what_is_written_decides_it() {
    let told = |text: &str| answer(&Gremlin.standard(), text).is_ok();
    assert!(!told("g.V().order().by('id').and(__.both().has('id', P.lt(2))).drop()"));
    assert!(told("g.V().order().by('id').and(__.both()).drop()"));
    assert!(told("g.V().order().by('id').hasLabel('A').drop()"));
    assert!(told("g.V().order().by('id').and(__.both()).values('id')"));
}

#[test]
fn what_a_deviation_leaves_open_is_not_told() {
    let check = |set: fn(&mut Deviations), texts: &[(&str, bool)]| {
        let mut dialect = GremlinDialect::standard();
        set(&mut dialect.deviations);
        let dialect = Dialect::from(dialect);
        for (text, told) in texts {
            assert_eq!(answer(&dialect, text).is_ok(), *told, "{text}");
            assert!(answer(&Gremlin.standard(), text).is_ok(), "{text}");
        }
    };
    check(
        |deviations| deviations.typed_keys = true,
        &[
            ("g.V().property('age', 1)", true),
            ("g.V().property('age', 1.5d)", false),
            ("g.V().property('age', 'a')", false),
            ("g.V().property('new', 'a').property('new', 1)", false),
            ("g.addV('A').property('age', true)", false),
            ("g.V(1L).sideEffect(__.properties('age').drop()).property('age', 1.5d)", false),
        ],
    );
    check(
        |deviations| deviations.lasting_identities = false,
        &[
            ("g.addV('A').path()", false),
            ("g.addV('A').as('a').V(1L).addE('T').to('a').path().fold()", false),
            ("g.addV('A').fold()", true),
            ("g.V(1L).property('k', 1L).path()", true),
        ],
    );
    check(
        |deviations| deviations.live_elements = false,
        &[
            ("g.V().property('k', 1L).out()", false),
            ("g.V().property('k', 1L).fold()", false),
            ("g.V().property('k', 1L).values('k')", true),
            ("g.V().out().fold().count(local)", true),
            ("g.V().out()", true),
        ],
    );
}

#[test]
fn deviations_are_followed() {
    let mut dialect = GremlinDialect::standard();
    dialect.deviations.cardinality = Cardinality::List;
    let text = "g.V(1L).property('age', 1L).values('age').count()";
    let count = |dialect: Dialect| answer(&dialect, text).map(|answer| answer.returns.rows);
    assert_eq!(count(Gremlin.standard()), Ok(vec![vec![Value::Integer(1)]]));
    assert_eq!(count(dialect.into()), Ok(vec![vec![Value::Integer(2)]]));
    let mut dialect = GremlinDialect::standard();
    dialect.deviations.multi_properties = false;
    let text = "g.addV('A').property('k', 1L).property('k', 2L).property(list, 'k', 3L).values('k').sum()";
    let sum = |dialect: Dialect| answer(&dialect, text).map(|answer| answer.returns.rows);
    assert_eq!(sum(Gremlin.standard()), Ok(vec![vec![Value::Integer(6)]]));
    assert_eq!(sum(dialect.into()), Ok(vec![vec![Value::Integer(3)]]));
    let mut dialect = GremlinDialect::standard();
    dialect.deviations.raises = false;
    let of_text = |dialect: Dialect| answer(&dialect, "g.V().label().math('_ + 1')").map(|_| ());
    assert!(matches!(of_text(Gremlin.standard()), Err(NoAnswer::Raised(_))));
    assert!(matches!(of_text(dialect.into()), Err(NoAnswer::Undecided(_))));
    let mut dialect = GremlinDialect::standard();
    dialect.deviations.comparable_elements = true;
    let comparable = Dialect::from(dialect);
    let of = |dialect: &Dialect, text: &str| answer(dialect, text).map(|_| ());
    let [one, all] = ["g.V(1L).fold().order(Scope.local)", "g.V().fold().order(Scope.local)"];
    assert!(matches!(of(&Gremlin.standard(), one), Err(NoAnswer::Raised(_))));
    assert_eq!(of(&comparable, one), Ok(()));
    let properties = "g.V(1L).properties().limit(1).fold().order(Scope.local).count(Scope.local)";
    for text in [all, properties] {
        assert!(matches!(of(&comparable, text), Err(NoAnswer::Undecided(_))), "{text}");
    }
    assert!(matches!(of(&comparable, "g.inject([[1], [2]]).order(Scope.local)"), Err(NoAnswer::Raised(_))));
    let evaluator = Machine.evaluator(&Gremlin.standard(), Effort::Small);
    let names: Vec<String> = evaluator.departures().into_iter().map(|departure| departure.name).collect();
    let settings = [
        "identities = own",
        "null_properties = true",
        "cardinality = list",
        "cardinality = set",
        "multi_properties = false",
        "typed_keys = true",
        "lasting_identities = false",
        "live_elements = false",
        "comparable_elements = true",
        "own_machine = true",
        "raises = false",
    ];
    assert_eq!(names[..settings.len()], settings);
    // What TinkerPop's machine does is no departure from what is held for right of it.
    let of_engines = Quirk::defects().filter(|quirk| quirk.sort() != Sort::Fault);
    let rules: Vec<&str> = of_engines.chain(Quirk::faults()).map(Quirk::name).collect();
    assert_eq!(names[settings.len()..], rules);
}

#[test]
fn what_a_wrong_rule_comes_upon_is_an_error_and_a_number_of_an_element() {
    let mut dialect = GremlinDialect::standard();
    dialect.deviations.raises = false;
    dialect.deviations.identities = Identities::Own;
    let right = Machine.evaluator(&dialect.into(), Effort::Small);
    let departing = |name: &str, text: &str| {
        let departing = right.departing(&[name]).expect("a known departure");
        departing.evaluate(&graph(), &statement(text)).map(|answer| answer.returns.rows)
    };
    let raised = departing("where_takes_texts", "g.V().as('a').where(P.neq('a'))");
    assert!(matches!(raised, Err(NoAnswer::Raised(_))), "{raised:?}");
    let number = departing("optional_crosses", "g.V().hasLabel('B').optional(__.values('none'))");
    assert_eq!(number, Ok(vec![vec![Value::Integer(1)]]));
    let ordered = "g.V().order().by('age').by(Order.desc).values('id').fold()";
    let ids = Value::List(Arc::new([2, 1, 0].map(Value::Integer).to_vec()));
    assert_eq!(departing("last_order_key_alone", ordered), Ok(vec![vec![ids]]));
    assert!(matches!(departing("dedup_drops_by", ordered), Err(NoAnswer::Undecided(_))));
}

#[test]
fn what_is_new_is_found_by_the_identity_that_it_was_given() {
    let evaluator = Machine.evaluator(&Gremlin.standard(), Effort::Usual);
    let left = |graph: &Graph, text: &str| {
        let answer = evaluator.evaluate(graph, &statement(text)).unwrap_or_else(|none| panic!("{text}: {none}"));
        answer.graph.expect("a graph")
    };
    let check = |graph: &Graph, text: &str, found: i64| {
        let answer = evaluator.evaluate(graph, &statement(text)).map(|answer| answer.returns.rows);
        assert_eq!(answer, Ok(vec![vec![Value::Integer(found)]]), "{text}");
    };
    let made = left(&Graph::new(), "g.addV('A').property(T.id, 7L).addV('B').property(T.id, 3L)");
    check(&made, "g.V(7L).hasLabel('A').count()", 1);
    check(&made, "g.V(3L).hasLabel('B').count()", 1);
    check(&made, "g.V(0L, 1L).count()", 0);
    let joined = left(&made, "g.addE('T').from(__.V(7L)).to(__.V(3L)).property(T.id, 5L)");
    check(&joined, "g.E(5L).outV().hasLabel('A').count()", 1);
    check(&left(&joined, "g.addV('C')"), "g.V().count()", 3);
    let dropped = left(&made, "g.V(7L).drop()");
    check(&dropped, "g.V(7L).count()", 0);
    check(&left(&dropped, "g.addV('C').property(T.id, 7L)"), "g.V(7L).hasLabel('C').count()", 1);
}

#[test]
fn nobody_knows_the_identity_of_what_was_made_without_one_and_what_is_made_later_has_a_greater_one() {
    let evaluator = Machine.evaluator(&Gremlin.standard(), Effort::Usual);
    let evaluate = |graph: &Graph, text: &str| evaluator.evaluate(graph, &statement(text));
    let left = |graph: &Graph, text: &str| evaluate(graph, text).ok().and_then(|answer| answer.graph).expect("a graph");
    let made =
        left(&Graph::new(), "g.addV('A').property('k', 1L).addV('A').property('k', 2L).addV('A').property('k', 3L)");
    let order = evaluate(&made, "g.V().order().values('k').fold()").map(|answer| answer.returns.rows);
    assert_eq!(order, Ok(vec![vec![Value::list([1, 2, 3].map(Value::Integer).to_vec())]]));
    let beside = left(&graph(), "g.addV('A').property('id', 3L)");
    for text in ["g.V().id()", "g.V(3L)", "g.addV('B').property(T.id, 3L)", "g.V().order().values('id').fold()"] {
        assert!(matches!(evaluate(&beside, text), Err(NoAnswer::Undecided(_))), "{text}");
    }
    assert!(evaluate(&beside, "g.V().order().by('id').values('id')").is_ok());
    // Which vertex comes first is open, and so is which of the new ones has the greater identity.
    let several = left(&graph(), "g.V().as('a').addV('C').property('k', __.select('a').values('id'))");
    assert!(evaluate(&several, "g.V().hasLabel('C').values('k')").is_ok());
    let order = evaluate(&several, "g.V().hasLabel('C').order().values('k').fold()");
    assert!(matches!(order, Err(NoAnswer::Undecided(_))), "{order:?}");
}

#[test]
fn departures_are_followed_together_and_by_what_departs_already() {
    let right = Machine.evaluator(&Gremlin.standard(), Effort::Small);
    let text = "g.inject(1, 2, 2).order().is(P.gt(1)).tail(1).union(__.identity(), __.identity()).sum()";
    let sum = |evaluator: &dyn Evaluator| {
        evaluator.evaluate(&graph(), &statement(text)).map(|answer| answer.returns.rows[0][0].clone())
    };
    let departing = |from: &dyn Evaluator, names: &[&str]| from.departing(names).expect("known departures");
    let once = departing(&*right, &["union_drops_duplicates"]);
    let twice = departing(&*once, &["tail_is_limit", "gt_is_gte"]);
    assert_eq!(sum(&*right), Ok(Value::Integer(4)));
    assert_eq!(sum(&*once), Ok(Value::Integer(2)));
    assert_eq!(sum(&*twice), Ok(Value::Integer(1)));
    let left: Vec<String> = twice.departures().into_iter().map(|departure| departure.name).collect();
    assert!(!left.iter().any(|name| name == "union_drops_duplicates" || name == "gt_is_gte"), "{left:?}");
    assert!(right.departing(&["no_such_rule"]).is_none() && right.departing(&["no = such"]).is_none());
    assert!(right.is_touched(&statement(text), "tail_is_limit"));
    assert!(!right.is_touched(&statement(text), "emit_twice"));
}

#[test]
fn an_error_counts_only_where_no_order_of_filters_comes_upon_it() {
    let evaluator = Machine.evaluator(&Gremlin.standard(), Effort::Usual);
    let check = |text: &str, nowhere: bool, surely: bool| {
        let statement = statement(text);
        assert_eq!(evaluator.raises_nowhere(&graph(), &statement), nowhere, "{text}");
        assert_eq!(evaluator.raises_surely(&graph(), &statement), surely, "{text}");
    };
    check("g.V().values('age').is(gt(8)).count()", true, false);
    // What is no filter is asked only of what a filter lets through.
    check("g.V().hasLabel('C').label().sum()", true, false);
    check("g.V().hasLabel('C').where(__.label().sum())", false, false);
    check("g.V().or(__.hasLabel('A', 'B'), __.label().sum())", false, false);
    check("g.V().where(__.label().sum()).hasLabel('C')", false, false);
    check("g.V().and(__.count(), __.select('a')).where(__.label().sum())", false, false);
    check("g.V().hasLabel('C').limit(1).where(__.label().sum())", true, false);
    // Filters move past what changes nothing and past orders.
    check("g.V().hasLabel('C').identity().where(__.label().sum())", false, false);
    check("g.V().hasLabel('C').order().by('age').where(__.label().sum())", false, false);
    check("g.V().hasLabel('C').order().by(__.label().sum())", false, false);
    check("g.V().label().sum()", false, true);
    check("g.inject('x').sum()", false, true);
    assert!(evaluator.is_valid(&statement("g.V().count()")));
    assert!(!evaluator.is_valid(&statement("g.V().store('a')")), "3.8 has no such step");
}
