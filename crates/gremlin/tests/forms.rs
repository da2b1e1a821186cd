//! The forms in which a statement is sent: gremlin-lang, groovy of two versions, bytecode of two versions.

use std::fmt::Write as _;

use graphlance_gremlin::graphson::bytecode;
use graphlance_gremlin::{Version, parse, print, print_groovy};

const STATEMENTS: &[&str] = &[
    "g.V().hasLabel('person').has('age', gt(30).and(lt(40L))).out('knows').dedup().count()",
    "g.V(1, 2b).as('a').outE('knows').has('weight', 0.5f).inV().as('b').select('a', 'b').by('name').by(T.id)",
    "g.withSack(1.0d, sum).V().repeat(both().simplePath()).until(loops().is(gte(2))).emit().path().by(valueMap(true))",
    "g.V().emit(has('name', within('a', \"b\"))).repeat(out()).times(2).order().by('age', desc).limit(local, 1)",
    "g.addV('person').property(list, 'when', datetime('2020-01-02T03:04:05.006+01:00')).property('none', null)",
    "g.mergeE([(T.label): 'knows', (from): 1, (to): 2]).option(onCreate, [since: 5n, rate: 1.50m]).option(onMatch, [:])",
    "g.V().choose(label()).option('person', values('name')).option(none, constant(NaN)).fold(0, addAll)",
    "g.inject([1, 'two', [3: {4}]], 1..3, UUID('f47af10b-58cc-4372-a567-0f02b2f3d479')).unfold().is(typeOf(INT))",
    "g.with('evaluationTimeout', 500).withStrategies(ReadOnlyStrategy).withoutStrategies(CountStrategy).V().where(__.not(out()))",
];

#[test]
fn a_statement_is_sent_in_five_forms() {
    let mut text = String::new();
    for statement in STATEMENTS {
        let statement = parse(statement).unwrap_or_else(|error| panic!("{error}"));
        writeln!(text, "lang        {}", print(&statement)).expect("a string");
        for version in [Version::V37, Version::V38] {
            writeln!(text, "groovy {version}  {}", print_groovy(&statement, version)).expect("a string");
        }
        for version in [Version::V37, Version::V38] {
            let code = bytecode(&statement, version).unwrap_or_else(|error| panic!("{error}"));
            writeln!(text, "code {version}    {code}").expect("a string");
        }
        text.push('\n');
    }
    insta::assert_snapshot!(text);
}
