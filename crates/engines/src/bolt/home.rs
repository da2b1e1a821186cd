//! Whose a server of Bolt is.

use crate::launcher::Server;

/// Whose the server is.
pub enum Home {
    /// A server of graphlance's own.
    Own(Box<Server>),
    /// A server of graphlance's own on which databases are made over HTTP, on the port of this name.
    OwnWithAdmin(Box<Server>, String),
    /// A server that others may use too: its database is empty and may be written to.
    Foreign,
    /// A server that others may use too, on which a database of its own is made over HTTP at this address.
    ForeignWithAdmin(String),
}

impl Home {
    /// The server, when it is graphlance's own.
    pub(super) fn server(&mut self) -> Option<&mut Server> {
        match self {
            Home::Own(server) | Home::OwnWithAdmin(server, _) => Some(server),
            Home::Foreign | Home::ForeignWithAdmin(_) => None,
        }
    }
}
