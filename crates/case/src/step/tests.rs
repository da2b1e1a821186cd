use super::*;

fn step(text: &str) -> Step<String> {
    match text.split_once(": ") {
        Some((database, rest)) => step(rest).on(database),
        None => {
            let json = if text.contains(' ') { format!("{{\"run\":\"{text}\"}}") } else { format!("\"{text}\"") };
            serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"))
        }
    }
}

#[track_caller]
fn check_written(text: &str, step: Step<String>) {
    assert_eq!(serde_json::from_str::<Step<String>>(text).ok().as_ref(), Some(&step), "{text}");
    assert_eq!(serde_json::to_string(&step).ok().as_deref(), Some(text));
}

#[test]
fn a_step_of_the_database_of_the_graph_is_written_as_ever_and_others_name_theirs() {
    check_written(r#"{"run":"RETURN 1"}"#, Step::run("RETURN 1".to_owned()));
    check_written(r#""snapshot""#, Act::Snapshot.into());
    check_written(r#""refresh""#, Act::Refresh.into());
    check_written(r#""counters""#, Act::Counters.into());
    check_written(r#""roll_back""#, Act::Boundary(Boundary::RollBack).into());
    check_written(r#"{"database":"b","run":"RETURN 1"}"#, Step::run("RETURN 1".to_owned()).on("b"));
    check_written(r#"{"database":"b","commit":true}"#, Step::from(Act::Boundary(Boundary::Commit)).on("b"));
}

#[test]
fn what_is_no_step_is_refused_with_the_reason() {
    let check = |text: &str, part: &str| {
        let error = serde_json::from_str::<Step<String>>(text).err().map(|error| error.to_string());
        assert!(error.as_ref().is_some_and(|error| error.contains(part)), "{text}: {error:?}");
    };
    check(r#""rollback""#, "`rollback` is no step; there are run, snapshot");
    check(r#"{"database":"b"}"#, "does nothing");
    check(r#"{"run":"RETURN 1","commit":true}"#, "too much for one step");
    check(r#"{"commit":false}"#, "is true, or left out");
    check(r#"{"database":"b","database":"c","run":""}"#, "too much");
}

#[track_caller]
fn check_transactions(steps: &[&str], wanted: Result<&[[usize; 2]], &str>) {
    let steps: Vec<Step<String>> = steps.iter().map(|text| step(text)).collect();
    let found = transactions(&steps);
    assert_eq!(found.as_deref().map_err(String::as_str), wanted, "{steps:?}");
}

#[test]
fn transactions_begin_and_end_in_pairs_on_one_database() {
    check_transactions(&["snapshot", "begin", "CREATE ()", "roll_back", "reset"], Ok(&[[1, 3]]));
    check_transactions(&["begin", "reset", "b: begin", "b: commit"], Ok(&[[0, 1], [2, 3]]));
    check_transactions(&["begin", "begin"], Err("step 2 begins a transaction within another one"));
    check_transactions(&["commit"], Err("step 1 ends a transaction, and none is open"));
    check_transactions(&["begin", "CREATE ()"], Err("the transaction that step 1 begins never ends"));
    let other = "step 2 acts on another database than the transaction that is open";
    check_transactions(&["begin", "b: RETURN 1", "commit"], Err(other));
}

#[test]
fn what_a_target_must_be_able_to_do_follows_from_the_steps() {
    let check = |text: &str, wanted: &[Ability]| {
        assert_eq!(needs(&[step("RETURN 1"), step(text)]).into_iter().collect::<Vec<_>>(), wanted, "{text}");
    };
    check("snapshot", &[]);
    check("roll_back", &[Ability::Transactions]);
    check("b: reset", &[Ability::Databases, Ability::Reset]);
}
