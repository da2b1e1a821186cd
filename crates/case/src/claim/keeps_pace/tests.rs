use super::*;

/// Which of the two falls behind, given what they took in some races of three repetitions each.
#[track_caller]
fn check(races: &[[[f64; 2]; 3]], slow: Option<usize>) {
    let races: Vec<&[[f64; 2]]> = races.iter().map(<[[f64; 2]; 3]>::as_slice).collect();
    assert_eq!(KeepsPace::lag(&races).map(|lag| lag.slow), slow, "{races:?}");
}

#[test]
fn one_falls_behind_that_takes_ever_longer_than_the_other() {
    let even = [[1.0, 1.0], [1.0, 1.1], [1.0, 0.9]];
    check(&[even, [[1.0, 30.0], [1.0, 31.0], [1.0, 29.0]]], Some(1));
    check(&[even, [[30.0, 1.0], [31.0, 1.0], [29.0, 1.0]]], Some(0));
}

#[test]
fn what_is_short_or_seldom_or_does_not_grow_is_nothing() {
    let even = [[1.0, 1.0], [1.0, 1.1], [1.0, 0.9]];
    check(&[even, [[1.0, 15.0], [1.0, 16.0], [1.0, 14.0]]], None);
    check(&[even, [[1.0, 30.0], [29.0, 31.0], [1.0, 29.0]]], None);
    check(&[even, [[10.0, 40.0], [10.0, 41.0], [10.0, 39.0]]], None);
    // As much at the beginning: what it does once does not grow.
    check(&[[[1.0, 30.0], [1.0, 31.0], [1.0, 29.0]]; 2], None);
    check(&[[[1.0, 30.0], [1.0, 31.0], [1.0, 29.0]]], None);
}
