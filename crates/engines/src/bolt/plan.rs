//! The plan that a server sends with EXPLAIN, as text.

use super::packstream::Pack;
use crate::limits;

/// The plan in the metadata behind the last row; none if there is none.
pub fn plan_text(summary: &Pack) -> Option<String> {
    let mut text = String::new();
    write(summary.get("plan").or_else(|| summary.get("profile"))?, 0, &mut text);
    Some(limits::cut(text.trim_end()))
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
