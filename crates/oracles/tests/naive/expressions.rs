//! Random expressions over what is in scope. They raise no error.

use super::reads::Maker;

impl Maker<'_> {
    /// An integer or null.
    pub fn number(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.chance(0.4) {
            let inner = self.number(depth - 1);
            let other = self.number(0);
            return match self.random.below(12) {
                10 => format!("({inner} % {})", self.one(&["2", "3", "-2"])),
                11 if self.random.chance(0.5) => format!("toInteger({inner} ^ {})", self.one(&["2", "0", "1"])),
                11 => format!("size([{inner}] || [{other}, 1])"),
                0 => format!("({inner} + {other})"),
                1 => format!("coalesce({inner}, {other})"),
                2 => format!("CASE WHEN {} THEN {inner} WHEN {inner} > 0 THEN 5 ELSE {other} END", self.predicate(0)),
                3 => format!("CASE {inner} WHEN 1 THEN 10 WHEN {other} THEN 20 END"),
                4 => format!("reduce(t = 0, i IN [{inner}, {other}, 2] | t + coalesce(i, 1))"),
                5 => format!("[{inner}, {other}, 3][{}]", self.one(&["0", "1", "-1", "5"])),
                6 => format!("size([i IN [{inner}, {other}, null, 1] WHERE i > 0 | i])"),
                7 => self.count_subquery(),
                8 => format!("CASE {inner} WHEN 0, 1 THEN 1 WHEN > 1 THEN 2 WHEN IS NULL THEN 3 END"),
                _ => format!("({inner} - {other})"),
            };
        }
        let mut choices: Vec<String> = vec![self.random.below(3).to_string(), "null".into()];
        for name in self.nodes.iter().chain(&self.relationships) {
            choices.extend([format!("{name}.k"), format!("{name}.k"), format!("{name}.id")]);
        }
        for name in &self.numbers {
            choices.extend([name.clone(), name.clone()]);
        }
        choices.extend(self.paths.iter().map(|name| format!("length({name})")));
        choices.extend(self.groups.iter().map(|name| format!("size({name})")));
        choices.extend(["$p"; 3].iter().filter(|_| self.parameter).map(|name| (*name).to_owned()));
        let place = self.random.below(choices.len());
        choices.swap_remove(place)
    }

    /// A value of any kind.
    pub fn value(&mut self) -> String {
        let element = self.element();
        match (self.random.below(16), element) {
            (0, Some(element)) => element,
            (1, Some(element)) => format!("{element}.v"),
            (2, _) => self.predicate(2),
            (3, Some(element)) => format!("{element} {{.k, .id, more: {}}}", self.number(0)),
            (4, _) => format!("[{}, {}][0..{}]", self.number(1), self.number(0), self.one(&["1", "-1", "9"])),
            (5 | 11, _) => self.of_path(),
            (6, _) => self.pattern_comprehension(),
            (7, _) => format!("{{a: {}, b: [{}]}}", self.number(0), self.number(0)),
            (8, _) => match self.nodes.first().cloned() {
                Some(node) => format!(
                    "COLLECT {{ MATCH ({node})-->(z) RETURN CASE WHEN z.id % 2 = 0 THEN z.id END ORDER BY z.id }}"
                ),
                None => self.number(1),
            },
            (10, _) => self.quantifier(),
            (9, Some(element)) => format!("{element}.v IS :: {}", self.one(&["INTEGER", "STRING", "LIST<ANY>"])),
            _ => self.number(2),
        }
    }

    fn of_path(&mut self) -> String {
        if let Some(path) = self.paths.first().cloned() {
            return match self.random.below(3) {
                0 => path,
                1 => format!("[z IN nodes({path}) | z.id]"),
                _ => format!("[z IN relationships({path}) | z.id]"),
            };
        }
        match self.groups.first().cloned() {
            Some(group) => format!("[z IN {group} | z.id]"),
            None => self.number(1),
        }
    }

    fn pattern_comprehension(&mut self) -> String {
        let Some(node) = self.nodes.first().cloned() else { return self.number(1) };
        let predicate = self.one(&["", " WHERE z.k > 0", " WHERE z:A"]);
        let arrow = self.one(&["-->", "<--", "--", "-[:R]->"]);
        format!("[({node}){arrow}(z){predicate} | z.k]")
    }

    fn count_subquery(&mut self) -> String {
        let Some(node) = self.nodes.first().cloned() else { return "1".to_owned() };
        match self.random.below(3) {
            0 => format!("COUNT {{ ({node})--(z) }}"),
            1 => format!("COUNT {{ MATCH ({node})-->(z) RETURN z.k }}"),
            _ => format!("COUNT {{ ({node})-->(z) WHERE z.k > {} }}", self.number(0)),
        }
    }

    fn element(&mut self) -> Option<String> {
        let elements: Vec<String> = self.nodes.iter().chain(&self.relationships).cloned().collect();
        self.random.pick(&elements).cloned()
    }

    /// An aggregate function of some number.
    pub fn aggregate(&mut self) -> String {
        let of = self.number(1);
        let name = self.one(&["count", "sum", "min", "min", "max", "collect", "avg", "count"]);
        let distinct = self.one(&["", "", "DISTINCT "]);
        match self.random.below(10) {
            0 => "count(*)".to_owned(),
            1 => format!("size(collect({distinct}{of}))"),
            2 => format!("count({distinct}{of}) + 1"),
            // What is collected is a number here: other values of the maker are numbers.
            _ if name == "collect" || name == "avg" => format!("size(collect({distinct}{of}))"),
            _ => format!("{name}({distinct}{of})"),
        }
    }

    fn quantifier(&mut self) -> String {
        let quantifier = self.one(&["all", "any", "none", "single"]);
        let items = self.one(&["[]", "[0, 1, 2]", "[1, null]", "[1, 1]", "[2, 3]", "[]"]);
        format!("{quantifier}(i IN {items} WHERE i > {})", self.number(0))
    }

    /// A truth value or null.
    pub fn predicate(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.chance(0.5) {
            let (left, right) = (self.predicate(depth - 1), self.predicate(depth - 1));
            return match self.random.below(7) {
                5 | 6 => format!("({left} OR NOT ({right}))"),
                0 => format!("NOT ({left})"),
                1 => format!("({left} OR {right})"),
                2 => format!("({left} XOR {right})"),
                3 => format!("({left}) IS NULL"),
                _ => format!("({left} AND {right})"),
            };
        }
        let (a, b) = (self.number(0), self.number(0));
        let element = self.element();
        let node = self.nodes.first().cloned();
        match (self.random.below(20), element, node) {
            (18, ..) => format!("toString({a}) =~ '{}'", self.one(&["[1-9]", "0|2+", ".*1", "\\\\d"])),
            (19, ..) if self.random.chance(0.5) => {
                let form = self.one(&["", "NFC ", "NFD ", "NFKC "]);
                format!("['\\u00e9', 'e\\u0301', 'e'][{a}] IS {}{form}NORMALIZED", self.one(&["", "NOT "]))
            }
            (19, ..) => format!("toString({a}) || 'b' > toString({b})"),
            (0, ..) => format!("{a} IN [{b}, null]"),
            (1, ..) => format!("{a} IN [{b}, 1]"),
            (2, ..) => format!("{a} IS NOT NULL"),
            (3, _, Some(node)) => format!("{node}:{}", self.one(&["A", "B", "A&B", "A|B", "!A"])),
            (4, _, Some(node)) => format!("EXISTS {{ ({node})-->(z) WHERE z.k = {a} }}"),
            (5, _, Some(node)) => format!("({node}){}", self.one(&["-->()", "<-[:R]-()", "--(:A)", "-[*1..2]->(:B)"])),
            (6, ..) => self.quantifier(),
            (7, Some(element), _) => format!("{element}.v STARTS WITH 'a'"),
            (8, Some(element), _) => format!("{element}.v = {b}"),
            (9, Some(element), _) => format!("{element}.v > {b}"),
            (10, ..) => format!("0 <= {a} <= {b}"),
            (11, ..) if self.random.chance(0.3) => "null".to_owned(),
            (11..=13, ..) => format!("coalesce({a} >= {b}, true)"),
            _ => format!("{a} {} {b}", self.one(&["=", "<>", "<", "<=", ">", ">="])),
        }
    }
}
