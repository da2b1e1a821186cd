//! Whose a graph or database on a server is that graphlance made: its name says which process made it, so that what a
//! killed process left behind can be told from what another one is using.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::sync::{Mutex, PoisonError};

use graphlance_graph::is_invisible;
use xxhash_rust::xxh3::xxh3_64;

/// What all our names begin with.
pub const PREFIX: &str = "graphlance_";

/// Names of ours are never longer; neither were those of earlier versions.
const LONGEST_NAME: usize = 63;

/// So many names of unknown owners are told.
const MOST_TOLD: usize = 20;

/// The process that made something, and for which of its workers. Its text form is the name: `graphlance_<place>_<process
/// id>_<start>_<worker>`, of letters, digits and underscores, at most 60 bytes long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// A hash of machine, boot and namespace of process ids: within one of these a process id and a start name a process.
    /// 0: nothing of it could be found out.
    place: u32,
    /// The process.
    process: u32,
    /// When it started, in clock ticks after the boot.
    start: u64,
    /// Its worker.
    worker: usize,
    /// Counts what a worker made one after the other.
    generation: u32,
}

/// What is known of the one who made something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The process lives.
    Living,
    /// It was a process of this machine, and is no more.
    Dead,
    /// It is or was on another machine, before a restart of this one, or in another container, or the name does not say.
    Unknown,
}

impl Owner {
    /// This process, for a worker of it.
    pub fn here(worker: usize, generation: u32) -> Owner {
        let process = std::process::id();
        Owner { place: place(), process, start: start_of(process).unwrap_or_default(), worker, generation }
    }

    /// The owner that a name says, if it is a name of ours.
    pub fn of(name: &str) -> Option<Owner> {
        let mut parts = name.strip_prefix(PREFIX)?.split('_');
        let place = parts.next().filter(|part| part.len() == 8).and_then(|part| u32::from_str_radix(part, 16).ok())?;
        let process = parts.next()?.parse().ok()?;
        let start = parts.next()?.parse().ok()?;
        let worker = parts.next()?.parse().ok()?;
        let generation = parts.next().map_or(Ok(0), str::parse).ok()?;
        let owner = Owner { place, process, start, worker, generation };
        // Another spelling of the same numbers is none of ours.
        (owner.to_string() == name).then_some(owner)
    }

    /// Whether it lives, as far as this process can tell.
    pub fn standing(&self) -> Standing {
        if self.place == 0 || self.place != place() || self.start == 0 {
            return Standing::Unknown;
        }
        match start_of(self.process) {
            Some(start) if start == self.start => Standing::Living,
            _ => Standing::Dead,
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Owner { place, process, start, worker, generation } = self;
        write!(formatter, "{PREFIX}{place:08x}_{process}_{start}_{worker}")?;
        if *generation > 0 { write!(formatter, "_{generation}") } else { Ok(()) }
    }
}

/// The name of another thing of the owner that a name says: of another generation where it says one, else with the number
/// behind it.
pub fn sibling(name: &str, number: u32) -> String {
    match Owner::of(name) {
        Some(owner) => Owner { generation: owner.generation.saturating_add(number), ..owner }.to_string(),
        None => format!("{name}_{number}"),
    }
}

/// What an earlier process left on a server, by what is to be done about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// Of processes of this machine that are dead: to be removed.
    pub dead: Vec<String>,
    /// Of whom is unknown: to be told, and not touched.
    pub unknown: Vec<String>,
}

impl Leftovers {
    /// Among names of graphs or databases.
    pub fn among(names: impl IntoIterator<Item = String>) -> Leftovers {
        let mut found = Leftovers::default();
        let plain = |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let ours = |name: &String| name.starts_with(PREFIX) && name.len() <= LONGEST_NAME && plain(name);
        for name in names.into_iter().filter(ours) {
            match Owner::of(&name).map_or(Standing::Unknown, |owner| owner.standing()) {
                Standing::Living => {}
                Standing::Dead => found.dead.push(name),
                Standing::Unknown => found.unknown.push(name),
            }
        }
        found
    }

    /// Removes what dead processes left on `server`, and says on standard error what was removed, what could not be, and
    /// what may be removed by hand with the command that `by_hand` gives for a name.
    pub fn clear<E: fmt::Display>(
        self,
        server: &str,
        mut remove: impl FnMut(&str) -> Result<(), E>,
        by_hand: impl Fn(&str) -> String,
    ) {
        // Each worker of a hunt looks, and would tell the same.
        static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
        for line in self.report(server, &mut remove, by_hand) {
            if TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(line.clone()) {
                eprintln!("{}", visible(&line));
            }
        }
    }

