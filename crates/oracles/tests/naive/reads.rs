//! Random read statements over [`super::ground::graph`], as texts: every reading clause, kind of pattern and kind of
//! expression, with most answers definite.

use graphlance_graph::Random;

/// Makes statements and remembers what is in scope.
pub struct Maker<'r> {
    pub random: &'r mut Random,
    /// Variables of nodes.
    pub nodes: Vec<String>,
    /// Variables of relationships.
    pub relationships: Vec<String>,
    /// Variables of integers or nulls.
    pub numbers: Vec<String>,
    /// Variables of paths.
    pub paths: Vec<String>,
    /// Variables of lists of nodes or relationships.
    pub groups: Vec<String>,
    /// Whether the statement has a parameter, `$p`, an integer.
    pub parameter: bool,
    /// Whether a CALL may run in transactions: not in a UNION.
    batches: bool,
    names: usize,
}

/// How a CALL runs in transactions.
const BATCHES: &[&str] = &[
    " IN TRANSACTIONS",
    " IN TRANSACTIONS OF 2 ROWS",
    " IN 2 CONCURRENT TRANSACTIONS OF 1 ROWS",
    " IN TRANSACTIONS OF 1 ROWS ON ERROR CONTINUE",
    " IN TRANSACTIONS ON ERROR RETRY FOR 1 SECONDS THEN BREAK",
];

/// A random read statement.
pub fn statement(random: &mut Random) -> String {
    let mut maker = Maker::new(random);
    maker.parameter = maker.random.chance(0.04);
    let given = if maker.parameter { format!("CYPHER p = {} ", maker.random.below(3)) } else { String::new() };
    let query = match maker.random.below(20) {
        0 => maker.union(),
        1 => maker.shortest(),
        2 => maker.composed(),
        _ => {
            let clauses = maker.clauses();
            format!("{clauses} {}", maker.last())
        }
    };
    given + &query
}

impl<'r> Maker<'r> {
    pub fn new(random: &'r mut Random) -> Maker<'r> {
        let (nodes, relationships, numbers) = (Vec::new(), Vec::new(), Vec::new());
        let (paths, groups) = (Vec::new(), Vec::new());
        Maker { random, nodes, relationships, numbers, paths, groups, parameter: false, batches: true, names: 0 }
    }

    pub fn fresh(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    pub fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.random.below(of.len())]
    }

    fn forget(&mut self) {
        for names in [&mut self.nodes, &mut self.relationships, &mut self.numbers, &mut self.paths, &mut self.groups] {
            names.clear();
        }
    }

    /// One to four reading clauses.
    pub fn clauses(&mut self) -> String {
        let mut clauses = Vec::new();
        for index in 0..self.random.between(1, 3) {
            clauses.push(match self.random.below(if index == 0 { 8 } else { 14 }) {
                0 if self.random.chance(0.1) => self.procedure(),
                0..=5 => self.match_clause(),
                6 if index == 0 && self.random.chance(0.2) => self.sorted(),
                6 => self.unwind(),
                7 | 8 => self.optional(),
                9 => self.subquery(),
                10 => self.let_or_filter(),
                _ => self.with(),
            });
        }
        clauses.join(" ")
    }

    fn unwind(&mut self) -> String {
        let list = match self.random.below(6) {
            0 => self.one(&["[]", "null", "[]"]).to_owned(),
            1 | 2 => "range(0, 2)".to_owned(),
            3 => format!("[{}, null, {}]", self.number(0), self.number(0)),
            _ => format!("[{}, {}, 1]", self.number(1), self.number(0)),
        };
        let name = self.fresh("u");
        self.numbers.push(name.clone());
        let keyword = self.random.chance(0.1);
        if keyword { format!("FOR {name} IN {list}") } else { format!("UNWIND {list} AS {name}") }
    }

    /// An ORDER BY, and perhaps a cut, that are a clause of their own.
    fn sorted(&mut self) -> String {
        let unwind = self.unwind();
        let (direction, cut) = (self.one(&["", " DESC"]), self.cut());
        format!("{unwind} ORDER BY {}{direction}{cut}", self.numbers.last().cloned().unwrap_or_default())
    }

    /// What a procedure yields, and a number made of it.
    fn procedure(&mut self) -> String {
        let (name, number) = (self.fresh("y"), self.fresh("w"));
        let (procedure, field) =
            [("db.labels", "label"), ("db.relationshipTypes", "relationshipType"), ("db.propertyKeys", "propertyKey")]
                [self.random.below(3)];
        // Which names that no element has are yielded, is open.
        let predicate = self.one(match procedure {
            "db.labels" => &["= 'A'", "IN ['B', 'A']"],
            "db.relationshipTypes" => &["= 'R'", "IN ['R', 'S']"],
            _ => &["= 'id'", "IN ['id', 'k']"],
        });
        self.numbers.push(number.clone());
        format!("CALL {procedure}() YIELD {field} AS {name} WHERE {name} {predicate} WITH *, size({name}) AS {number}")
    }

