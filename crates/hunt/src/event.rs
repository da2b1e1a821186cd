//! What happens in a hunt, for people as it happens and for programs in `events.jsonl`.

use graphlance_case::FailureClass;
use serde::{Deserialize, Serialize};

macro_rules! events {
    ($($variant:ident = $name:literal, $doc:literal {
        $($(#[$attribute:meta])* $field:ident: $type:ty, $field_doc:literal;)*
    })*) => {
        /// Something that happened. Folders are relative to the output folder.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "event")]
        pub enum Event {
            $(#[doc = $doc] #[serde(rename = $name)] $variant {
                $(#[doc = $field_doc] $(#[$attribute])* $field: $type,)*
            },)*
        }

        impl Event {
            /// Every event's name with the names of its fields, in the order of the table.
            pub const FORMS: &'static [(&'static str, &'static [&'static str])] =
                &[$(($name, &[$(stringify!($field),)*]),)*];

            /// Its name.
            pub fn name(&self) -> &'static str {
                match self { $(Event::$variant { .. } => $name,)* }
            }
        }
    };
}

events! {
    NewBug = "new_bug", "A bug was filed that is not known from an earlier hunt." {
        fingerprint: String, "Its fingerprint.";
        title: String, "Its symptom.";
        class: FailureClass, "The kind of failure.";
        folder: String, "Where its files are.";
        reduction_runs: u64, "Cases run to reduce it.";
        reduction_seconds: f64, "Seconds spent to reduce it.";
        reduction_cut_short: bool, "Whether the reduction ended before it had tried everything.";
    }
    KnownBug = "known_bug", "A bug was filed that an earlier hunt found too (`--known`)." {
        fingerprint: String, "Its fingerprint.";
        title: String, "Its symptom.";
        class: FailureClass, "The kind of failure.";
        folder: String, "Where its files are.";
        reduction_runs: u64, "Cases run to reduce it.";
        reduction_seconds: f64, "Seconds spent to reduce it.";
        reduction_cut_short: bool, "Whether the reduction ended before it had tried everything.";
    }
    BugAgain = "bug_again", "A finding was reduced to a bug that this hunt has filed already." {
        fingerprint: String, "The bug's fingerprint.";
    }
    ListedBug = "listed_bug", "A finding was reduced to a bug of a list of known bugs; it is not filed." {
        id: String, "The bug's name in the list.";
        link: String, "Where it is discussed, or what it is.";
    }
    Explained = "explained", "A bug has a cause, which is switched on in the reference for the rest of the hunt." {
        fingerprint: String, "The bug's fingerprint.";
        cause: String, "What holds on the engine.";
        departures: Vec<String>, "The departures' names.";
        foretold: u32, "Answers to variants that it foretold.";
    }
    Withdrawn = "withdrawn", "The engine answered rightly where a cause foretold a wrong answer: it is none." {
        fingerprint: String, "The bug that it was said to explain.";
        cause: String, "What was said to hold.";
        explained: u64, "Findings that were counted as it, which are looked into again.";
    }
    Merged = "merged", "A cause explains a bug that was filed before it was found: the bug is merged into the cause's." {
        fingerprint: String, "The bug's fingerprint.";
        into: String, "That of the bug which it is.";
        title: String, "The symptom by which it was filed.";
        cause: String, "What holds on the engine.";
        folder: String, "Where its files are now.";
    }
    FiledAnew = "filed_anew", "A bug that was filed without a cause has one by what is known now, and is filed by it." {
        fingerprint: String, "Its fingerprint now.";
        was: String, "That by which it was filed.";
        title: String, "What holds on the engine.";
        folder: String, "Where its files are now.";
    }
    Flaky = "flaky", "A finding did not come back on a fresh database." {
        summary: String, "What it looked like.";
    }
    Denied = "denied", "The reference denies a claim: a defect of graphlance." {
        why: String, "What the reference says.";
        folder: String, "Where the case is.";
    }
    Defect = "defect", "A worker panicked: a defect of graphlance." {
        message: String, "What the panic says.";
        folder: String, "Where the case in flight is.";
    }
    Refused = "refused", "The target's parser refused a statement." {
        text: String, "The statement.";
        message: String, "What the target said.";
    }
    NewPlan = "new_plan", "The target planned a statement in a way that the hunt had not met." {
        plan: String, "A hash of the plan's operators and their nesting.";
        round: u64, "The round of the statement's case.";
        case: u64, "The number of the case in its round.";
    }
    Adapted = "adapted", "The adaptation state changed." {
        reason: String, "Why.";
        hash: String, "The hash of the new state, which cases name.";
    }
}

/// A line of `events.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Seconds since the hunt began.
    pub at: f64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The section of the documentation that tells of events.
    fn documented() -> &'static str {
        let text = include_str!("../../../docs/output.md");
        let section = text.split("### events.jsonl").nth(1).expect("a section on events.jsonl");
        section.split("\n##").next().unwrap_or_default()
    }

    #[test]
    fn the_documentation_lists_every_event_with_its_fields_and_no_other() {
        let rows: Vec<Vec<&str>> = documented()
            .lines()
            .filter(|line| line.starts_with("| `"))
            .map(|line| line.split('|').skip(1).take(2).flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect())
            .collect();
        let known: Vec<Vec<&str>> = Event::FORMS.iter().map(|(name, fields)| [&[*name], *fields].concat()).collect();
        assert_eq!(rows, known);
    }

    #[test]
    fn the_documentation_lists_every_class_in_order() {
        let text = include_str!("../../../docs/output.md");
        let list = text.split("the classes are ").nth(1).and_then(|rest| rest.split(" |").next());
        let classes: Vec<String> = FailureClass::ALL.iter().map(|class| format!("`{class}`")).collect();
        assert_eq!(list, Some(classes.join(", ").as_str()));
        for class in FailureClass::ALL {
            assert_eq!(serde_json::to_value(class).unwrap(), class.name());
        }
    }

    #[test]
    fn a_line_is_one_flat_object_and_reads_back() {
        let event = Event::NewBug {
            fingerprint: "0123456789abcdef".to_owned(),
            title: "`MATCH` loses rows".to_owned(),
            class: FailureClass::LostRows,
            folder: "bugs/match-loses-rows".to_owned(),
            reduction_runs: 7,
            reduction_seconds: 0.5,
            reduction_cut_short: true,
        };
        let entry = Entry { at: 1.5, event };
        let start = r#"{"at":1.5,"event":"new_bug","fingerprint":"0123456789abcdef","title":"`MATCH` loses rows","#;
        let rest = r#""class":"lost_rows","folder":"bugs/match-loses-rows","#;
        let reduction = r#""reduction_runs":7,"reduction_seconds":0.5,"reduction_cut_short":true}"#;
        let text = serde_json::to_string(&entry).unwrap();
        assert_eq!(text, [start, rest, reduction].concat());
        assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), entry);
    }
}
