//! The patterns of random read statements, and the clauses that are little more than patterns.

use super::reads::Maker;

impl Maker<'_> {
    pub fn match_clause(&mut self) -> String {
        if self.random.chance(0.07) {
            return match self.random.below(10) {
                0..=4 => self.repeatable(),
                5..=7 => self.in_mode(),
                _ => self.hinted(),
            };
        }
        if let Some(relationship) = self.random.pick(&self.relationships).filter(|_| self.random.chance(0.03)) {
            return self.again(&relationship.clone());
        }
        let patterns = self.patterns();
        let predicate = if self.random.chance(0.35) { format!(" WHERE {}", self.predicate(2)) } else { String::new() };
        format!("MATCH {patterns}{predicate}")
    }

    /// A MATCH that may use relationships again, or says that it may not.
    fn repeatable(&mut self) -> String {
        let mode = self.one(&["REPEATABLE ELEMENTS", "REPEATABLE ELEMENTS", "DIFFERENT RELATIONSHIPS"]);
        let (first, hop, second) = (self.node(), self.hop(), self.node());
        let types = self.types();
        let end = match self.random.below(4) {
            0 => String::new(),
            1 => format!("{}{}", self.arrow(&format!("{types}*1..2")), self.node()),
            2 => format!("{}{{1,2}}{}", self.arrow(types), self.node()),
            _ => format!("{}{}", self.hop(), self.node()),
        };
        format!("MATCH {mode} {first}{hop}{second}{end}")
    }

    /// A MATCH of paths in a mode, all of them in the same.
    fn in_mode(&mut self) -> String {
        let mode = self.one(&["ACYCLIC", "ACYCLIC", "TRAIL", "WALK"]);
        let (first, hop, second) = (self.node(), self.hop(), self.node());
        let end = match self.random.below(4) {
            0 => self.quantified(),
            1 => format!("{}{}", self.hop(), self.node()),
            2 => format!(", {mode} {}{}{}", self.node(), self.hop(), self.node()),
            _ => String::new(),
        };
        let closed = if end.ends_with(')') || end.is_empty() { String::new() } else { self.node() };
        format!("MATCH {mode} {first}{hop}{second}{end}{closed}")
    }

    /// A MATCH that tells the planner what to do.
    fn hinted(&mut self) -> String {
        let (node, hop) = (self.fresh("n"), self.fresh("r"));
        let hint = match self.random.below(5) {
            0 => format!("USING SCAN {node}:A"),
            1 => format!("USING SCAN {hop}:R"),
            2 => format!("USING JOIN ON {node}"),
            3 => format!("USING SCAN {node}:A USING JOIN ON {node}"),
            _ => format!("USING RANGE INDEX SEEK {node}:A(k)"),
        };
        let arrow = self.arrow(&format!("{hop}:R"));
        self.nodes.push(node.clone());
        self.relationships.push(hop);
        format!("MATCH ({node}:A){arrow}{} {hint} WHERE {node}.k >= 0", self.node())
    }

    /// A MATCH of a relationship that is known.
    fn again(&mut self, relationship: &str) -> String {
        let (first, second) = (self.node(), self.node());
        let arrow = self.arrow(relationship);
        format!("MATCH {first}{arrow}{second}")
    }

    pub fn optional(&mut self) -> String {
        format!("OPTIONAL {}", self.match_clause())
    }

    fn patterns(&mut self) -> String {
        let count = if self.random.chance(0.25) { 2 } else { 1 };
        (0..count).map(|_| self.pattern()).collect::<Vec<_>>().join(", ")
    }

    fn pattern(&mut self) -> String {
        let named = self.random.chance(0.2);
        let hops = [0, 0, 1, 1, 1, 1, 2][self.random.below(7)];
        let mut path = self.node();
        for _ in 0..hops {
            let hop = match self.random.below(12) {
                0 => self.variable_length(),
                1 => self.quantified(),
                _ => self.hop(),
            };
            path = format!("{path}{hop}{}", self.node());
        }
        if hops > 0 && self.random.chance(0.05) {
            path = format!("({path} WHERE {})", self.predicate(1));
        }
        if !named {
            return path;
        }
        let name = self.fresh("p");
        self.paths.push(name.clone());
        format!("{name} = {path}")
    }

    /// A node pattern; its variable is new, known, or none.
    fn node(&mut self) -> String {
        let variable = match self.random.below(10) {
            0 if !self.nodes.is_empty() => {
                let place = self.random.below(self.nodes.len());
                self.nodes[place].clone()
            }
            0..=2 => String::new(),
            _ => {
                let name = self.fresh("n");
                self.nodes.push(name.clone());
                name
            }
        };
        let labels = match self.random.below(4) {
            0 if self.random.chance(0.1) => self.one(&[":$('A')", ":$(['A', 'B'])", ":$any(['A', 'B'])", ":!$('B')"]),
            0 => self.one(&[":A", ":B", ":A", ":A:B", ":!A", ":A|B", ":%"]),
            _ => "",
        };
        let inner = match self.random.below(24) {
            0 => format!(" {{k: {}}}", self.random.below(3)),
            1 if !variable.is_empty() => format!(" WHERE {variable}.k > {}", self.random.below(2)),
            _ => String::new(),
        };
        format!("({variable}{labels}{inner})")
    }

    fn types(&mut self) -> &'static str {
        if self.random.chance(0.03) {
            return self.one(&[":$('R')", ":$any(['R', 'S'])"]);
        }
        self.one(&["", "", "", "", ":R", ":S", ":R|S", ":S|R", ":R|S"])
    }

    fn arrow(&mut self, inside: &str) -> String {
        match self.random.below(3) {
            0 => format!("-[{inside}]->"),
            1 => format!("<-[{inside}]-"),
            _ => format!("-[{inside}]-"),
        }
    }

    fn hop(&mut self) -> String {
        let name = if self.random.chance(0.7) { self.fresh("r") } else { String::new() };
        let types = self.types();
        let inner = match self.random.below(12) {
            0 if self.random.chance(0.5) => " {k: 1}".to_owned(),
            1 if !name.is_empty() => format!(" WHERE {name}.k < 2"),
            _ => String::new(),
        };
        if !name.is_empty() {
            self.relationships.push(name.clone());
        }
        self.arrow(&format!("{name}{types}{inner}"))
    }

    fn variable_length(&mut self) -> String {
        let types = self.types();
        let name = if self.random.chance(0.5) { self.fresh("g") } else { String::new() };
        let length =
            self.one(&["*", "*0..", "*0..1", "*1..2", "*..3", "*2", "*1..3", "*0..2", "*0..1", "*1..2", "*2..1"]);
        let properties = self.one(&["", "", "", "", " {k: 1}"]);
        if !name.is_empty() {
            self.groups.push(name.clone());
        }
        self.arrow(&format!("{name}{types}{length}{properties}"))
    }

    /// A quantified path without the nodes around it.
    fn quantified(&mut self) -> String {
        let quantifier = self.one(&["{1,2}", "+", "*", "{0,2}", "{2}", "{,2}", "{2,3}"]);
        if self.random.chance(0.3) {
            let types = self.types();
            return format!("{}{quantifier}", self.arrow(types));
        }
        let (from, hop, to) = (self.fresh("x"), self.fresh("g"), self.fresh("y"));
        let types = self.types();
        let arrow = self.arrow(&format!("{hop}{types}"));
        let predicate = match self.random.below(5) {
            0 => format!(" WHERE {from}.k <= {to}.k"),
            1 => format!(" WHERE {hop}.k > 0"),
            _ => String::new(),
        };
        let end = self.one(&["", "", ":A", ":B"]);
        self.groups.extend([from.clone(), hop]);
        format!(" (({from}){arrow}({to}{end}){predicate}){quantifier} ")
    }

    pub fn shortest(&mut self) -> String {
        let types = self.types();
        let ends = "MATCH (a), (b) WHERE a.id < b.id";
        match self.random.below(7) {
            6 => {
                let (selector, arrow) = (self.one(&["ALL SHORTEST", "ANY 9", "SHORTEST 2", "ALL"]), self.arrow(types));
                format!("MATCH p = {selector} ACYCLIC PATHS (a){arrow}+(b) RETURN [x IN nodes(p) | x.id] AS l")
            }
            4 => {
                let selector = self.one(&["ANY 2 PATHS", "ANY 9 PATHS", "SHORTEST 1 GROUPS", "SHORTEST 2 GROUPS"]);
                let arrow = self.arrow(types);
                format!("MATCH p = {selector} (a:A){arrow}{{1,2}}(b) RETURN a.id AS i, b.id AS j, length(p) AS l")
            }
            5 => {
                let (selector, arrow) =
                    (self.one(&["ALL SHORTEST", "ANY SHORTEST", "SHORTEST 2 GROUPS"]), self.arrow(types));
                let predicate = self.one(&["length(p) > 1", "a.k = b.k", "all(n IN nodes(p) WHERE n.k > 0)"]);
                format!(
                    "MATCH {selector} (p = (a){arrow}{{1,3}}(b) WHERE {predicate}) RETURN a.id AS i, b.id AS j, length(p) AS l"
                )
            }
            0 => {
                let arrow = self.arrow(&format!("{types}*..3"));
                format!("{ends} MATCH p = shortestPath((a){arrow}(b)) RETURN a.id AS i, b.id AS j, length(p) AS l")
            }
            1 => {
                let (arrow, of) = (self.arrow(&format!("{types}*")), self.one(&["nodes", "relationships"]));
                format!("{ends} MATCH p = allShortestPaths((a){arrow}(b)) RETURN [x IN {of}(p) | x.id] AS l")
            }
            2 => {
                let (arrow, of) = (self.arrow(types), self.one(&["nodes", "relationships"]));
                format!("MATCH p = ALL SHORTEST (a){arrow}+(b) RETURN [x IN {of}(p) | x.id] AS l, length(p) AS m")
            }
            _ => {
                let (selector, arrow) = (self.one(&["ANY", "SHORTEST 1", "SHORTEST 2"]), self.arrow(types));
                format!("MATCH p = {selector} (a){arrow}{{1,3}}(b:B) RETURN a.id AS i, b.id AS j, length(p) AS l")
            }
        }
    }
}
