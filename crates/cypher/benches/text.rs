//! Printing, parsing and looking at statements of the sizes that a hunt sends.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use graphlance_cypher::features::features_of;
use graphlance_cypher::measure::measure_printed;
use graphlance_cypher::{Dialect, Statement, parse, print};

fn main() {
    divan::main();
}

/// About 500 bytes.
const BLOCK: &str = "MATCH (n0:L1:L4 {k3: 15})-[r0:T2]->(n1)<-[r1:T1|T3]-(n2:L2), (n2)-[r2]-(n3) \
    WHERE n0.k1 = 'abc' AND n1.k2 <> 3.25 AND (NOT n2.k3 IN [1, 2, 3] OR n3.k4 IS NOT NULL) AND r0.k5 >= -12 \
    OPTIONAL MATCH (n3)-[r3:T1*1..2]->(n4) WHERE size(left(toUpper(n4.k1), 3)) + 1 < n0.k2 % 7 \
    UNWIND [n0.k1, n1.k1, 'x', null] AS a0 \
    WITH DISTINCT n0, n1, n2, n3, r0, a0, CASE WHEN n0.k7 THEN r0.k1 ELSE 0 END AS a1 ORDER BY a0 DESC LIMIT 10 \
    WHERE a0 STARTS WITH 'a' OR a1 > 3 ";

/// A statement of `blocks` times about 500 bytes.
fn text(blocks: usize) -> String {
    format!("{}RETURN n0.k1 AS c0, count(*) AS c1, collect(a0) AS c2", BLOCK.repeat(blocks))
}

fn statement(blocks: usize) -> Statement {
    parse(&text(blocks)).expect("the benchmark's own statement parses")
}

#[divan::bench(args = [1, 2, 6])]
fn print_statement(bencher: Bencher, blocks: usize) {
    let (tree, dialect) = (statement(blocks), Dialect::standard());
    bencher.counter(BytesCount::of_str(&print(&tree, &dialect))).bench(|| print(black_box(&tree), &dialect));
}

#[divan::bench(args = [1, 2, 6])]
fn parse_statement(bencher: Bencher, blocks: usize) {
    let text = text(blocks);
    bencher.counter(BytesCount::of_str(&text)).bench(|| parse(black_box(&text)));
}

#[divan::bench(args = [1, 2, 6])]
fn measure_statement(bencher: Bencher, blocks: usize) {
    let (tree, text) = (statement(blocks), text(blocks));
    bencher.bench(|| measure_printed(black_box(&tree), &text));
}

#[divan::bench(args = [1, 2, 6])]
fn features_of_statement(bencher: Bencher, blocks: usize) {
    let tree = statement(blocks);
    bencher.bench(|| features_of(black_box(&tree)));
}
