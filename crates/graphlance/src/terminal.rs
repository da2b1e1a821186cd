//! Standard output, on which nothing that a server, a file or a path said can act on the terminal.

use std::io::{self, StdoutLock, Write};

use graphlance_report::quote;

/// A writer that shows invisible characters as `\uXXXX`, but for line feeds and tabs.
///
/// Texts must come whole, as `write!` sends them: bytes that are no UTF-8 are replaced.
#[derive(Debug)]
pub struct Terminal<W> {
    inner: W,
    /// Whether nothing ends where the reader of a pipe goes.
    goes_on: bool,
}

/// Standard output.
pub fn out() -> Terminal<StdoutLock<'static>> {
    Terminal::new(io::stdout().lock())
}

/// Standard output of what is asked for its exit code: the reader of a pipe may go before that is known.
pub fn lasting_out() -> Terminal<StdoutLock<'static>> {
    Terminal { goes_on: true, ..out() }
}

impl<W: Write> Terminal<W> {
    /// A terminal around a writer.
    pub fn new(inner: W) -> Terminal<W> {
        Terminal { inner, goes_on: false }
    }

    fn unless_gone(&self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if self.goes_on && error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write_all(quote::visible(&String::from_utf8_lossy(bytes)).as_bytes());
        self.unless_gone(written)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.inner.flush();
        self.unless_gone(flushed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_the_terminal() {
        let mut out = Terminal::new(Vec::new());
        write!(out, "é\t\u{1b}[2J\u{9b}1m\r\u{202e}\n\n").unwrap();
        assert_eq!(String::from_utf8(out.inner).unwrap(), "é\t\\u001b[2J\\u009b1m\\r\\u202e\n\n");
    }

    /// A pipe whose reader has gone.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn what_is_asked_for_its_exit_code_goes_on_without_a_reader() {
        let write = |goes_on| writeln!(Terminal { inner: Gone, goes_on }, "still fails").is_ok();
        assert_eq!([write(true), write(false)], [true, false]);
    }
}
