//! The plan that a server sends with EXPLAIN, as text.

use graphlance_graph::{Table, Value};

use super::packstream::Pack;
use crate::limits;

/// The plan in the metadata behind the last row; none if there is none.
pub fn plan_text(summary: &Pack) -> Option<String> {
    let mut text = String::new();
    write(summary.get("plan").or_else(|| summary.get("profile"))?, 0, &mut text);
    Some(limits::cut(text.trim_end()))
}

/// The plan of a server that answers EXPLAIN with its text.
pub fn plan_in(table: &Table) -> Option<String> {
    match table.rows.first()?.first()? {
        Value::String(plan) => Some(limits::cut(plan.as_str())),
        _ => None,
    }
}

/// How many rows the root of a plan expects; none where it does not say.
pub fn estimated_rows(summary: &Pack) -> Option<f64> {
    let plan = summary.get("plan").or_else(|| summary.get("profile"))?;
    match plan.get("args")?.get("EstimatedRows")? {
        Pack::Float(rows) if rows.is_finite() => Some(*rows),
        Pack::Integer(rows) => Some(*rows as f64),
        _ => None,
    }
}

fn write(operator: &Pack, depth: usize, text: &mut String) {
    // A plan is as deep as the decoder lets it be, and indented accordingly; no more is written than is kept.
    if text.len() > limits::TEXT {
        return;
    }
    let kind = operator.get("operatorType").and_then(Pack::text).unwrap_or("?");
    let details = operator.get("args").and_then(|args| args.get("Details")).and_then(Pack::text).unwrap_or_default();
    text.push_str(&format!("{:indent$}{kind}  {details}", "", indent = 2 * depth).trim_end().replace('\n', " "));
    text.push('\n');
    if let Some(Pack::List(children)) = operator.get("children") {
        children.iter().for_each(|child| write(child, depth + 1, text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_says_how_many_rows_are_expected() {
        let plan = |rows: Pack| {
            let root = Pack::map([
                ("operatorType", Pack::string("ProduceResults")),
                ("args", Pack::map([("EstimatedRows", rows)])),
            ]);
            Pack::map([("plan", root)])
        };
        assert_eq!(estimated_rows(&plan(Pack::Float(2.5))), Some(2.5));
        assert_eq!(estimated_rows(&plan(Pack::Integer(3))), Some(3.0));
        assert_eq!(estimated_rows(&plan(Pack::Float(f64::INFINITY))), None);
        assert_eq!(estimated_rows(&Pack::Null), None);
    }

    #[test]
    fn operators_are_indented_below_their_parents() {
        let scan = Pack::map([("operatorType", Pack::string("NodeByLabelScan@neo4j"))]);
        let details = Pack::map([("Details", Pack::string("n"))]);
        let children = Pack::List(vec![scan]);
        let top =
            Pack::map([("operatorType", Pack::string("ProduceResults")), ("args", details), ("children", children)]);
        let text = plan_text(&Pack::map([("plan", top)]));
        assert_eq!(text.as_deref(), Some("ProduceResults  n\n  NodeByLabelScan@neo4j"));
        assert_eq!(plan_text(&Pack::Null), None);
    }
}
