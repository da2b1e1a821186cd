//! Bytes to frames, incrementally, whatever the bytes are.

use thiserror::Error;

use crate::limits::{self, TooLarge, at_most};

/// A RESP2 value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// `+text`
    Simple(String),
    /// `-text`: an error of the server, its own text.
    Error(String),
    /// `:1`
    Integer(i64),
    /// `$n`: bytes.
    Bulk(Vec<u8>),
    /// `*n`
    Array(Vec<Frame>),
    /// `$-1` or `*-1`
    Null,
}

/// What a message may measure at most. The server chooses lengths; nothing is allocated on its word alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a line: a number, a simple string or an error (engines put whole queries into errors).
    pub line: usize,
    /// Bytes of one bulk string.
    pub bulk: usize,
    /// Bytes that the frames of one message take in memory: a frame of four bytes takes many times that.
    pub memory: usize,
    /// Bytes of one message.
    pub message: usize,
    /// Arrays within arrays.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            line: limits::STRING_BYTES,
            bulk: limits::STRING_BYTES,
            memory: limits::MEMORY,
            message: limits::RESPONSE_BYTES,
            depth: limits::DEPTH,
        }
    }
}

/// Why bytes are no acceptable message. After it the stream has no meaning any more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// A message begins with a byte that is no type marker.
    #[error("no message of the protocol begins with {}", describe(.0))]
    Marker(Vec<u8>),
    /// A number was expected.
    #[error("not a number: {}", describe(.0))]
    Number(Vec<u8>),
    /// A line or a string does not end in CR LF.
    #[error("a {0} does not end in CR LF")]
    Terminator(&'static str),
    /// Text that is not UTF-8.
    #[error("a status or error line is not UTF-8: {}", describe(.0))]
    Encoding(Vec<u8>),
    /// A length that is none.
    #[error("{0} of {1}")]
    Length(&'static str, i64),
    /// A length beyond [`Limits`].
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

fn describe(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(40)];
    format!("\"{}\"", shown.escape_ascii())
}

/// Decodes a stream of messages. Feed bytes as they come; take messages until there is none.
///
/// State is kept between calls, so a message that comes in many pieces is scanned once.
#[derive(Debug)]
pub struct Decoder {
    limits: Limits,
    buffer: Vec<u8>,
    /// Where the next undecoded byte stands in the buffer.
    position: usize,
    /// How far the search for the end of the current line has come.
    scanned: usize,
    open: Vec<OpenArray>,
    /// The length of a bulk string whose bytes have not all come.
    bulk: Option<usize>,
    memory: usize,
    bytes: usize,
}

#[derive(Debug)]
struct OpenArray {
    missing: usize,
    items: Vec<Frame>,
}

/// Arrays are allocated for at most this many items before any of them has come.
const TRUSTED_CAPACITY: usize = 64;

impl Decoder {
    /// A decoder at the beginning of a stream.
    pub fn new(limits: Limits) -> Decoder {
        Decoder {
            limits,
            buffer: Vec::new(),
            position: 0,
            scanned: 0,
            open: Vec::new(),
            bulk: None,
            memory: 0,
            bytes: 0,
        }
    }

    /// Takes bytes from the stream.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.position == self.buffer.len() {
            self.buffer.clear();
            self.scanned = 0;
            self.position = 0;
        } else if self.position > (1 << 16) {
            self.buffer.drain(..self.position);
            self.scanned = self.scanned.saturating_sub(self.position);
            self.position = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// True between messages: no byte of an unfinished one has come.
    pub fn is_idle(&self) -> bool {
        self.position == self.buffer.len() && self.open.is_empty() && self.bulk.is_none()
    }

    /// The next whole message, or none if more bytes are needed. Errors: [`DecodeError`]; the decoder must then be
    /// thrown away.
    pub fn message(&mut self) -> Result<Option<Frame>, DecodeError> {
        loop {
            let Some(frame) = self.next_frame()? else { return Ok(None) };
            if let Some(message) = self.place(frame) {
                self.memory = 0;
                self.bytes = 0;
                return Ok(Some(message));
            }
        }
    }

    /// Puts a finished frame where it belongs; gives the message if it is the last of it.
    fn place(&mut self, frame: Frame) -> Option<Frame> {
        let mut frame = frame;
        loop {
            let Some(array) = self.open.last_mut() else { return Some(frame) };
            array.items.push(frame);
            array.missing -= 1;
            if array.missing > 0 {
                return None;
            }
            frame = self.open.pop().map(|array| Frame::Array(array.items))?;
        }
    }

    /// The next frame that is not an open array.
    fn next_frame(&mut self) -> Result<Option<Frame>, DecodeError> {
        loop {
            if let Some(length) = self.bulk {
                return self.bulk_bytes(length);
            }
            let Some((marker, from, to)) = self.line()? else { return Ok(None) };
            let line = &self.buffer[from..to];
            match marker {
                b'+' => return Ok(Some(Frame::Simple(text(line)?))),
                b'-' => return Ok(Some(Frame::Error(text(line)?))),
                b':' => return Ok(Some(Frame::Integer(number(line)?))),
                b'$' => match number(line)? {
                    -1 => return Ok(Some(Frame::Null)),
                    length => {
                        self.bulk = Some(checked("a string", "bytes of one string", length, self.limits.bulk)?);
                    }
                },
                _ => match number(line)? {
                    -1 => return Ok(Some(Frame::Null)),
                    0 => return Ok(Some(Frame::Array(Vec::new()))),
                    length => self.open_array(length)?,
                },
            }
        }
    }

    fn open_array(&mut self, length: i64) -> Result<(), DecodeError> {
        // Each item takes four bytes at least.
        let length = checked("an array", "items of one array", length, self.limits.message / 4)?;
        at_most(self.open.len() + 1, self.limits.depth, "arrays within one another")?;
        self.open.push(OpenArray { missing: length, items: Vec::with_capacity(length.min(TRUSTED_CAPACITY)) });
        Ok(())
    }

    /// A line without its marker and its CR LF, as a range of the buffer.
    fn line(&mut self) -> Result<Option<(u8, usize, usize)>, DecodeError> {
        let start = self.position;
        let Some(&marker) = self.buffer.get(start) else { return Ok(None) };
        if !matches!(marker, b'+' | b'-' | b':' | b'$' | b'*') {
            return Err(DecodeError::Marker(self.buffer[start..].iter().take(40).copied().collect()));
        }
        let from = self.scanned.max(start + 1);
        let Some(offset) = self.buffer[from..].iter().position(|byte| *byte == b'\n') else {
            self.scanned = self.buffer.len();
            at_most(self.buffer.len() - start, self.limits.line, "bytes of one line")?;
            return Ok(None);
        };
        let end = from + offset;
        if self.buffer[end - 1] != b'\r' || end - 1 <= start {
            return Err(DecodeError::Terminator("line"));
        }
        self.take(end + 1)?;
        Ok(Some((marker, start + 1, end - 1)))
    }

    fn bulk_bytes(&mut self, length: usize) -> Result<Option<Frame>, DecodeError> {
        let end = self.position + length;
        if self.buffer.len() < end + 2 {
            return Ok(None);
        }
        if &self.buffer[end..end + 2] != b"\r\n" {
            return Err(DecodeError::Terminator("string"));
        }
        let bytes = self.buffer[self.position..end].to_vec();
        self.bulk = None;
        self.take(end + 2)?;
        Ok(Some(Frame::Bulk(bytes)))
    }

    /// Moves on, and counts what the message has used of its limits: a frame for each line and each string, which an array
    /// that grows may have twice, and the bytes of the text in it.
    fn take(&mut self, end: usize) -> Result<(), DecodeError> {
        let size = end - self.position;
        self.memory += 2 * size_of::<Frame>() + size;
        self.bytes += size;
        self.position = end;
        self.scanned = end;
        at_most(self.bytes, self.limits.message, "bytes")?;
        Ok(at_most(self.memory, self.limits.memory, "bytes in memory")?)
    }
}

fn text(line: &[u8]) -> Result<String, DecodeError> {
    String::from_utf8(line.to_vec()).map_err(|error| DecodeError::Encoding(error.into_bytes()))
}

fn number(line: &[u8]) -> Result<i64, DecodeError> {
    let bad = || DecodeError::Number(line.iter().take(40).copied().collect());
    std::str::from_utf8(line).ok().and_then(|text| text.parse().ok()).ok_or_else(bad)
}

fn checked(what: &'static str, of_what: &'static str, length: i64, limit: usize) -> Result<usize, DecodeError> {
    let size = usize::try_from(length).map_err(|_| DecodeError::Length(what, length))?;
    at_most(size, limit, of_what)?;
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes `bytes` whole and in pieces of 1 to 3 bytes: the outcome must be the same.
    fn decode(bytes: &[u8]) -> Result<Vec<Frame>, DecodeError> {
        let run = |size: usize| {
            let mut decoder = Decoder::new(Limits { line: 50, bulk: 100, memory: 1000, message: 200, depth: 4 });
            let mut messages = Vec::new();
            for piece in bytes.chunks(size.max(1)) {
                decoder.feed(piece);
                while let Some(message) = decoder.message()? {
                    messages.push(message);
                }
            }
            Ok(messages)
        };
        let whole = run(bytes.len());
        for size in 1..4 {
            let pieces = run(size);
            assert_eq!(pieces.is_ok(), whole.is_ok(), "{bytes:?}");
            if let (Ok(pieces), Ok(whole)) = (pieces, &whole) {
                assert_eq!(&pieces, whole, "{bytes:?}");
            }
        }
        whole
    }

    #[track_caller]
    fn check(bytes: &[u8], expected: &[Frame]) {
        assert_eq!(decode(bytes).as_deref(), Ok(expected), "{bytes:?}");
    }

    #[track_caller]
    fn check_error(bytes: &[u8], part: &str) {
        let error = decode(bytes).expect_err("garbage").to_string();
        assert!(error.contains(part), "{error}");
    }

    #[test]
    fn messages_decode_whole_and_in_pieces() {
        check(b"+OK\r\n", &[Frame::Simple("OK".into())]);
        check(b"-ERR bad\r\n:-12\r\n", &[Frame::Error("ERR bad".into()), Frame::Integer(-12)]);
        check(b"$5\r\na\r\nbc\r\n", &[Frame::Bulk(b"a\r\nbc".to_vec())]);
        check(
            b"$-1\r\n*-1\r\n*0\r\n$0\r\n\r\n",
            &[Frame::Null, Frame::Null, Frame::Array(vec![]), Frame::Bulk(vec![])],
        );
        check(
            b"*2\r\n*1\r\n:1\r\n*0\r\n+x\r\n",
            &[
                Frame::Array(vec![Frame::Array(vec![Frame::Integer(1)]), Frame::Array(vec![])]),
                Frame::Simple("x".into()),
            ],
        );
    }

    #[test]
    fn an_unfinished_message_waits_for_more() {
        for bytes in [&b"*2\r\n:1\r\n"[..], b"$10\r\nabc", b"+OK\r", b":", b""] {
            check(bytes, &[]);
        }
    }

    #[test]
    fn garbage_is_an_error_that_shows_it() {
        check_error(b"HTTP/1.1 400 Bad Request\r\n", "HTTP/1.1 400");
        check_error(b":twelve\r\n", "twelve");
        check_error(b"+no carriage return\n", "CR LF");
        check_error(b"$3\r\nabcde\r\n", "CR LF");
        check_error(b"+\xff\xfe\r\n", "UTF-8");
        check_error(b":99999999999999999999\r\n", "not a number");
        check_error(b"+\n", "CR LF");
    }

    #[test]
    fn announced_lengths_are_not_believed() {
        check_error(b"$9223372036854775807\r\n", "more than 100 bytes of one string");
        check_error(b"*9223372036854775807\r\n", "more than 50 items of one array");
        check_error(b"*-2\r\n", "an array of -2");
        check_error(b"$-5\r\n", "a string of -5");
        check_error(&[b'+'; 80], "more than 50 bytes of one line");
        check_error(&b"*1\r\n".repeat(9), "more than 4 arrays within one another");
        check_error(&[&b"*40\r\n"[..], &b"*0\r\n".repeat(30)].concat(), "more than 1000 bytes in memory");
        let long = [&b"*3\r\n"[..], &[&b"$90\r\n"[..], &[b'x'; 90], b"\r\n"].concat().repeat(3)].concat();
        check_error(&long, "more than 200 bytes");
    }
}
