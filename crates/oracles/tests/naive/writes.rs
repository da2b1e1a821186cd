//! Random write statements over [`super::ground::graph`], as texts.

use graphlance_graph::Random;

use super::reads::Maker;

/// A random write statement. Most do the same whatever the order of rows.
pub fn statement(random: &mut Random) -> String {
    let mut maker = Maker::new(random);
    let mut clauses = Vec::new();
    match maker.random.below(6) {
        0 => {}
        1 => {
            let name = maker.fresh("u");
            maker.numbers.push(name.clone());
            clauses.push(format!("UNWIND [0, 1, 1, 2] AS {name}"));
        }
        _ => clauses.push(maker.match_clause()),
    }
    for _ in 0..maker.random.between(1, 2) {
        let clause = maker.write();
        let deletes = clause.contains("DELETE");
        clauses.push(clause);
        if deletes {
            return clauses.join(" ");
        }
    }
    match maker.random.below(4) {
        0 => clauses.push("RETURN count(*) AS c".into()),
        1 => {
            let value = maker.number(0);
            clauses.push(format!("RETURN {value} AS c"));
        }
        2 if maker.random.chance(0.2) => clauses.push("FINISH".into()),
        2 if maker.random.chance(0.5) => {
            clauses.push("WITH count(*) AS rows MATCH (n) RETURN rows, count(n) AS c, sum(n.k) AS s".into());
        }
        3 => clauses.push("RETURN 1 AS c UNION ALL MERGE (n:U) ON MATCH SET n.k = 1 RETURN 1 AS c".into()),
        _ => {}
    }
    clauses.join(" ")
}

