//! Addresses of running servers, as they stand in a target's name.
//!
//! Nothing of an address is repeated in an error but its scheme: whatever is wrong with it may be a password in the wrong
//! place, and errors are printed, logged and passed on.

use std::collections::BTreeMap;

use crate::driver::TargetError;

/// What an address of a scheme may hold beside `[user@]host[:port]`.
#[derive(Clone, Copy, Debug)]
pub struct Form<'a> {
    /// The scheme, without `://`.
    pub scheme: &'a str,
    /// The port that stands for none.
    pub port: u16,
    /// Whether `/database` may follow.
    pub database: bool,
    /// The names that may stand behind `?`.
    pub parameters: &'a [&'a str],
}

/// `[user@]host[:port][/database][?name=value&..]` taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The user.
    pub user: Option<String>,
    /// The host, in brackets if it is an address of IPv6.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The database.
    pub database: Option<String>,
    /// What stands behind `?`, by name.
    pub parameters: BTreeMap<String, String>,
}

impl Form<'_> {
    /// Reads what stands behind `scheme://`. Errors: a password in it, or it is no address of this form.
    pub fn parse(self, text: &str) -> Result<Address, TargetError> {
        let (place, query) = text.split_once('?').unwrap_or((text, ""));
        let parameters = self.parameters(query)?;
        let (user, rest) = match place.rsplit_once('@') {
            Some((user, rest)) => (Some(self.user(user)?), rest),
            None => (None, place),
        };
        let (host, database) = match rest.split_once('/') {
            Some((host, database)) => (host, Some(database).filter(|name| !name.is_empty())),
            None => (rest, None),
        };
        let (host, port) = self.host(host)?;
        let database = database.map(|name| self.database(name)).transpose()?;
        Ok(Address { user, host, port, database, parameters })
    }

    fn parameters(self, query: &str) -> Result<BTreeMap<String, String>, TargetError> {
        let mut found = BTreeMap::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let Some(known) = self.parameters.iter().find(|known| **known == name) else {
                return Err(self.unknown_parameter());
            };
            if found.insert((*known).to_owned(), value.to_owned()).is_some() {
                return Err(self.bad(&format!("has `{known}` twice")));
            }
        }
        Ok(found)
    }

    fn unknown_parameter(self) -> TargetError {
        let known = match self.parameters {
            [] => "no parameters behind `?`".to_owned(),
            known => format!("behind `?` only {}", known.join(", ")),
        };
        self.bad(&format!(
            "takes {known}; what stands there is not repeated here, for it may be a password: a password belongs into the \
             environment variable GRAPHLANCE_PASSWORD"
        ))
    }

    fn user(self, user: &str) -> Result<String, TargetError> {
        if user.contains([':', '%', '/', '@']) {
            return Err(self.bad(
                "has more than a user before the `@`; a password there would be printed and stored: put it into the \
                 environment variable GRAPHLANCE_PASSWORD",
            ));
        }
        if user.is_empty() || user.contains(|character: char| character.is_control() || character.is_whitespace()) {
            return Err(self.bad("has no user's name before the `@`"));
        }
        Ok(user.to_owned())
    }

    fn host(self, text: &str) -> Result<(String, u16), TargetError> {
        let bracket = text.rfind(']').unwrap_or(0);
        let (host, port) = match text[bracket..].rfind(':') {
            Some(colon) => (&text[..bracket + colon], text[bracket + colon + 1..].parse().ok()),
            None => (text, Some(self.port)),
        };
        let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let plain = match inside {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => !host.is_empty() && host.chars().all(|c| c.is_alphanumeric() || ".-_".contains(c)),
        };
        match port {
            Some(port) if plain => Ok((host.to_owned(), port)),
            _ => Err(self.bad("has no host:port")),
        }
    }

    fn database(self, name: &str) -> Result<String, TargetError> {
        if !self.database {
            return Err(self.bad("names a database, and takes none"));
        }
        if !name.chars().all(|character| character.is_alphanumeric() || ".-_".contains(character)) {
            return Err(self.bad("has no name of a database behind the `/`"));
        }
        Ok(name.to_owned())
    }

    fn bad(self, what: &str) -> TargetError {
        TargetError::Unknown(format!("the address behind {}:// {what}", self.scheme))
    }
}

impl Address {
    /// `host:port`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Form = Form { scheme: "postgres", port: 5432, database: true, parameters: &["graph"] };

    #[test]
    fn an_address_is_taken_apart() {
        let parse = |text: &str| {
            let address = FORM.parse(text).unwrap_or_else(|error| panic!("{error}"));
            (address.user.clone(), address.place(), address.database.clone(), address.parameters.get("graph").cloned())
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(parse("localhost"), (None, "localhost:5432".to_owned(), None, None));
        assert_eq!(parse("me@h:1/db?graph=g"), (some("me"), "h:1".to_owned(), some("db"), some("g")));
        assert_eq!(parse("[::1]"), (None, "[::1]:5432".to_owned(), None, None));
        assert_eq!(parse("me@[::1]:7/"), (some("me"), "[::1]:7".to_owned(), None, None));
    }

    /// Refused with a reason, and without a word of the secret in it.
    #[track_caller]
    fn check_refused(text: &str, part: &str) {
        let error = FORM.parse(text).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(part), "{text}: {error}");
        assert!(!error.contains("hunter2") && !error.contains("HUNTER2"), "{text}: {error}");
    }

    #[test]
    fn a_password_is_refused_in_any_place_and_never_repeated() {
        for text in [
            "me:hunter2@host",
            "me:hunter2@host:5432/db?graph=g",
            "me%3Ahunter2@host",
            "me@hunter2@host",
            "me/hunter2@host",
            ":hunter2@host",
            "host?password=hunter2",
            "host/db?graph=g&password=hunter2",
            "host?PASSWORD=hunter2",
            "host?pwd=hunter2&graph=g",
            "host?hunter2",
            "host?hunter2=1",
            "me@host?user=x&pass%77ord=hunter2",
        ] {
            check_refused(text, "GRAPHLANCE_PASSWORD");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        check_refused("me:hunter2", "no host:port");
        check_refused("", "no host:port");
        check_refused("[hunter2]:1", "no host:port");
        check_refused("host:1:hunter2", "no host:port");
        check_refused("host;password=hunter2", "no host:port");
        check_refused("host/db;password=hunter2", "no name of a database");
        check_refused("host?graph=a&graph=hunter2", "`graph` twice");
        check_refused("hunter2 \u{1b}@host", "no user's name");
        let error = Form { database: false, ..FORM }.parse("host/hunter2").unwrap_err().to_string();
        assert!(error.contains("takes none") && !error.contains("hunter2"), "{error}");
    }
}