    fn let_or_filter(&mut self) -> String {
        if self.random.chance(0.5) {
            return format!("FILTER {}", self.predicate(1));
        }
        let value = self.number(1);
        let name = self.fresh("l");
        self.numbers.push(name.clone());
        format!("LET {name} = {value}")
    }

    /// CALL { } with all kinds of imports, aggregating, uniting or plain.
    fn subquery(&mut self) -> String {
        let optional = self.one(&["", "", "", "OPTIONAL "]);
        let outer = [self.nodes.clone(), self.numbers.clone()].concat();
        let column = self.fresh("s");
        let imports = outer.iter().take(2).cloned().collect::<Vec<_>>().join(", ");
        let mut inner = Maker::new(self.random);
        inner.names = self.names + 100;
        inner.parameter = self.parameter;
        inner.nodes = outer.iter().take(2).filter(|name| self.nodes.contains(name)).cloned().collect();
        inner.numbers = outer.iter().take(2).filter(|name| self.numbers.contains(name)).cloned().collect();
        let returns = match inner.random.below(4) {
            0 => format!("{} RETURN count(*) AS {column}", inner.match_clause()),
            1 => format!("RETURN {} AS {column} UNION RETURN {} AS {column}", inner.number(1), inner.number(0)),
            _ => {
                let clause = inner.match_clause();
                format!("{clause} RETURN {} AS {column}", inner.number(1))
            }
        };
        self.names = inner.names;
        self.numbers.push(column);
        let (plain, star) = (self.random.chance(0.3), self.random.chance(0.2));
        let batches = if self.batches && self.random.chance(0.2) { self.one(BATCHES) } else { "" };
        let call = if imports.is_empty() {
            format!("{optional}CALL {{ {returns} }}")
        } else if plain && !returns.contains("UNION") {
            format!("{optional}CALL {{ WITH {imports} {returns} }}")
        } else if star {
            format!("{optional}CALL (*) {{ {returns} }}")
        } else {
            format!("{optional}CALL ({imports}) {{ {returns} }}")
        };
        call + batches
    }

    fn with(&mut self) -> String {
        match self.random.below(5) {
            0 => {
                let (predicate, other) = (self.predicate(1), self.predicate(0));
                format!("WITH * WHERE {predicate} OR {other}")
            }
            1 => {
                let (key, value) = (self.number(1), self.aggregate());
                let second = if self.random.chance(0.4) { Some((self.number(1), self.fresh("j"))) } else { None };
                let (group, result) = (self.fresh("k"), self.fresh("a"));
                self.forget();
                self.numbers = vec![group.clone(), result.clone()];
                let having = if self.random.chance(0.3) { format!(" WHERE {result} > 0") } else { String::new() };
                let second = second.map_or_else(String::new, |(key, group)| format!(", {key} AS {group}"));
                format!("WITH {key} AS {group}{second}, {value} AS {result}{having}")
            }
            2 => {
                let (value, name) = (self.number(1), self.fresh("d"));
                if self.random.chance(0.2) {
                    self.forget();
                    let both = self.fresh("u");
                    // A number and its text are two values.
                    return format!("UNWIND [{value}, toString({value})] AS {both} WITH DISTINCT {both} AS {name}");
                }
                self.forget();
                self.numbers = vec![name.clone()];
                let predicate = if self.random.chance(0.3) { format!(" WHERE {name} >= 0") } else { String::new() };
                format!("WITH DISTINCT {value} AS {name}{predicate}")
            }
            3 => {
                let (value, name) = (self.number(1), self.fresh("o"));
                self.forget();
                self.numbers = vec![name.clone()];
                let cut = self.cut();
                let predicate = if self.random.chance(0.8) { self.behind_cut(&name) } else { String::new() };
                let direction = self.one(&["", " DESC"]);
                format!("WITH {value} AS {name} ORDER BY {name}{direction}{cut}{predicate}")
            }
            _ => {
                let (value, name) = (self.number(1), self.fresh("w"));
                let kept = self.nodes.iter().take(2).cloned().collect::<Vec<_>>();
                self.forget();
                self.nodes.clone_from(&kept);
                self.numbers = vec![name.clone()];
                let items = kept.into_iter().chain([format!("{value} AS {name}")]).collect::<Vec<_>>();
                format!("WITH {}", items.join(", "))
            }
        }
    }

