//! Case files, settings and servers of strangers: nothing of theirs runs a program, gets a password, or takes the machine's
//! memory; and nobody's server is hunted without leave. No server, no network.

use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const SECRET: &str = "hunter2";

fn graphlance(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graphlance"));
    command.current_dir(folder).env("NO_COLOR", "1").env("GRAPHLANCE_ENGINES", folder.join("engines"));
    command.env("GRAPHLANCE_LAUNCHERS", folder.join("launchers")).env("GRAPHLANCE_PASSWORD", SECRET);
    command.args(arguments).output().expect("the program starts")
}

/// Ends with this code, says each of `said`, and repeats no password.
#[track_caller]
fn check(folder: &Path, arguments: &[&str], code: i32, said: &[&str]) -> String {
    let output = graphlance(folder, arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    for part in said {
        assert!(text.contains(part), "{arguments:?} does not say `{part}`:\n{text}");
    }
    assert!(!text.contains(SECRET), "{arguments:?}\n{text}");
    text
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a temporary path is text")
}

/// A case that says it was found on `target`.
fn case(folder: &Path, target: &str) -> std::path::PathBuf {
    let json = serde_json::json!({
        "version": 1, "title": "a title", "target": target, "engine": {"engine": "X", "version": "1"},
        "fingerprint": "0123456789abcdef",
        "case": {
            "version": 1, "dialect": "opencypher9", "graph": {"schema": {}, "nodes": [], "relationships": []},
            "steps": [{"run": "RETURN 1 AS x"}],
            "claim": {"returns": {"step": 0, "returns": {"columns": [{"name": "x"}], "rows": [[1]], "order": "bag"}}},
            "lineage": {"oracle": "gqs"},
        },
        "evidence": {"class": "lost_rows", "step": 0, "summary": "x"},
        "responses": [{"table": {"columns": ["x"], "rows": []}}], "replayed": [5, 5],
        "discovery": serde_json::json!({"seed": 1, "profile": "quick", "seconds": 0.0, "checks": 1,
            "original": measured(), "reduced": measured(), "reduction_runs": 0, "reduction_seconds": 0.0}),
    });
    let file = folder.join("case.json");
    std::fs::write(&file, json.to_string()).expect("a case");
    file
}

/// The sizes of a case, as a hunt of the reference writes them.
fn measured() -> serde_json::Value {
    serde_json::json!({"nodes": 1, "relationships": 0, "patterns": 0, "relationship_patterns": 0, "expression_depth": 0,
        "clauses": 1, "references": 0, "plan_steps": 1, "characters": 13, "functions": 0})
}

#[test]
fn a_case_file_runs_no_program() {
    let place = tempfile::tempdir().expect("a folder");
    let ran = place.path().join("ran");
    let hostile = format!("exec:sh -c 'touch {}'", path(&ran));
    let file = case(place.path(), &hostile);
    for verb in ["replay", "reduce", "versions"] {
        check(place.path(), &[verb, path(&file)], 1, &["case.json", &hostile, "--target"]);
    }
    assert!(!ran.exists());
    // On the command line it is the user's own choice.
    check(place.path(), &["replay", path(&file), "--target", &hostile], 4, &[]);
    assert!(ran.exists());
}

#[test]
fn a_case_file_names_no_server_that_gets_the_password() {
    let place = tempfile::tempdir().expect("a folder");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("no waiting");
    let address = listener.local_addr().expect("an address");
    for scheme in ["falkordb", "bolt", "arcadedb", "postgres"] {
        let name = format!("{scheme}://{address}");
        let file = case(place.path(), &name);
        for verb in ["replay", "reduce"] {
            check(place.path(), &[verb, path(&file), "--use-database"], 1, &["case.json", &name, "--target"]);
        }
    }
    assert!(listener.accept().is_err(), "somebody knocked");
}

#[test]
fn a_case_file_installs_nothing_that_is_not_listed() {
    let place = tempfile::tempdir().expect("a folder");
    for name in ["kuzu@0.11.3 six", "kuzu@0.6.1", "kuzu@/tmp", "kuzu@\u{1b}[2Jx", "neo4j@..", "reference:\u{1b}[2J"] {
        let file = case(place.path(), name);
        for verb in ["replay", "reduce"] {
            let text = check(place.path(), &[verb, path(&file)], 1, &["case.json", "--target"]);
            assert!(!text.contains('\u{1b}'), "{text:?}");
        }
    }
    assert!(!place.path().join("engines").exists());
    check(place.path(), &["replay", path(&case(place.path(), "reference"))], 0, &["no longer fails"]);
}

#[test]
fn a_settings_file_names_only_what_a_case_file_may() {
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("hunt.toml");
    let ran = place.path().join("ran");
    for name in [&*format!("exec:touch {}", path(&ran)), "falkordb://127.0.0.1:1", "kuzu@0.11.3 six"] {
        std::fs::write(&file, format!("use-database = true\ntarget = \"{name}\"\n")).expect("a file");
        check(place.path(), &["hunt", "--config", path(&file)], 1, &["hunt.toml", name, "command line"]);
    }
    assert!(!ran.exists() && !place.path().join("graphlance.out").exists());
}

#[test]
fn a_version_on_the_command_line_is_one_word() {
    let place = tempfile::tempdir().expect("a folder");
    for name in ["kuzu@0.11.3 six", "kuzu@--index-url=x", "neo4j@..", "kuzu@"] {
        check(place.path(), &["hunt", name], 1, &["has no version"]);
        check(place.path(), &["engines", "install", name], 1, &["has no version"]);
    }
    assert!(!place.path().join("engines").exists());
}

#[test]
fn large_deep_and_strange_files_are_refused_at_once() {
    let place = tempfile::tempdir().expect("a folder");
    let out = place.path().join("out");
    let bug = out.join("bugs/x");
    std::fs::create_dir_all(&bug).expect("a folder");
    std::fs::write(out.join("run.json"), "{}").expect("a file");
    let file = bug.join("case.json");
    let readers: [&[&str]; 6] = [
        &["replay", path(&file)],
        &["reduce", path(&file)],
        &["versions", path(&file)],
        &["bugs", "show", path(&bug)],
        &["bugs", "list", "--out", path(&out)],
        &["hunt", "reference", "--budget", "5q", "--out", "hunted", "--known", path(&out)],
    ];
    let check_all = |said: &str| {
        for arguments in readers {
            let begun = Instant::now();
            let output = graphlance(place.path(), arguments);
            let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(text.contains(said) && text.contains("case.json"), "{arguments:?}: {text}");
            assert!(begun.elapsed() < Duration::from_secs(20), "{arguments:?}");
        }
    };
    std::fs::File::create(&file).and_then(|file| file.set_len(300 << 20)).expect("a file");
    check_all("larger than 16 MiB");
    std::fs::write(&file, "[".repeat(1 << 20)).expect("a file");
    check_all("100 levels");
    std::fs::write(&file, format!("{{\"version\": 1, \"x\": [{}0]}}", "0,".repeat(1_000_000))).expect("a file");
    check_all("1000000 values");
    std::fs::remove_file(&file).expect("removed");
    assert!(Command::new("mkfifo").arg(&file).status().expect("mkfifo runs").success());
    check_all("no ordinary file");
    check(place.path(), &["replay", "/dev/zero"], 1, &["/dev/zero", "no ordinary file"]);
    std::fs::remove_file(&file).expect("removed");
    std::fs::copy(case(place.path(), "reference"), &file).expect("a copy");
    std::fs::File::create(bug.join("report.md")).and_then(|file| file.set_len(300 << 20)).expect("a file");
    check(place.path(), &["bugs", "show", path(&bug)], 1, &["report.md", "larger than 16 MiB"]);
    check(place.path(), &["hunt", "--config", "/dev/zero"], 1, &["/dev/zero", "16 MiB"]);
}

#[test]
fn a_password_in_an_address_is_refused_and_neither_told_nor_kept() {
    let place = tempfile::tempdir().expect("a folder");
    for scheme in ["bolt", "falkordb", "arcadedb", "postgres"] {
        for rest in ["me:hunter2@h", "h?password=hunter2", "me@h?graph=abc&password=hunter2", "h?PassWord=hunter2"] {
            let name = format!("{scheme}://{rest}");
            for verb in ["hunt", "doctor", "probe", "bench", "conform"] {
                if verb == "conform" {
                    std::fs::write(place.path().join("suite.jsonl"), "").expect("a file");
                    let arguments = ["conform", &name, "--use-database", "--suite", "suite.jsonl"];
                    check(place.path(), &arguments, 1, &["GRAPHLANCE_PASSWORD"]);
                    continue;
                }
                check(place.path(), &[verb, &name, "--use-database"], 1, &["GRAPHLANCE_PASSWORD"]);
            }
            std::fs::write(place.path().join("hunt.toml"), format!("target = \"{name}\"\n")).expect("a file");
            check(place.path(), &["hunt", "--config", "hunt.toml"], 1, &["hunt.toml", "command line"]);
            let file = case(place.path(), &name);
            check(place.path(), &["replay", path(&file)], 1, &["case.json"]);
            check(place.path(), &["replay", path(&file), "--target", &name], 1, &["GRAPHLANCE_PASSWORD"]);
        }
    }
    assert!(!place.path().join("graphlance.out").exists());
}

#[test]
fn every_verb_asks_for_leave_before_it_touches_a_server() {
    let place = tempfile::tempdir().expect("a folder");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("no waiting");
    let address = listener.local_addr().expect("an address");
    let file = case(place.path(), "grafeo");
    std::fs::write(place.path().join("suite.jsonl"), "").expect("a file");
    for scheme in ["falkordb", "bolt", "arcadedb", "postgres"] {
        let name = format!("{scheme}://{address}");
        let verbs: [&[&str]; 9] = [
            &["hunt", &name],
            &["replay", path(&file), "--target", &name],
            &["replay", path(&file), "--target", "reference", "--target", &name],
            &["reduce", path(&file), "--target", &name],
            &["conform", &name, "--suite", "suite.jsonl"],
            &["doctor", &name],
            &["probe", &name],
            &["bench", &name],
            &["known", "recheck", "--target", &name],
        ];
        for arguments in verbs {
            check(place.path(), arguments, 1, &[&name, "--use-database", "crash", "written to"]);
        }
    }
    assert!(listener.accept().is_err(), "somebody knocked");
}

#[test]
fn every_verb_takes_leave() {
    let place = tempfile::tempdir().expect("a folder");
    for verb in
        [&["hunt"][..], &["replay"], &["reduce"], &["versions"], &["conform"], &["doctor"], &["probe"], &["bench"]]
    {
        let arguments = [verb, &["--help"]].concat();
        let said = ["--use-database", "not started by graphlance", "exec:PROGRAM", "bolt://", "graphqlite"];
        check(place.path(), &arguments, 0, &said);
    }
    check(place.path(), &["known", "recheck", "--help"], 0, &["--use-database", "not started by graphlance"]);
}

#[test]
fn an_engine_without_a_dialect_is_refused_with_the_way_to_one() {
    let place = tempfile::tempdir().expect("a folder");
    let worker = concat!(
        "exec:sh -c 'read line; echo \"{\\\"hello\\\":{\\\"protocol\\\":1,\\\"identity\\\":",
        "{\\\"engine\\\":\\\"Toy\\\",\\\"version\\\":\\\"1.0\\\"}}}\"; read line'"
    );
    let file = case(place.path(), "grafeo");
    let verbs: [&[&str]; 3] = [
        &["bench", worker],
        &["replay", path(&file), "--target", worker],
        &["reduce", path(&file), "--target", worker],
    ];
    for arguments in verbs {
        check(place.path(), arguments, 1, &["no dialect of Toy 1.0", "`graphlance probe TARGET`", "--dialect"]);
    }
    check(place.path(), &["bench", "memgraph"], 1, &["no dialect of memgraph", "graphlance probe memgraph"]);
    assert!(!place.path().join("engines").exists() && !place.path().join("graphlance.out").exists());
}

#[test]
fn an_engine_without_a_dialect_is_probed_before_it_is_hunted() {
    let place = tempfile::tempdir().expect("a folder");
    let out = place.path().join("out");
    let script = place.path().join("toy.sh");
    let rename = r#"sed -u 's/"engine":"grafeo"/"engine":"Toy"/'"#;
    std::fs::write(&script, format!("{} worker grafeo | {rename}\n", env!("CARGO_BIN_EXE_graphlance")))
        .expect("a script");
    let toy = format!("exec:sh {}", path(&script));
    let output =
        graphlance(place.path(), &["hunt", &toy, "--budget", "300q", "--profile", "quick", "--out", path(&out)]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 2 | 3)), "{said}");
    assert!(said.contains("it is probed first") && said.contains("toy-0.5.44 was learned"), "{said}");
    let learned = std::fs::read_to_string(out.join("dialect.toml")).expect("what was learned");
    assert!(learned.contains("from Toy 0.5.44") && learned.contains("name = \"toy-0.5.44\""), "{learned}");
    let file = case(&out, &toy);
    // It is asked in the learned dialect, though the file says nothing but its name.
    check(place.path(), &["replay", path(&file), "--target", &toy], 0, &["no longer fails"]);
}

