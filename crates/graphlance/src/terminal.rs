//! Standard output, on which nothing that a server, a file or a path said can act on the terminal.

use std::io::{self, StdoutLock, Write};

use graphlance_report::quote;

/// A writer that shows invisible characters as `\uXXXX`, but for line feeds and tabs.
///
/// Texts must come whole, as `write!` sends them: bytes that are no UTF-8 are replaced.
#[derive(Debug)]
pub struct Terminal<W>(W);

/// Standard output.
pub fn out() -> Terminal<StdoutLock<'static>> {
    Terminal(io::stdout().lock())
}

impl<W: Write> Terminal<W> {
    /// A terminal around a writer.
    pub fn new(inner: W) -> Terminal<W> {
        Terminal(inner)
    }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(quote::visible(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_the_terminal() {
        let mut out = Terminal::new(Vec::new());
        write!(out, "é\t\u{1b}[2J\u{9b}1m\r\u{202e}\n\n").unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "é\t\\u001b[2J\\u009b1m\\r\\u202e\n\n");
    }
}
