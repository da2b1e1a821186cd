//! Scenarios from a feature file, in the part of Gherkin that the suites are written in.

use crate::suite::{Scenario, Step};

/// The scenarios of a feature file, each outline with one for each row of its examples. `path`: what they are called by. Errors
/// name the line.
pub(crate) fn scenarios(path: &str, text: &str) -> Result<Vec<Scenario>, String> {
    let mut feature = Feature::default();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let told = |why: &str| format!("line {}: {why}", number + 1);
        let words = line.trim();
        if let Some(fence) = FENCES.iter().find(|fence| words.starts_with(**fence)) {
            let indent = line.len() - line.trim_start().len();
            let doc = fenced(&mut lines, fence, indent).ok_or_else(|| told("a text that does not end"))?;
            feature.last_step().ok_or_else(|| told("a text of no step"))?.doc = Some(doc);
        } else {
            feature.take(words).map_err(told)?;
        }
    }
    Ok(feature.outlines.into_iter().flat_map(|outline| outline.expanded(path)).collect())
}

const FENCES: [&str; 2] = ["\"\"\"", "```"];

const STEPS: [&str; 6] = ["Given ", "When ", "Then ", "And ", "But ", "* "];

/// What was read of a file.
#[derive(Default)]
struct Feature {
    /// Tags that wait for what they stand above.
    tags: Vec<String>,
    /// Those of the whole feature, and its first steps of every scenario.
    common_tags: Vec<String>,
    background: Vec<Step>,
    outlines: Vec<Outline>,
    part: Part,
}

/// What a line belongs to.
#[derive(Default, PartialEq, Eq)]
enum Part {
    #[default]
    Description,
    Background,
    Steps,
    Examples,
}

/// A scenario before its examples stand in it.
struct Outline {
    name: String,
    tags: Vec<String>,
    steps: Vec<Step>,
    /// Tables of examples with their tags; none of a plain scenario.
    examples: Vec<(Vec<String>, Vec<Vec<String>>)>,
}

impl Feature {
    /// A line that is no text of a step.
    fn take(&mut self, line: &str) -> Result<(), &'static str> {
        if line.is_empty() || line.starts_with('#') {
        } else if line.starts_with('@') {
            self.tags.extend(line.split_whitespace().map(str::to_owned));
        } else if line.starts_with("Feature:") {
            self.common_tags = std::mem::take(&mut self.tags);
        } else if line.starts_with("Background:") {
            self.part = Part::Background;
        } else if let Some(name) =
            of_keyword(line, &["Scenario Outline:", "Scenario Template:", "Scenario:", "Example:"])
        {
            let tags = self.common_tags.iter().cloned().chain(std::mem::take(&mut self.tags)).collect();
            let steps = self.background.clone();
            self.outlines.push(Outline { name: name.to_owned(), tags, steps, examples: Vec::new() });
            self.part = Part::Steps;
        } else if of_keyword(line, &["Examples:", "Scenarios:"]).is_some() {
            let tags = std::mem::take(&mut self.tags);
            self.outlines.last_mut().ok_or("examples of no scenario")?.examples.push((tags, Vec::new()));
            self.part = Part::Examples;
        } else if line.starts_with('|') {
            self.take_row(cells(line).ok_or("a row that does not end with `|`")?)?;
        } else if let Some(text) = of_keyword(line, &STEPS) {
            let step = Step { text: text.to_owned(), doc: None, table: Vec::new() };
            self.steps().ok_or("a step of no scenario")?.push(step);
        } else if self.part != Part::Description {
            return Err("neither a step nor a table");
        }
        Ok(())
    }

    fn take_row(&mut self, row: Vec<String>) -> Result<(), &'static str> {
        let examples = self.outlines.last_mut().and_then(|outline| outline.examples.last_mut());
        match (&self.part, examples) {
            (Part::Examples, Some((_, rows))) => rows.push(row),
            _ => self.last_step().ok_or("a table of no step")?.table.push(row),
        }
        Ok(())
    }

    fn steps(&mut self) -> Option<&mut Vec<Step>> {
        match self.part {
            Part::Background => Some(&mut self.background),
            Part::Steps => self.outlines.last_mut().map(|outline| &mut outline.steps),
            Part::Description | Part::Examples => None,
        }
    }

    fn last_step(&mut self) -> Option<&mut Step> {
        self.steps()?.last_mut()
    }
}

