//! Names of targets that somebody else chose: how they are shown, and which of them may be used.

use graphlance_graph::visible_line;

use crate::driver::TargetError;
use crate::launcher::Launcher;
use crate::reference;

/// A longer text is cut off when it is shown.
const LONGEST_SHOWN: usize = 200;

/// A longer name makes a command hard to read.
const LONGEST_WORD: usize = 80;

/// A text from a file or a server as it may be printed: in one line, nothing invisible, and not for ever.
pub fn printable(text: &str) -> String {
    let mut line = visible_line(text).into_owned();
    if line.len() > LONGEST_SHOWN {
        line.truncate(line.floor_char_boundary(LONGEST_SHOWN));
        line.push_str("..");
    }
    line
}

/// A target's name as it may be printed: as [`printable`] has it, and without anything that may be a password in the
/// wrong place.
pub fn shown(name: &str) -> String {
    match name.split_once(':') {
        Some((scheme, address)) if scheme != "exec" => printable(&without_secrets(scheme, address)),
        _ => printable(name),
    }
}

/// A target's name as a word of a shell, for a command in a message; a placeholder for a long one.
pub(crate) fn as_word(name: &str) -> String {
    if name.len() > LONGEST_WORD {
        return "TARGET".to_owned();
    }
    let name = shown(name);
    // Only a NUL cannot be quoted, and there is none left.
    shlex::try_quote(&name).map(|word| word.into_owned()).unwrap_or(name)
}

fn without_secrets(scheme: &str, address: &str) -> String {
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let place = place.trim_start_matches('/');
    let (user, host) = place.rsplit_once('@').unwrap_or(("", place));
    let port = host.split('/').next().and_then(|host| host.rsplit_once(':')).map_or("", |(_, port)| port);
    let odd_port = port.chars().any(|character| !character.is_ascii_digit() && character != ']');
    if odd_port || query.contains('@') || user.contains([':', '%', '/', '@']) {
        return format!("{scheme}:..");
    }
    let cut = if query.is_empty() { "" } else { "?.." };
    format!("{scheme}://{place}{cut}")
}

/// Whether a target's name that stands in a file may be used: it is a launcher's, alone or with a version that the launcher
/// lists, or the evaluator's. A file may come from anybody, so that nothing in it runs a program of its choice, reaches a
/// server of its choice or
/// installs what nobody listed. Errors: any other name; the text says how to name the target instead.
pub fn check_named_by_file(name: &str, launchers: &[Launcher]) -> Result<(), TargetError> {
    let (engine, version) = match name.split_once('@') {
        Some((engine, version)) => (engine, Some(version)),
        None => (name, None),
    };
    let launcher = launchers.iter().find(|launcher| launcher.name == engine);
    if reference::of_name(name, None).is_ok_and(|target| target.is_some()) {
        return Ok(());
    }
    let listed = |launcher: &Launcher| version.is_none_or(|version| launcher.versions.contains_key(version));
    if launcher.is_some_and(listed) {
        return Ok(());
    }
    Err(TargetError::Unknown(format!(
        "it names the target `{}`. A file may come from anybody, so that only the engines and versions are taken from it that \
         `graphlance engines` lists. If this target is meant, name it on the command line, with --target TARGET (and \
         --use-database for a server that graphlance did not start)",
        shown(name)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launcher::Engines;

    #[track_caller]
    fn check(name: &str, taken: bool) {
        let launchers: Vec<Launcher> = Engines::with(None).expect("the launchers").iter().cloned().collect();
        let outcome = check_named_by_file(name, &launchers);
        assert_eq!(outcome.is_ok(), taken, "{name}");
        let text = outcome.err().map(|error| error.to_string()).unwrap_or_else(|| "--target".to_owned());
        assert!(text.contains("--target") && !text.contains(char::is_control), "{text:?}");
    }

    #[test]
    fn a_file_may_name_only_what_is_listed() {
        for name in ["grafeo", "kuzu", "kuzu@0.7.1", "neo4j@2026.08.1", "reference", "reference:distinct-drops-nulls"] {
            check(name, true);
        }
        for name in [
            "exec:sh -c 'touch /tmp/x'",
            "falkordb://example.org",
            "bolt://localhost",
            "kuzu@0.11.3 six",
            "kuzu@0.6.1",
            "kuzu@",
            "reference:",
            "reference:x",
            "kuzu@/tmp/build",
            "falkordb@./build.so",
            "kuzu@0.11.3\n",
            "kuzu\u{1b}[31m",
            "",
        ] {
            check(name, false);
        }
    }

    #[test]
    fn what_is_shown_holds_no_secret_and_moves_no_cursor() {
        assert_eq!(shown("bolt://neo4j@localhost:7687/neo4j"), "bolt://neo4j@localhost:7687/neo4j");
        assert_eq!(shown("postgres://u@h?password=hunter2"), "postgres://u@h?..");
        for name in [
            "bolt://neo4j:hunter2@localhost",
            "mysql:u:hunter2@h?password=hunter2",
            "bolt:/u:hunter2@h",
            "bolt://u:hunt?er2@h",
            "bolt://h?password=hunt@er2",
            "bolt://u:hunter2",
            "bolt://u/hunter2@h",
            "neo4j+s://u@hunter2@h",
        ] {
            let text = shown(name);
            assert!(!text.contains("hunt") && !text.contains("er2"), "{text}");
        }
        assert_eq!(shown("neo5j@1.0"), "neo5j@1.0");
        assert_eq!(shown("exec:./x 'a@b' --c=?"), "exec:./x 'a@b' --c=?");
        assert_eq!(printable("a\u{1b}[2J\r\n\u{202e}b\0"), r"a\u001b[2J\r\n\u202eb\u0000");
        assert!(printable(&"x".repeat(10_000)).len() < 300);
    }
}
