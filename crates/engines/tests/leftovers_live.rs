//! What a killed process left on a real server is removed by the next one there. `GRAPHLANCE_SERVERS` names servers that were
//! started by hand, as targets, with spaces between: `GRAPHLANCE_SERVERS='falkordb://127.0.0.1:6379' cargo test -p
//! graphlance-engines --test all leftovers_live:: -- --ignored`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use graphlance_case::Response;
use graphlance_engines::{TargetOptions, resolve};

/// The variable that tells a process of this program which target to open.
const TARGET: &str = "GRAPHLANCE_TEST_TARGET";

fn open_in_another_process(target: &str) -> Child {
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.args(["--exact", "leftovers_live::opens_a_target", "--ignored", "--nocapture"]).env(TARGET, target);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

fn await_opened(child: &mut Child) {
    let lines = BufReader::new(child.stdout.as_mut().expect("its output")).lines();
    let opened = lines.map_while(Result::ok).any(|line| line.contains("opened"));
    assert!(opened, "the target cannot be opened");
}

#[test]
#[ignore = "is run by the other test"]
fn opens_a_target() {
    let Ok(name) = std::env::var(TARGET) else { return };
    let options = TargetOptions { use_database: true, ..TargetOptions::default() };
    let target = resolve(&name, &options).unwrap_or_else(|error| panic!("{error}"));
    let mut driver = target.open(0).unwrap_or_else(|error| panic!("{error}"));
    // A FalkorDB has a graph as soon as something is in it.
    let response = driver.run("CREATE (:A)", Duration::from_secs(20));
    assert!(matches!(response, Response::Table(_)), "{response:?}");
    println!("\nopened");
    // It is held until the other process closes our input, or kills us.
    let _ = std::io::stdin().read_line(&mut String::new());
}

#[test]
#[ignore = "needs servers that were started by hand"]
fn what_a_killed_process_left_is_removed_by_the_next_one() {
    let servers = std::env::var("GRAPHLANCE_SERVERS").expect("GRAPHLANCE_SERVERS names targets");
    for server in servers.split_whitespace() {
        let mut killed = open_in_another_process(server);
        await_opened(&mut killed);
        let mut living = open_in_another_process(server);
        killed.kill().expect("it is killed");
        killed.wait().expect("it ends");
        // The second one may have been started while the first lived: what it holds is not touched by the third.
        await_opened(&mut living);
        let said = |mut child: Child| {
            await_opened(&mut child);
            drop(child.stdin.take());
            let output = child.wait_with_output().expect("it ends");
            String::from_utf8_lossy(&output.stderr).into_owned()
        };
        let first = said(open_in_another_process(server));
        let second = said(open_in_another_process(server));
        drop(living.stdin.take());
        let living = living.wait_with_output().expect("it ends");
        let all = String::from_utf8_lossy(&living.stderr).into_owned() + &first;
        println!("{server}:\n{all}");
        assert_eq!(all.matches("removed graphlance_").count(), 1, "{all}");
        assert!(!second.contains("removed"), "{second}");
    }
}