/// A worker whose one query is wrong where a switch stands before it.
const WRONG_UNDER_A_SWITCH: &str = concat!(
    "exec:sh -c 'while read line; do case \"$line\" in ",
    "*hello*) echo \"{\\\"hello\\\":{\\\"protocol\\\":1,\\\"identity\\\":{\\\"engine\\\":\\\"Neo4j\\\",\\\"version\\\":\\\"5.26.30\\\"}}}\";; ",
    "*CYPHER*) echo \"{\\\"table\\\":{\\\"columns\\\":[\\\"x\\\"],\\\"rows\\\":[]}}\";; ",
    "*RETURN*) echo \"{\\\"table\\\":{\\\"columns\\\":[\\\"x\\\"],\\\"rows\\\":[[1]]}}\";; ",
    "*read_graph*) echo \"{\\\"graph\\\":{\\\"schema\\\":{},\\\"nodes\\\":[],\\\"relationships\\\":[]}}\";; ",
    "*) echo \\\"done\\\";; esac; done'"
);

#[test]
fn switches_are_part_of_what_is_sent_and_shown() {
    let place = tempfile::tempdir().expect("a folder");
    let file = case(place.path(), "neo4j");
    let text = std::fs::read_to_string(&file).expect("a case");
    let text = text.replace("\"steps\":", "\"plan\":[[\"runtime\",\"slotted\"]],\"steps\":");
    std::fs::write(&file, text).expect("a case");
    let reduce = ["reduce", path(&file), "--target", WRONG_UNDER_A_SWITCH, "--budget", "50q", "--out", "small.json"];
    check(place.path(), &reduce, 2, &["CYPHER runtime=slotted RETURN 1 AS x;"]);
    let small = std::fs::read(place.path().join("small.json")).expect("the reduced case");
    let small: serde_json::Value = serde_json::from_slice(&small).expect("JSON");
    assert_eq!(small["text"], "CYPHER runtime=slotted RETURN 1 AS x");
    check(place.path(), &["replay", path(&file), "--target", WRONG_UNDER_A_SWITCH], 2, &["still fails"]);
    // Another engine has no such switch.
    let said = ["without the switches runtime=slotted", "no longer fails"];
    check(place.path(), &["replay", path(&file), "--target", "reference"], 0, &said);
    let several = ["replay", path(&file), "--target", "reference", "--target", WRONG_UNDER_A_SWITCH];
    check(place.path(), &several, 2, &["| right |", "without runtime=slotted", "| fails |"]);
}

