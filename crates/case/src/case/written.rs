//! Cases as files have them: statements are texts. A case file may come from anybody, and a short text can be a large tree: the
//! texts have a limit before they are parsed.

use std::sync::Arc;

use super::{Case, Load};
use crate::language::{Language, Languages};
use crate::{Statement, Step};

/// The most bytes that the statements of the steps, or those of a load script, may have together.
const LONGEST: usize = 1 << 20;

impl Case<String> {
    /// The case with its statements parsed. Errors: its language is unknown, a text is too long or no statement of it, or
    /// its steps begin and end transactions that do not fit together.
    pub fn parsed(self, languages: &Languages) -> Result<Case, String> {
        let language = languages.named(Some(&self.language))?;
        let steps = self.steps.iter().filter_map(Step::statement);
        check(steps.map(String::len))?;
        let load = match &self.load {
            Load::Create => Load::Create,
            Load::Script(script) => {
                check(script.iter().map(String::len))?;
                Load::Script(Arc::new(script.iter().map(|text| parsed(language, text)).collect::<Result<_, _>>()?))
            }
        };
        self.transactions()?;
        let step = |step: &Step<String>| step.map(|text| parsed(language, text));
        Ok(Case {
            steps: self.steps.iter().map(step).collect::<Result<_, String>>()?,
            load,
            version: self.version,
            language: self.language,
            dialect: self.dialect,
            graph: self.graph,
            plan: self.plan,
            claim: self.claim,
            lineage: self.lineage,
        })
    }
}

fn parsed(language: &'static dyn Language, text: &str) -> Result<Statement, String> {
    language.parse(text).map_err(|error| error.to_string())
}

fn check(lengths: impl Iterator<Item = usize>) -> Result<(), String> {
    let length: usize = lengths.sum();
    if length > LONGEST { Err(format!("its statements are longer than {LONGEST} bytes")) } else { Ok(()) }
}
