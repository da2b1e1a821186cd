use super::*;

fn shell(script: &str, memory: Option<u64>) -> Process {
    let mut command = Command::new("sh");
    command.arg("-c").arg(script);
    Process::spawn(command, memory, Capture::Both).expect("sh starts")
}

#[track_caller]
fn check(script: &str, expected: &str) {
    let obituary = shell(script, None).obituary(Duration::from_secs(5));
    assert!(obituary.starts_with(expected), "{obituary}");
}

#[test]
fn ends_are_told_apart() {
    check("exit 3", "exit code 3");
    check("exit 139", "signal 11 (SIGSEGV)");
    check("kill -SEGV $$", "signal 11 (SIGSEGV)");
    check("kill -ABRT $$", "signal 6 (SIGABRT");
    check("echo \"thread 'main' (7) has overflowed its stack\"; kill -ABRT $$", "stack overflow");
    check("echo 'memory allocation of 99 bytes failed'; kill -ABRT $$", "out of memory: memory allocation of 99");
    check(
        "echo \"thread 'main' (7) panicked at a.rs:1:2:\"; echo boom; exit 101",
        "panic: thread 'main' panicked at a.rs:1:2: boom",
    );
}

#[test]
fn the_log_keeps_its_last_lines() {
    let mut process = shell("i=0; while [ $i -lt 1300 ]; do echo line $i; i=$((i+1)); done", None);
    process.wait(Duration::from_secs(5));
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(process.log().tail(2000).len(), KEPT_LINES);
    assert_eq!(process.log().tail(2), ["line 1298", "line 1299"]);
    assert_eq!(process.log().from("line 99", 2), ["line 999", "line 1000"]);
    assert!(process.log().from("no such line", 2).is_empty());
}

#[test]
fn a_killed_process_takes_its_children_along() {
    let mut process = shell("sleep 100 & echo $!; wait", None);
    std::thread::sleep(Duration::from_millis(200));
    let grandchild: u32 = process.log().tail(1)[0].parse().expect("a process id");
    assert!(process.usage().is_some());
    process.kill();
    std::thread::sleep(Duration::from_millis(50));
    let state = std::fs::read_to_string(format!("/proc/{grandchild}/stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "{state}");
    assert_eq!(process.usage().map(|usage| usage.memory_bytes).unwrap_or(0), 0);
}

/// The id that the script prints, once it is there.
fn printed_id(process: &Process) -> u32 {
    let end = Instant::now() + Duration::from_secs(10);
    while Instant::now() < end {
        if let Some(id) = process.log().tail(1).first().and_then(|line| line.parse().ok()) {
            return id;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the script printed no id");
}

#[track_caller]
fn check_ends(id: u32) {
    let end = Instant::now() + Duration::from_secs(5);
    let lives = || {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    };
    while lives() {
        assert!(Instant::now() < end, "{id} lives");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_group_ends_when_its_leader_died_first() {
    let mut seen = shell("sleep 100 & echo $!", None);
    let orphan = printed_id(&seen);
    assert!(seen.wait(Duration::from_secs(5)).is_some());
    check_ends(orphan);
    // Nobody asked for its end before the value goes.
    let unseen = shell("sleep 100 & echo $!", None);
    let orphan = printed_id(&unseen);
    std::thread::sleep(Duration::from_millis(100));
    drop(unseen);
    check_ends(orphan);
}

#[test]
fn a_child_whose_parent_died_before_it_could_ask_does_not_run() {
    let mut command = Command::new("true");
    let stranger = Pid::from_raw(1);
    // SAFETY: as in `Process::spawn`.
    unsafe {
        command.pre_exec(move || stranger.map_or(Ok(()), |stranger| die_with(stranger, Signal::KILL)));
    }
    assert_eq!(command.status().err().and_then(|error| error.raw_os_error()), Some(Errno::SRCH.raw_os_error()));
}

#[test]
fn a_lower_limit_of_ours_stays() {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 800000; exec \"$0\" --exact --nocapture process::tests::limited_child"]);
    let output = command.arg(std::env::current_exe().expect("this program")).env("LIMITED", "1").output();
    let output = output.expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("limit: 800000"), "{said}");
}

/// Run by the test above, in a process with a limit.
#[test]
fn limited_child() {
    if std::env::var_os("LIMITED").is_some() {
        let mut process = shell("ulimit -v", Some(1 << 30));
        process.wait(Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(50));
        println!("limit: {}", process.log().tail(1).join(""));
        assert!(limit_advice().contains("781 MiB"), "{}", limit_advice());
    }
}

#[test]
fn address_space_is_limited() {
    let mut process = shell("ulimit -v; exit 0", Some(1 << 30));
    process.wait(Duration::from_secs(5));
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(process.log().tail(1), [(1 << 20).to_string()]);
}