#[test]
fn generated_texts_have_their_switches_and_name_them() {
    let place = tempfile::tempdir().expect("a folder");
    let arguments = ["generate", "--dialect", "neo4j", "--profile", "quick", "--count", "60", "--json"];
    let text = check(place.path(), &arguments, 0, &[]);
    let mut switched = 0;
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let plan = line["plan"].as_array().expect("a list");
        let sent = line["text"].as_str().expect("a text");
        let word = |switch: &serde_json::Value, place: usize| switch[place].as_str().unwrap_or_default().to_owned();
        let pairs: Vec<[String; 2]> = plan.iter().map(|switch| [0, 1].map(|place| word(switch, place))).collect();
        // A switch without a value is a word of its own, behind the others.
        let (words, valued): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|[_, value]| value.is_empty());
        let valued: Vec<String> = valued.iter().map(|pair| pair.join("=")).collect();
        let cypher = if valued.is_empty() { Vec::new() } else { vec!["CYPHER".to_owned()] };
        let words: Vec<String> = words.into_iter().map(|[name, _]| name).collect();
        let before = [cypher, valued, words].concat();
        assert!(sent.starts_with(&before.iter().map(|word| format!("{word} ")).collect::<String>()), "{sent}");
        assert!(before.iter().any(|word| word == "CYPHER") || !sent.starts_with("CYPHER"), "{sent}");
        switched += usize::from(!before.is_empty());
    }
    assert!(switched > 0);
}

/// A server that greets as a Memgraph does; everything else it is told it forgets.
fn memgraph() -> String {
    use std::io::Write;
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let mut bytes = [0; 4096];
            let _ = stream.read(&mut bytes);
            let _ = stream.write_all(&[0, 0, 4, 4]);
            let _ = stream.read(&mut bytes);
            let name = b"Neo4j/v5.11.0 compatible graph database server - Memgraph";
            let mut success = vec![0xB1, 0x70, 0xA1, 0x86];
            success.extend(b"server");
            success.extend([0xD0, name.len() as u8]);
            success.extend(name);
            let _ = stream.write_all(&[&[0, success.len() as u8][..], &success, &[0, 0]].concat());
        }
    });
    address
}

#[test]
fn a_server_of_bolt_is_asked_who_it_is() {
    let place = tempfile::tempdir().expect("a folder");
    let name = format!("bolt://{}", memgraph());
    check(
        place.path(),
        &["hunt", &name, "--use-database"],
        4,
        &["no dialect of bolt://", "it is probed first", "the server lives"],
    );
}
