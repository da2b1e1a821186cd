use super::{check_as, check_unchanged};

#[test]
fn duration_of_a_map_cuts_fractions_off() {
    let name = "duration-of-map-cuts-fractions";
    check_as(
        name,
        "RETURN duration({hours: 1.5, days: -2.7, seconds: 1}) AS x",
        "RETURN duration({hours: 1, days: -2, seconds: 1}) AS x",
    );
    check_unchanged(name, "RETURN [duration({hours: 1, days: 2.0}), duration('PT1.5H')] AS x");
}

#[test]
fn durations_wrap_at_64_bits_of_nanoseconds() {
    let name = "durations-wrap";
    check_as(name, "RETURN duration('PT2562048H') AS x", "RETURN duration('PT-2562047H-34M-33.709551616S') AS x");
    check_as(
        name,
        "RETURN duration('PT2562000H') + duration('P1DT2562000H') AS x",
        "RETURN duration('P1DT-95H-34M-33.709551616S') AS x",
    );
    check_unchanged(name, "RETURN duration('P106752DT2562047H') AS x");
}
