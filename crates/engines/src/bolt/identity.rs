//! Which product a server of Bolt is, by its greeting. Others than Neo4j call themselves Neo4j too, so that clients speak to
//! them.

/// Product and version in a greeting; the version is empty when it does not stand there. A product that says no more than
/// that it is compatible with Neo4j is named by the whole greeting.
///
/// Sources: Neo4j `Neo4j/5.26.0`; Memgraph `Neo4j/v5.11.0 compatible graph database server - Memgraph` (its flag
/// `--bolt-server-name-for-init`); ArcadeDB 26.10.2 `Neo4j/5.26.0 compatible (ArcadeDB 26.10.2)`.
pub fn product(greeting: &str) -> (String, String) {
    let named = |name: &str| greeting.to_ascii_lowercase().find(&name.to_ascii_lowercase());
    for name in ["ArcadeDB", "Memgraph"] {
        if let Some(at) = named(name) {
            let rest = greeting[at + name.len()..].trim_start_matches(['/', ' ', 'v']);
            let version: String =
                rest.chars().take_while(|c| c.is_ascii_alphanumeric() || ".-_".contains(*c)).collect();
            return (name.to_owned(), version);
        }
    }
    match greeting.split_once('/') {
        Some((product, version)) if !version.contains(' ') => (product.to_owned(), version.to_owned()),
        _ => (greeting.to_owned(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(greeting: &str, wanted: (&str, &str)) {
        assert_eq!(product(greeting), (wanted.0.to_owned(), wanted.1.to_owned()), "{greeting}");
    }

    #[test]
    fn a_server_is_who_it_says_and_not_whom_it_is_compatible_with() {
        check("Neo4j/5.26.30", ("Neo4j", "5.26.30"));
        check("Neo4j/5.26.0 compatible (ArcadeDB 26.10.2)", ("ArcadeDB", "26.10.2"));
        check("Neo4j/v5.11.0 compatible graph database server - Memgraph", ("Memgraph", ""));
        check("Memgraph/v3.5.0", ("Memgraph", "3.5.0"));
        check("Neo4j/5.0.0 compatible (Newcomer)", ("Neo4j/5.0.0 compatible (Newcomer)", ""));
        check("TuGraph", ("TuGraph", ""));
        check("", ("", ""));
    }
}
