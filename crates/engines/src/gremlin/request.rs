//! What is sent: a statement or a script in a request of Gremlin Server's protocol, in GraphSON 3.

use std::time::Duration;

use graphlance_gremlin::graphson;
use graphlance_gremlin::{Version, parse, print_groovy};
use serde::Deserialize;

use super::ways::Ways;

/// The type of what is sent and wanted.
const MIME: &str = "application/vnd.gremlin-v3.0+json";

/// Results in one message; a small answer is one message.
const BATCH: u32 = 10_000;

/// The language of what a server is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Spoken {
    /// gremlin-lang.
    #[serde(rename = "gremlin-lang")]
    Lang,
    /// gremlin-groovy.
    #[serde(rename = "gremlin-groovy")]
    Groovy,
    /// Bytecode.
    #[serde(rename = "bytecode")]
    Bytecode,
}

/// What is asked: a text in a language, and the source that is meant by `g` in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked<'t> {
    pub spoken: Spoken,
    pub source: &'t str,
    pub text: String,
    /// Whether the text is a traversal, which is written in gremlin-lang, whatever language it is sent in.
    is_traversal: bool,
}

/// How a text begins that is to be sent in another language than usual: `channel=bytecode g.V()`.
pub(super) const CHANNEL: &str = "channel=";

impl<'t> Asked<'t> {
    /// What a text asks a server: a traversal where it begins with a source of its, else a script.
    pub(super) fn of(text: &'t str, ways: &'t Ways) -> Asked<'t> {
        let (channel, text) = match text.strip_prefix(CHANNEL).and_then(|rest| rest.split_once(' ')) {
            Some((name, rest)) => (named(name), rest),
            None => (None, text),
        };
        let behind = |source: &str| text.strip_prefix(source).filter(|rest| rest.starts_with('.'));
        // By `g` the first is meant, even where another is called so.
        let usual = behind("g").map(|rest| (ways.source(), rest));
        let named = || ways.sources.iter().find_map(|source| Some((source.as_str(), behind(source)?)));
        match usual.or_else(named) {
            Some((source, rest)) => {
                let (spoken, text) = (channel.unwrap_or(ways.language), format!("g{rest}"));
                Asked { spoken, source, text, is_traversal: true }
            }
            None => Asked { spoken: Spoken::Groovy, source: ways.source(), text: text.to_owned(), is_traversal: false },
        }
    }

    /// Whether it may change the graph, as far as a glance at it tells.
    pub(super) fn may_write(&self) -> bool {
        const WRITING: &[&str] = &["addV", "addE", "property(", "drop(", "mergeV", "mergeE"];
        !self.text.starts_with("g.") || WRITING.iter().any(|word| self.text.contains(word))
    }

    /// The text in the words of its language. Groovy has other literals; what only it can say is sent as it is.
    fn words(&self, version: Version) -> String {
        let statement = (self.is_traversal && self.spoken == Spoken::Groovy).then(|| parse(&self.text));
        match statement {
            Some(Ok(statement)) => print_groovy(&statement, version),
            _ => self.text.clone(),
        }
    }

    /// The message: the length of its type, its type, its text. `session`: the session of the server's that it belongs to, which
    /// commits nothing by itself. Errors: it has no bytecode.
    pub(super) fn message(
        &self,
        id: &str,
        session: Option<&str>,
        deadline: Duration,
        version: Version,
    ) -> Result<Vec<u8>, String> {
        let (processor, op, gremlin) = match self.spoken {
            Spoken::Bytecode => {
                let statement = parse(&self.text).map_err(|error| error.to_string())?;
                let code = graphson::bytecode(&statement, version).map_err(|error| error.to_string())?;
                ("traversal", "bytecode", code.to_string())
            }
            Spoken::Lang | Spoken::Groovy => ("", "eval", serde_json::Value::from(self.words(version)).to_string()),
        };
        let language = match self.spoken {
            Spoken::Lang => "\"language\":\"gremlin-lang\",",
            Spoken::Groovy => "\"language\":\"gremlin-groovy\",",
            Spoken::Bytecode => "",
        };
        let (processor, session) = match session {
            Some(name) => ("session", format!("\"session\":\"{name}\",\"manageTransaction\":false,")),
            None => (processor, String::new()),
        };
        let source = serde_json::Value::from(self.source);
        let milliseconds = deadline.as_millis().max(1);
        // Maps go without their type: servers whose registry of types has maps of its own read no others.
        let text = format!(
            "{{\"requestId\":{{\"@type\":\"g:UUID\",\"@value\":\"{id}\"}},\"op\":\"{op}\",\"processor\":\"{processor}\",\
             \"args\":{{{session}\"gremlin\":{gremlin},{language}\"aliases\":{{\"g\":{source}}},\
             \"batchSize\":{{\"@type\":\"g:Int32\",\"@value\":{BATCH}}},\
             \"evaluationTimeout\":{{\"@type\":\"g:Int64\",\"@value\":{milliseconds}}}}}}}"
        );
        let mut message = Vec::with_capacity(text.len() + MIME.len() + 1);
        message.push(MIME.len() as u8);
        message.extend(MIME.as_bytes());
        message.extend(text.as_bytes());
        Ok(message)
    }
}

