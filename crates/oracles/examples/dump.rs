use std::sync::Arc;
use graphlance_cypher::{Dialect, parse, print, measure};
use graphlance_generate::{Adaptation, Profile};
use graphlance_oracles::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let profile = args[1].clone(); let count: usize = args[2].parse().unwrap(); let show: usize = args[3].parse().unwrap();
    let dialect = Dialect::built_in(args.get(4).map(|s| s.as_str()).unwrap_or("opencypher9")).unwrap();
    let context = RoundContext { seed: 1, round: 0, dialect: Arc::new(dialect.clone()), profile: Arc::new(Profile::built_in(&profile).unwrap()) };
    let start = std::time::Instant::now();
    let mut n = 0; let mut m = [0f64; 7]; let mut techniques = std::collections::BTreeMap::new(); let mut bad=0; let mut empty=0; let mut missing=0; let mut denied = 0; let mut parens = std::collections::BTreeMap::<usize, u64>::new(); let mut slow = 0; let mut times: Vec<f64> = vec![]; let mut fails = std::collections::BTreeMap::<String, u64>::new();
    for round in 0.. {
        let mut r = Gqs.round(&RoundContext { round, ..context.clone() });
        let expected = r.case_count(); let mut got = 0;
        while let Some(case) = r.next_case(&Adaptation::default()) {
            got += 1;
            let Step::Run(s) = &case.steps[0] else { continue };
            let text = print(s, &dialect);
            n += 1;
            let x = measure::measure(s);
            for (i, v) in [x.patterns, x.relationship_patterns, x.expression_depth, x.clauses, x.references, text.len(), case.lineage.plan_steps].iter().enumerate() { m[i] += *v as f64; }
            let Claim::Returns { returns, .. } = &case.claim else { continue };
            if returns.rows.is_empty() { empty += 1; }
            if n <= show { println!("{}\n  => {:?} {:?}\n", text, returns.columns.iter().map(|c| c.name.clone()).collect::<Vec<_>>(), returns.rows); }
            { let b = text.as_bytes(); let (mut st, mut d, mut mx) = (Vec::new(), 0usize, 0usize); let mut q = 0u8; let mut i = 0; while i < b.len() { let c = b[i]; if q != 0 { if c == b'\\' { i += 1; } else if c == q { q = 0; } } else if c == b'\'' || c == b'"' { q = c; } else if c == b'(' { let call = i > 0 && (b[i-1].is_ascii_alphanumeric() || b[i-1] == b'_'); st.push(call); if !call { d += 1; mx = mx.max(d); } } else if c == b')' { if st.pop() == Some(false) { d -= 1; } } i += 1; } *parens.entry(mx).or_insert(0u64) += 1; }
            if std::env::var("PARSE").is_ok() { match parse(&text) { Ok(p) if p == *s => {}, Ok(_) => { bad += 1; println!("DIFF {text}") }, Err(e) => { bad += 1; println!("ERR {e}\n{text}") } } }
            if std::env::var("EVAL").is_ok() {
                use graphlance_reference::{evaluate, Options, Failure};
                let o = Options { deviations: dialect.deviations.clone(), ..Options::default() };
                let parsed = parse(&text).unwrap();
                let t0 = std::time::Instant::now();
                let result = evaluate(&case.graph, &parsed, &o);
                let el = t0.elapsed().as_secs_f64();
                times.push(el);
                if el > 0.05 && slow < 4 { slow += 1; println!("SLOW {el:.3}s {} nodes {} rels\n{text}\n", case.graph.node_count(), case.graph.relationship_count()); }
                match result /* (&case.graph, &parsed, &o) */ {
                    Ok(a) => { let t = graphlance_graph::Table { columns: a.returns.columns.iter().map(|c| c.name.clone()).collect(), rows: a.returns.rows.clone() };
                        if let Err(d) = graphlance_graph::table::compare(returns, &t, &Default::default()) { denied += 1; if denied < 6 { println!("DENIED round {} index {} {d:?}\n{text}\nexpected {:?}\nactual {:?}\n", case.lineage.round, case.lineage.index, returns, a.returns); } } }
                    Err(e) => { *fails.entry(format!("{e}").chars().take(150).collect::<String>()).or_insert(0) += 1; }
                }
            }
            if n >= count { break; }
        }
        missing += if n < count { expected - got } else { 0 };
        for (k, v) in r.techniques() { *techniques.entry(k).or_insert(0) += v; }
        if n >= count { break; }
    }
    let t = start.elapsed().as_secs_f64();
    if !times.is_empty() { times.sort_by(f64::total_cmp); println!("eval median {:.3} ms p99 {:.3} ms mean {:.3} ms", times[times.len()/2]*1e3, times[times.len()*99/100]*1e3, times.iter().sum::<f64>()/times.len() as f64*1e3); }
    println!("{n} cases {:.0}/s bad {bad} empty {empty} missing {missing} denied {denied} parens {parens:?} fails {fails:?}", n as f64 / t);
    for (name, v) in ["patterns", "rels", "depth", "clauses", "refs", "chars", "steps"].iter().zip(m) { println!("{name} {:.2}", v / n as f64); }
    for (k, v) in techniques { println!("  {k} {v}"); }
}