    /// A WHERE that leaves out some of the rows that a cut leaves.
    fn behind_cut(&mut self, name: &str) -> String {
        format!(" WHERE {name} {}", self.one(&["<> 1", "> 1", "< 1", "IS NOT NULL", "IS NULL"]))
    }

    fn cut(&mut self) -> String {
        match self.random.below(4) {
            0 => format!(" SKIP {}", self.random.below(2)),
            1 => format!(" LIMIT {}", self.one(&["1", "2", "3", "2", "3", "0"])),
            2 => format!(" SKIP {} LIMIT {}", self.random.below(2), self.random.between(1, 4)),
            _ => String::new(),
        }
    }

    /// RETURN.
    pub fn last(&mut self) -> String {
        match self.random.below(9) {
            8 => self.grouped(),
            0 | 1 => {
                let key = if self.random.chance(0.6) { format!("{} AS c0, ", self.number(1)) } else { String::new() };
                let order = if key.is_empty() { "" } else { self.one(&["", " ORDER BY c0", " ORDER BY c0 DESC"]) };
                format!("RETURN {key}{} AS c1, {} AS c2{order}", self.aggregate(), self.aggregate())
            }
            2 if !(self.nodes.is_empty() && self.numbers.is_empty()) => "RETURN *".to_owned(),
            _ => {
                let count = self.random.between(1, 3);
                let items: Vec<String> = (0..count).map(|index| format!("{} AS c{index}", self.value())).collect();
                let distinct = self.one(&["", "", "DISTINCT "]);
                let keys: Vec<String> = (0..2)
                    .map(|_| {
                        let direction = self.one(&["", " DESC"]);
                        if distinct.is_empty() { format!("{}{direction}", self.number(1)) } else { "c0".to_owned() }
                    })
                    .collect();
                let order =
                    if self.random.chance(0.5) { format!(" ORDER BY {}", keys.join(", ")) } else { String::new() };
                let cut = if order.is_empty() { String::new() } else { self.cut() };
                format!("RETURN {distinct}{}{order}{cut}", items.join(", "))
            }
        }
    }

    /// RETURN with GROUP BY: keys with and without a name, returned or not, and what is made of them.
    fn grouped(&mut self) -> String {
        let known = self.numbers.last().cloned();
        let (one, other) = (self.aggregate(), self.aggregate());
        let distinct = self.one(&["", "", "DISTINCT "]);
        match (self.random.below(6), known) {
            (0, _) => format!("RETURN {distinct}{one} AS c1, {other} AS c2 GROUP BY ()"),
            (1, _) => format!("RETURN {} AS c0, {one} AS c1 GROUP BY ALL ORDER BY c0", self.number(1)),
            (2, _) => {
                let (key, second) = (self.number(1), self.number(1));
                format!("RETURN {distinct}{key} AS c0, {one} AS c1 GROUP BY c0, {second}")
            }
            (3, Some(key)) => {
                let order = if distinct.is_empty() { self.one(&["", " ORDER BY c1"]) } else { "" };
                let second = self.number(1);
                format!("RETURN {distinct}{key} + {key} AS c0, {one} + {key} AS c1 GROUP BY {second}, {key}{order}")
            }
            (4, Some(key)) => format!("RETURN {distinct}{one} AS c1 GROUP BY {key} ORDER BY c1"),
            (5, Some(key)) => {
                format!(
                    "WITH {one} AS c1, {key} AS c0 GROUP BY {key} WHERE {key} > 0 OR c1 > 1 RETURN {distinct}c0, c1"
                )
            }
            _ => format!("RETURN {distinct}{} AS c0 GROUP BY c0", self.number(1)),
        }
    }

    fn union(&mut self) -> String {
        let all = self.one(&["", " ALL"]);
        let mut parts = Vec::new();
        self.batches = false;
        for _ in 0..2 {
            let clauses = self.clauses();
            parts.push(format!("{clauses} RETURN {} AS c", self.number(1)));
            self.forget();
        }
        parts.join(&format!(" UNION{all} "))
    }

    fn composed(&mut self) -> String {
        let first = self.match_clause();
        let value = self.number(1);
        self.forget();
        self.numbers.push("c".into());
        match self.random.below(6) {
            0 | 1 => return format!("{first} RETURN {value} AS c NEXT {}", self.last()),
            2 => return format!("{{ {first} RETURN {value} AS c }} NEXT {{ {} }}", self.last()),
            _ => {}
        }
        let (condition, then) = (self.predicate(0), self.number(1));
        format!("{first} RETURN {value} AS c NEXT WHEN {condition} THEN RETURN {then} AS d ELSE RETURN 7 AS d")
    }
}
