//! The databases of a worker: its own, and those that a case names, by what the server calls them.

use std::collections::BTreeMap;

use crate::owner::sibling;

/// The databases of one worker.
#[derive(Debug, Default)]
pub struct Databases {
    own: String,
    named: BTreeMap<String, String>,
    count: u32,
}

impl Databases {
    /// Its own alone.
    pub fn new(own: impl Into<String>) -> Databases {
        Databases { own: own.into(), ..Databases::default() }
    }

    /// What the server calls the one of this name; without a name its own. None: it is not made yet.
    pub fn known(&self, name: Option<&str>) -> Option<String> {
        match name {
            None => Some(self.own.clone()),
            Some(name) => self.named.get(name).cloned(),
        }
    }

    /// What the next one is to be called on the server: a name that says whose it is, as far as that of the worker's own does.
    pub fn fresh(&mut self) -> String {
        self.count += 1;
        sibling(&self.own, self.count)
    }

    /// The one of this name was made.
    pub fn made(&mut self, name: &str, called: String) {
        self.named.insert(name.to_owned(), called);
    }

    /// Those with names are no more, or are to be removed: what the server calls them.
    pub fn take_named(&mut self) -> Vec<String> {
        std::mem::take(&mut self.named).into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::owner::Owner;

    #[test]
    fn each_name_has_a_database_and_the_server_can_tell_whose_it_is() {
        let own = Owner::here(2, 0).to_string();
        let mut databases = Databases::new(own.as_str());
        assert_eq!((databases.known(None), databases.known(Some("b"))), (Some(own), None));
        let [first, second] = [databases.fresh(), databases.fresh()];
        assert_eq!((Owner::of(&first), Owner::of(&second)), (Some(Owner::here(2, 1)), Some(Owner::here(2, 2))));
        databases.made("b", first.clone());
        assert_eq!(databases.known(Some("b")), Some(first.clone()));
        assert_eq!((databases.take_named(), databases.known(Some("b"))), (vec![first], None));
        assert_eq!(Databases::new("mine").fresh(), "mine_1");
    }
}