impl Outline {
    /// The scenarios that it stands for.
    fn expanded(self, path: &str) -> Vec<Scenario> {
        let Outline { name, tags, steps, examples } = self;
        let made = |row: usize, tags: Vec<String>, steps: Vec<Step>| {
            let (path, name) = (path.to_owned(), name.clone());
            Scenario { path, name, row: row as u64, tags, steps }
        };
        if examples.is_empty() {
            return vec![made(0, tags, steps)];
        }
        let mut scenarios = Vec::new();
        for (own, rows) in &examples {
            let Some((head, rows)) = rows.split_first() else { continue };
            for row in rows {
                let steps = steps.iter().map(|step| step.filled(head, row)).collect();
                scenarios.push(made(scenarios.len(), tags.iter().chain(own).cloned().collect(), steps));
            }
        }
        scenarios
    }
}

impl Step {
    /// The step of an outline with the values of a row of its examples in their places.
    fn filled(&self, head: &[String], row: &[String]) -> Step {
        let filled = |text: &str| {
            let places = head.iter().zip(row);
            places.fold(text.to_owned(), |text, (name, value)| text.replace(&format!("<{name}>"), value))
        };
        Step {
            text: filled(&self.text),
            doc: self.doc.as_deref().map(filled),
            table: self.table.iter().map(|row| row.iter().map(|cell| filled(cell)).collect()).collect(),
        }
    }
}

/// What stands behind one of some keywords.
fn of_keyword<'l>(line: &'l str, keywords: &[&str]) -> Option<&'l str> {
    keywords.iter().find_map(|keyword| line.strip_prefix(keyword)).map(str::trim)
}

/// The lines up to the closing fence, without the indentation of the opening one.
fn fenced<'l>(lines: &mut impl Iterator<Item = (usize, &'l str)>, fence: &str, indent: usize) -> Option<String> {
    let mut doc: Vec<&str> = Vec::new();
    for (_, line) in lines {
        if line.trim() == fence {
            return Some(doc.join("\n"));
        }
        let blank = line.len() - line.trim_start().len();
        doc.push(&line[blank.min(indent)..]);
    }
    None
}

/// The cells of a row, without escapes. None where it does not end.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?;
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '|' => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            '\\' => match characters.next()? {
                'n' => cell.push('\n'),
                escaped @ ('|' | '\\') => cell.push(escaped),
                other => cell.extend(['\\', other]),
            },
            _ => cell.push(character),
        }
    }
    cell.trim().is_empty().then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, told: &[&str]) {
        let shown = match scenarios("a/B.feature", text) {
            Ok(scenarios) => scenarios.iter().map(shown).collect(),
            Err(why) => vec![why],
        };
        assert_eq!(shown, told);
    }

    fn shown(scenario: &Scenario) -> String {
        let steps = scenario.steps.iter().map(|Step { text, doc, table }| {
            let doc = doc.as_ref().map(|doc| format!(" {doc:?}")).unwrap_or_default();
            let table = if table.is_empty() { String::new() } else { format!(" {table:?}") };
            format!("{text}{doc}{table}")
        });
        let steps: Vec<String> = steps.collect();
        format!("{} {} {}", scenario.id(), scenario.tags.join(" "), steps.join("; "))
    }

    #[test]
    fn scenarios_have_their_steps_with_texts_and_tables() {
        let text = "@f\nFeature: F\n  About it, with Given words\n  Background:\n    Given any graph\n\n  # none\n  @s\n  Scenario: [1] One\n    \
                    When executing query:\n      \"\"\"\n      RETURN 1\n        AS x\n      \"\"\"\n    Then the result:\n      | x \\| y |\n      | 'a\\nb\\.' |\n";
        check(
            text,
            &["a/B.feature [1] One #0 @f @s any graph; executing query: \"RETURN 1\\n  AS x\"; \
               the result: [[\"x | y\"], [\"'a\\nb\\\\.'\"]]"],
        );
    }

    #[test]
    fn an_outline_is_one_scenario_for_each_row_of_its_examples() {
        let text = "Feature: F\n  Scenario Outline: O\n    When <a>:\n      | <b> |\n    Examples:\n      | a | b |\n      | 1 | 2 |\n      | 3 | 4 |\n\n    \
                    @late\n    Examples:\n      | a |\n      | 5 |\n";
        let told = [
            "a/B.feature O #0  1: [[\"2\"]]",
            "a/B.feature O #1  3: [[\"4\"]]",
            "a/B.feature O #2 @late 5: [[\"<b>\"]]",
        ];
        check(text, &told);
    }

    #[test]
    fn what_is_no_feature_file_is_named_with_its_line() {
        check("Feature: F\nScenario: S\nWhen a\n\"\"\"\nRETURN 1", &["line 4: a text that does not end"]);
        check("Given a", &["line 1: a step of no scenario"]);
        check("Scenario: S\nGiven a\n| b", &["line 3: a row that does not end with `|`"]);
        check("Scenario: S\nGiven a\nRETURN 1", &["line 3: neither a step nor a table"]);
    }
}