impl Maker<'_> {
    fn write(&mut self) -> String {
        match self.random.below(12) {
            0 | 1 => self.create(),
            2..=4 => self.merge(),
            5..=7 => self.set(),
            8 => self.remove(),
            9 => self.foreach(),
            10 => self.subquery_that_writes(),
            _ => self.delete(),
        }
    }

    fn create(&mut self) -> String {
        let (value, other) = (self.number(1), self.number(0));
        let keyword = self.one(&["CREATE", "CREATE", "CREATE", "INSERT"]);
        let known = self.random.pick(&self.nodes.clone()).cloned();
        let name = self.fresh("c");
        let pattern = match (self.random.below(5), known) {
            (0 | 1, Some(known)) => {
                let arrow = self.one(&["-[:R {k: 1}]->", "<-[:S]-"]);
                format!("({known}){arrow}({name}:A {{k: {value}}})")
            }
            (2, Some(known)) => format!("({known})-[:R {{k: {value}}}]->({known}), ({name}:B)"),
            (3, _) if keyword == "CREATE" && self.random.chance(0.3) => {
                let label = self.one(&["$('A')", "B&$(['A', 'C'])"]);
                format!("({name}:{label} {{k: {value}}})-[:$('R')]->(:B)")
            }
            (3, _) => format!("({name}:A:B {{k: {value}, v: [{}]}})", self.random.below(3)),
            _ => format!("({name} {{k: {value}}})-[:S {{k: {other}}}]->(:B)"),
        };
        self.nodes.push(name);
        format!("{keyword} {pattern}")
    }

    fn merge(&mut self) -> String {
        let known: Vec<String> = self.nodes.clone();
        let name = self.fresh("m");
        let value = self.random.below(3);
        let number = self.numbers.first().cloned();
        let pattern = match (self.random.below(6), known.as_slice()) {
            (0 | 1, [from, .., to]) => format!("({from})-[{name}:{}]->({to})", self.one(&["R", "S"])),
            (2, [from, ..]) => format!("({from})-[{name}:R {{k: {value}}}]->(:B)"),
            (3, [from, ..]) => format!("({from})-[{name}:S]-({from})"),
            (4, _) if number.is_some() => format!("({name}:A {{k: {}}})", number.unwrap_or_default()),
            (5, _) => format!("({name}:B)-[:S]->(:A {{k: {value}}})"),
            _ => format!("({name}:A {{k: {value}}})"),
        };
        let on_create = self.one(&["", "", " ON CREATE SET $.v = 'new'", " ON CREATE SET $.k = 7, $.v = 1"]);
        let on_match = self.one(&["", "", " ON MATCH SET $.v = 'old'", " ON MATCH SET $.w = $.k"]);
        let actions = format!("{on_create}{on_match}").replace('$', &name);
        format!("MERGE {pattern}{actions}")
    }

    fn set(&mut self) -> String {
        let elements: Vec<String> = self.nodes.iter().chain(&self.relationships).cloned().collect();
        let Some(element) = self.random.pick(&elements).cloned() else { return self.create() };
        let node = self.nodes.first().cloned();
        let item = match (self.random.below(11), node) {
            (9, _) => format!("{element}[{}] = {}", self.one(&["'v'", "'w'"]), self.number(1)),
            (10, Some(node)) => format!("{node}:{}", self.one(&["$('C')", "C:$(['A', 'D'])"])),
            (0, _) => format!("{element}.v = {}", self.random.below(3)),
            (1, _) => format!("{element}.v = {element}.k"),
            (2, _) => format!("{element}.k = null"),
            (3, _) => format!("{element} = {{id: {element}.id, k: 5}}"),
            (4, _) => format!("{element} += {{v: 'x', k: null}}"),
            (5, Some(node)) => format!("{node}:C:A"),
            (6, _) => format!("{element}.v = [1, 2], {element}.w = {element}.v"),
            (7, _) => format!("{element}.k = {element}.k + 1"),
            _ => format!("{element}.v = {}", self.number(1)),
        };
        format!("SET {item}")
    }

    fn remove(&mut self) -> String {
        match (self.nodes.first().cloned(), self.random.below(5)) {
            (Some(node), 0) => format!("REMOVE {node}.k"),
            (Some(node), 3) => format!("REMOVE {node}['k']"),
            (Some(node), 4) => format!("REMOVE {node}:$(['A', 'C'])"),
            (Some(node), 1) => format!("REMOVE {node}:A"),
            (Some(node), _) => format!("REMOVE {node}:A:B, {node}.v"),
            (None, _) => self.create(),
        }
    }

    fn foreach(&mut self) -> String {
        let name = self.fresh("i");
        let value = self.number(0);
        match (self.nodes.first().cloned(), self.random.below(4)) {
            (Some(node), 0) => format!("FOREACH ({name} IN [{node}, null] | SET {name}.v = 'each')"),
            (Some(node), 1) => format!("FOREACH ({name} IN [1, 2] | CREATE ({node})-[:R {{k: {name}}}]->(:C))"),
            (_, 2) => format!("FOREACH ({name} IN range(0, 2) | MERGE (:A {{k: {name}}}))"),
            _ => format!("FOREACH ({name} IN [i IN [0, {value}] WHERE i > 0] | CREATE (:C {{k: {name}}}))"),
        }
    }

    fn subquery_that_writes(&mut self) -> String {
        let name = self.fresh("q");
        match self.nodes.first().cloned() {
            Some(node) => format!("CALL ({node}) {{ CREATE ({name}:C {{k: {node}.k}}) RETURN {name}.k AS {name}k }}"),
            None => format!("CALL {{ CREATE ({name}:C) }}"),
        }
    }

    fn delete(&mut self) -> String {
        match (self.nodes.first().cloned(), self.relationships.first().cloned(), self.random.below(4)) {
            (_, Some(relationship), 0 | 1) => format!("{}DELETE {relationship}", self.one(&["", "", "NODETACH "])),
            (Some(node), _, 2) => format!("{}DELETE {node}", self.one(&["", "", "NODETACH "])),
            (Some(node), ..) => format!("DETACH DELETE {node}"),
            _ => self.create(),
        }
    }
}