    fn report<E: fmt::Display>(
        self,
        server: &str,
        remove: &mut impl FnMut(&str) -> Result<(), E>,
        by_hand: impl Fn(&str) -> String,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for name in self.dead {
            lines.push(match remove(&name) {
                Ok(()) => format!("removed {name} from {server}: a hunt that was killed had left it there"),
                Err(error) => format!("cannot remove {name} from {server}, left by a hunt that was killed: {error}"),
            });
        }
        for name in self.unknown.into_iter().take(MOST_TOLD) {
            let command = by_hand(&name);
            lines.push(format!(
                "{server} has {name}, made by graphlance on another machine or before a restart of this one; nothing is \
                 done about it. If no hunt uses it, remove it with: {command}"
            ));
        }
        lines
    }
}

/// What tells processes of one id apart: the machine, its boot, and the namespace of process ids. 0 when the last two are
/// not known.
fn place() -> u32 {
    let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let (machine, boot) = (text("/etc/machine-id"), text("/proc/sys/kernel/random/boot_id"));
    let Ok(namespace) = fs::read_link("/proc/self/ns/pid") else { return 0 };
    if boot.is_empty() {
        return 0;
    }
    let all = format!("{}\n{}\n{}", machine.trim(), boot.trim(), namespace.display());
    (xxh3_64(all.as_bytes()) as u32).max(1)
}

/// When a process started, in clock ticks after the boot; none when there is no such process, or no /proc to ask.
fn start_of(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field, the name in parentheses, may contain anything; the start is the twentieth after it.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    // A zombie has ended.
    if matches!(fields.next()?, "Z" | "X") {
        return None;
    }
    fields.nth(18)?.parse().ok()
}

/// A text of which nothing acts on the terminal: the errors in it are the server's.
fn visible(text: &str) -> String {
    let hides = |character: char| is_invisible(character) && character != '\n';
    text.chars().map(|c| if hides(c) { c.escape_unicode().to_string() } else { c.to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[track_caller]
    fn check(name: &str, expected: Option<Standing>) {
        assert_eq!(Owner::of(name).map(|owner| owner.standing()), expected, "{name}");
    }

    #[test]
    fn a_servers_error_does_not_act_on_the_terminal() {
        assert_eq!(visible("\u{1b}[2J é\n"), "\\u{1b}[2J é\n");
    }

    #[test]
    fn a_name_says_whose_it_is() {
        let own = Owner::here(3, 0).to_string();
        assert_eq!(Owner::of(&own), Some(Owner::here(3, 0)), "{own}");
        assert!(own.len() < 60 && own.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{own}");
        let second = Owner::here(3, 2).to_string();
        assert_eq!(second, format!("{own}_2"));
        check(&own, Some(Standing::Living));
        check(&second, Some(Standing::Living));
        for other in ["graphlance_0_123", "graphlance_", "graphlance_results", "mine", "graphlance_0000000g_1_2_3"] {
            check(other, None);
        }
        check(&format!("{own}_x"), None);
        check(&format!("{own}_02"), None);
    }

    #[test]
    fn a_dead_process_of_this_machine_is_told_from_a_living_one_and_from_another_machines() {
        let mut child = Command::new("sleep").arg("100").stdout(Stdio::null()).spawn().expect("sleep");
        let start = start_of(child.id()).expect("a start");
        let owner = Owner { process: child.id(), start, ..Owner::here(0, 0) };
        check(&owner.to_string(), Some(Standing::Living));
        // The id was given to another process since.
        check(&Owner { start: start + 1, ..owner.clone() }.to_string(), Some(Standing::Dead));
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        check(&owner.to_string(), Some(Standing::Dead));
        check(&Owner { place: owner.place ^ 1, ..owner.clone() }.to_string(), Some(Standing::Unknown));
        check(&Owner { place: 0, ..owner }.to_string(), Some(Standing::Unknown));
    }

    #[test]
    fn only_what_dead_processes_left_is_removed_and_everything_is_told() {
        let dead = Owner { start: 1, ..Owner::here(1, 0) }.to_string();
        let stuck = Owner { start: 1, ..Owner::here(2, 0) }.to_string();
        let living = Owner::here(0, 0).to_string();
        let hostile = "graphlance_'; DROP TABLE x".to_owned();
        let names =
            [dead.clone(), living, stuck.clone(), "graphlance_0_17".to_owned(), "customers".to_owned(), hostile];
        let found = Leftovers::among(names);
        assert_eq!((found.dead.len(), found.unknown.len()), (2, 1));
        let mut removed = Vec::new();
        let mut remove = |name: &str| {
            removed.push(name.to_owned());
            if name == stuck { Err("locked") } else { Ok(()) }
        };
        let lines = found.report("falkordb://h:1", &mut remove, |name| format!("GRAPH.DELETE {name}"));
        assert_eq!(removed, [dead.clone(), stuck.clone()]);
        assert!(lines[0].starts_with(&format!("removed {dead} from falkordb://h:1")), "{lines:?}");
        assert!(lines[1].contains(&stuck) && lines[1].ends_with("locked"), "{lines:?}");
        assert!(lines[2].ends_with("remove it with: GRAPH.DELETE graphlance_0_17"), "{lines:?}");
    }
}
