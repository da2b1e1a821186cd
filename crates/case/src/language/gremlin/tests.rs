use graphlance_graph::{NodeKey, Properties};
use graphlance_gremlin::Statement as GremlinStatement;
use graphlance_gremlin::dialect::Identities;

use super::*;

fn parsed(text: &str) -> Statement {
    Gremlin.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn graph() -> Graph {
    let mut graph = Graph::new();
    let with = |id: i64, name: &str| {
        Properties::from([("id".into(), Value::Integer(id)), ("name".into(), Value::string(name))])
    };
    let nodes: Vec<NodeKey> =
        [(10, "x"), (11, "y")].map(|(id, name)| graph.add_node(["A".into()], with(id, name))).into();
    graph.add_relationship(nodes[0], "T".into(), nodes[1], [("w".into(), Value::Float(0.5))].into()).expect("an edge");
    graph
}

#[test]
fn a_graph_is_loaded_by_its_identities_where_a_client_chooses_them_and_by_labels_otherwise() {
    let standard = Gremlin.load(&graph(), &Gremlin.standard());
    assert!(standard.schema.is_empty());
    assert_eq!(
        standard.data,
        ["g.addV(\"A\").property(T.id, 0L).property(\"id\", 10L).property(\"name\", \"x\")\
          .addV(\"A\").property(T.id, 1L).property(\"id\", 11L).property(\"name\", \"y\")\
          .addE(\"T\").from(__.V(0L)).to(__.V(1L)).property(T.id, 0L).property(\"w\", 0.5d)"]
    );
    let mut own = GremlinDialect::standard();
    own.deviations.identities = Identities::Own;
    let texts = Gremlin.load(&graph(), &own.clone().into()).data;
    assert_eq!(
        texts,
        ["g.addV(\"A\").as(\"v0\").property(\"id\", 10L).property(\"name\", \"x\")\
          .addV(\"A\").as(\"v1\").property(\"id\", 11L).property(\"name\", \"y\")\
          .addE(\"T\").from(\"v0\").to(\"v1\").property(\"w\", 0.5d)"]
    );
    assert_eq!(Gremlin.creation(&graph()).map(|statement| statement.text()).as_deref(), Some(texts[0].as_str()));
    assert!(Gremlin.load(&Graph::new(), &own.into()).data.is_empty());
}

#[test]
fn a_large_graph_is_loaded_in_pieces_that_parse_and_find_their_ends() {
    let mut graph = Graph::new();
    let nodes: Vec<NodeKey> =
        (0..40).map(|id| graph.add_node(["A".into()], [("id".into(), Value::Integer(100 + id))].into())).collect();
    for pair in nodes.windows(2) {
        graph.add_relationship(pair[0], "T".into(), pair[1], Properties::new()).expect("an edge");
    }
    let mut own = GremlinDialect::standard();
    own.deviations.identities = Identities::Own;
    own.limits.load_steps = 30;
    let texts = Gremlin.load(&graph, &own.into()).data;
    assert_eq!(texts.len(), 4, "{texts:?}");
    assert!(texts.iter().all(|text| Gremlin.parse(text).is_ok()));
    assert!(texts[3].ends_with(".from(__.V().has(\"id\", 138L)).to(__.V().has(\"id\", 139L))"), "{}", texts[3]);
}

#[test]
fn a_switch_of_the_source_stands_in_the_text() {
    let switches = [(Name::from(SOURCE), Name::from("gno"))];
    assert_eq!(Gremlin.under_switches("g.V().has(\"g.\")", &switches), "gno.V().has(\"g.\")");
    assert_eq!(Gremlin.under_switches("g.V()", &[]), "g.V()");
}

#[test]
fn a_channel_stands_in_front_where_it_gives_the_results_as_they_come() {
    let check = |text: &str, channel: &str, expected: &str| {
        let switches = [(Name::from(SOURCE), Name::from("gno")), (Name::from("channel"), Name::from(channel))];
        assert_eq!(Gremlin.under_switches(text, &switches), expected);
    };
    check("g.V().out()", "bytecode", "channel=bytecode gno.V().out()");
    check("g.V().out()", "gremlin-groovy", "channel=gremlin-groovy gno.V().out()");
    check("g.V().order().by(\"k\").values(\"l\")", "bytecode", "gno.V().order().by(\"k\").values(\"l\")");
    check("g.V().order().by(\"k\")", "gremlin-groovy", "channel=gremlin-groovy gno.V().order().by(\"k\")");
    check("g.V().next()", "bytecode", "gno.V().next()");
    check("g.withSack(1, Operator.sum).V()", "bytecode", "gno.withSack(1, Operator.sum).V()");
    check("g.withSack(1).V()", "bytecode", "channel=bytecode gno.withSack(1).V()");
    check("g.V().has(\"k\", P.neq([]))", "bytecode", "gno.V().has(\"k\", P.neq([]))");
    check("g.inject(UUID())", "bytecode", "gno.inject(UUID())");
}

#[test]
fn statements_that_differ_in_names_and_values_alone_have_one_normal_text() {
    let same = |one: &str, other: &str| parsed(one).normal_text() == parsed(other).normal_text();
    assert!(same("g.V().has('a', 5).out('b')", "g.V().has('c', 7).out('d')"));
    assert!(!same("g.V().has('a', 5).out('a')", "g.V().has('c', 7).out('d')"));
    assert!(!same("g.V().has('a', 5)", "g.V().has('a', 5L)"));
}

#[test]
fn a_literal_is_replaced_by_one_of_its_type() {
    let statement = parsed("g.V().has('a', 5).limit(5L).has('b', 6)");
    let replaced = statement.with_literal(&Value::Integer(5), &Value::Integer(1)).expect("it stands there");
    assert_eq!(replaced, parsed("g.V().has('a', 1).limit(1L).has('b', 6)"));
    assert!(statement.with_literal(&Value::Integer(5), &Value::Integer(i64::MAX)).is_none());
    assert!(statement.with_literal(&Value::Integer(9), &Value::Integer(1)).is_none());
    assert_eq!(statement.literals().len(), 5);
}

#[test]
fn a_title_names_the_last_steps_and_leaves_long_arguments_out() {
    let title = |text: &str| match parsed(text).caption().as_slice() {
        [crate::language::Word::Code(code)] => code.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(title("g.V().out('a').count()"), "g.V().out(\"a\").count()");
    let long =
        "g.V().out().in().both().repeat(__.out('a').in('b').has('c', gt(5)).dedup()).times(2).values('a').count()";
    assert_eq!(title(long), "..in().both().repeat(..).times(..).values(\"a\").count()");
}

#[test]
fn a_long_statement_is_shown_with_a_step_on_a_line() {
    let lines =
        parsed("g.withSack(1).V().as('a').repeat(out()).times(2).count().next()").print_lines(&Gremlin.standard());
    let expected = "g.withSack(1).V().as(\"a\")\n  .repeat(__.out()).times(2)\n  .count()\n  .next()";
    assert_eq!(lines, expected);
}

#[test]
fn every_dialect_that_comes_with_graphlance_is_read_and_written() {
    for name in Gremlin.dialect_names() {
        let dialect = Gremlin.dialect(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(dialect.name(), name);
        let text = dialect.file_text().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Dialect::read(name, &text).ok().as_ref(), Some(&dialect), "{text}");
        let data: &GremlinDialect = dialect.data().expect("a dialect of Gremlin");
        let features = Gremlin.features();
        let unknown = data.unsupported.keys().find(|name| !features.contains(name));
        assert_eq!(unknown, None, "{name}: there is no such feature");
        let departs = |field: &str| {
            let mut without = data.deviations.clone();
            without.take(&Default::default(), field);
            without != data.deviations
        };
        for (field, _) in graphlance_gremlin::dialect::Deviations::FIELDS.iter().filter(|(field, _)| departs(field)) {
            assert!(data.deviations.sources.contains_key(*field), "{name}: deviation {field} has no source");
        }
    }
}

#[test]
fn a_statement_becomes_smaller_by_the_passes() {
    struct Always(Statement, usize);
    impl crate::language::Bench for Always {
        fn statement(&self) -> Option<&Statement> {
            Some(&self.0)
        }
        fn attempt(&mut self, edited: Statement) -> bool {
            let lighter = edited.weight().clauses < self.0.weight().clauses;
            if lighter {
                self.0 = edited;
                self.1 += 1;
            }
            lighter
        }
        fn is_over(&self) -> bool {
            false
        }
        fn returns(&self, _: Statement) -> Option<graphlance_graph::Returns> {
            None
        }
    }
    let mut bench = Always(parsed("g.V().where(__.out().count().is(gt(1))).out().values('a')"), 0);
    Gremlin.passes().iter().for_each(|pass| (pass.run)(&mut bench));
    assert_eq!(bench.0.tree::<GremlinStatement>().map(|tree| tree.traversal.steps.len()), Some(1));
    assert!(bench.1 > 0);
}

#[test]
fn the_names_of_a_statement_are_its_labels_and_what_is_noted_aside() {
    let mut names = graphlance_graph::Renaming::default();
    parsed("g.V().as('a1').aggregate('n2').out('T0').has('k3', 1).select('a1')").collect_names(&mut names, true);
    assert_eq!(names.into_known(), ["a1".into(), "n2".into()].into());
}