fn named(name: &str) -> Option<Spoken> {
    match name {
        "gremlin-lang" => Some(Spoken::Lang),
        "gremlin-groovy" => Some(Spoken::Groovy),
        "bytecode" => Some(Spoken::Bytecode),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways() -> Ways {
        let mut ways = Ways::shared().unwrap_or_else(|error| panic!("{error}"));
        ways.sources = vec!["g".to_owned(), "gno".to_owned()];
        ways
    }

    #[track_caller]
    fn check(text: &str, spoken: Spoken, source: &str, sent: &str, writes: bool) {
        let ways = ways();
        let asked = Asked::of(text, &ways);
        assert_eq!((asked.spoken, asked.source, asked.text.as_str()), (spoken, source, sent), "{text}");
        assert_eq!(asked.may_write(), writes, "{text}");
    }

    #[test]
    fn a_traversal_goes_to_its_source_and_all_else_is_a_script() {
        check("g.V()", Spoken::Lang, "g", "g.V()", false);
        check("gno.V()", Spoken::Lang, "gno", "g.V()", false);
        check("channel=bytecode gno.V()", Spoken::Bytecode, "gno", "g.V()", false);
        check("channel=gremlin-groovy g.addV()", Spoken::Groovy, "g", "g.addV()", true);
        check(
            "graph.createIndex(\"k\", Vertex.class)",
            Spoken::Groovy,
            "g",
            "graph.createIndex(\"k\", Vertex.class)",
            true,
        );
        check("gx.V()", Spoken::Groovy, "g", "gx.V()", true);
    }

    #[test]
    fn a_traversal_that_goes_to_groovy_instead_is_said_in_its_words() {
        let ways = ways();
        let said = |text: &str| Asked::of(text, &ways).words(Version::V38);
        assert_eq!(said("channel=gremlin-groovy g.inject(1b, \"$x\")"), "g.inject((byte) 1, \"\\$x\")");
        assert_eq!(said("g.inject(1b, \"$x\")"), "g.inject(1b, \"$x\")");
        let closure = "g.V().filter { it.get().id() > 1 }";
        assert_eq!(said(&format!("channel=gremlin-groovy {closure}")), closure);
    }

    #[test]
    fn where_all_goes_to_groovy_traversals_are_said_in_its_words() {
        let ways = Ways { language: Spoken::Groovy, ..ways() };
        let said = |text: &str| Asked::of(text, &ways).words(Version::V35);
        assert_eq!(said("g.V().limit(2).has(\"k\", 1)"), "g.V().limit((int) 2).has(\"k\", (int) 1)");
        assert_eq!(said("g.getGraph().close()"), "g.getGraph().close()");
    }

    #[test]
    fn by_g_the_source_is_meant_that_the_address_names() {
        let mut ways = ways();
        ways.sources.reverse();
        for (text, source) in [("g.V()", "gno"), ("gno.V()", "gno"), ("channel=bytecode g.V()", "gno")] {
            assert_eq!(Asked::of(text, &ways).source, source, "{text}");
        }
    }

    #[test]
    fn a_message_is_its_type_and_json_in_which_no_text_breaks_out() {
        let ways = ways();
        let second = Duration::from_secs(1);
        for text in ["g.inject(\"a\\\"b\\u0000\u{1F600}\")", "channel=bytecode gno.inject(\"a\")"] {
            let message = Asked::of(text, &ways)
                .message("1", None, second, Version::V38)
                .unwrap_or_else(|error| panic!("{error}"));
            let (length, rest) = message.split_first().expect("a length");
            let (mime, text) = rest.split_at(usize::from(*length));
            assert_eq!(mime, MIME.as_bytes());
            let json: serde_json::Value = serde_json::from_slice(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(json["args"]["aliases"].as_object().map(|all| all.len()), Some(1), "{json}");
        }
        assert!(Asked::of("channel=bytecode g.V(", &ways).message("1", None, second, Version::V38).is_err());
    }
}
