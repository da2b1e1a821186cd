//! What SET and its like read.

use super::*;

#[test]
fn a_path_is_null_where_something_is_set_if_return_gives_it() {
    let name = "path-in-what-is-set-is-null";
    let set = |value: &str, behind: &str| format!("MATCH p = (n:C) SET n.id = {value} {behind}");
    for behind in ["RETURN p", "RETURN 1 AS p", "RETURN n ORDER BY p", "RETURN *"] {
        check_as(name, &set("length(p)", behind), &set("null", behind));
    }
    check_as(name, "MATCH p = (n:C) CREATE (m {k: length(p)}) RETURN p", "MATCH p = (n:C) CREATE (m) RETURN p");
    for behind in ["", "RETURN n", "RETURN p AS q", "RETURN length(p) AS x", "WITH p RETURN p"] {
        check_unchanged(name, &set("length(p)", behind));
    }
}

#[test]
fn sets_read_what_was_there_before_the_first_of_them() {
    let name = "sets-read-before-all";
    let read = |set: &str| format!("MATCH (n:C) {set}");
    check_as(name, &read("SET n.k = 1 SET n.l = n.k"), &read("WITH n, n.k AS k SET n.k = 1 SET n.l = k"));
    check_as(name, &read("SET n:X SET n.l = size(labels(n))"), &read("SET n:X SET n.l = 1"));
    check_as(name, &read("SET n = {k: 1} SET n.k = 2 SET n.l = n.k"), &read("SET n = {k: 2, l: 1}"));
    check_as(name, &read("SET n.id = 1 SET n += n SET n.l = n.id"), &read("SET n.l = n.id"));
    check_unchanged(name, &read("SET n.k = 1 WITH n SET n.l = n.k"));
    check_unchanged(name, &read("SET n.k = 1 REMOVE n.m SET n.l = n.k"));
    check_unchanged(name, &read("SET n = {k: 1} SET n.l = n.k"));
}
