//! PackStream, the encoding of Bolt's messages: <https://neo4j.com/docs/bolt/current/packstream/>.

use smol_str::SmolStr;
use thiserror::Error;

use crate::limits::{DEPTH, Meter, TooLarge};

/// A value as the protocol has it. Structures keep tag and fields, known or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Pack {
    /// Null.
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integer of any width.
    Integer(i64),
    /// A double.
    Float(f64),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A string.
    String(SmolStr),
    /// A list.
    List(Vec<Pack>),
    /// A map, in the order of the message; a key may stand twice.
    Map(Vec<(SmolStr, Pack)>),
    /// A structure.
    Structure {
        /// What it is.
        tag: u8,
        /// Its fields.
        fields: Vec<Pack>,
    },
}

/// Why bytes are no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {position}: {what}")]
pub struct PackError {
    /// Where, counted from the message's first byte.
    pub position: usize,
    /// What is wrong there.
    pub what: String,
    /// The limit that the value is beyond, if that is what is wrong.
    pub too_large: Option<TooLarge>,
}

impl Pack {
    /// A string.
    pub fn string(text: impl Into<SmolStr>) -> Pack {
        Pack::String(text.into())
    }

    /// A map.
    pub fn map<const N: usize>(entries: [(&str, Pack); N]) -> Pack {
        Pack::Map(entries.map(|(key, value)| (key.into(), value)).into())
    }

    /// The value of a key, if this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Pack> {
        match self {
            Pack::Map(entries) => entries.iter().find(|(known, _)| known == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text, if this is a string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Pack::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if this is an integer.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Pack::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// What it is, for an error.
    pub fn kind(&self) -> String {
        match self {
            Pack::Null => "null".to_owned(),
            Pack::Boolean(value) => value.to_string(),
            Pack::Integer(number) => number.to_string(),
            Pack::Float(number) => format!("{number:?}"),
            Pack::Bytes(bytes) => format!("{} bytes", bytes.len()),
            Pack::String(text) => format!("a string of {} bytes", text.len()),
            Pack::List(items) => format!("a list of {}", items.len()),
            Pack::Map(entries) => format!("a map of {}", entries.len()),
            Pack::Structure { tag, fields } => format!("a structure {tag:#04x} of {} fields", fields.len()),
        }
    }

    /// Appends the value to `bytes`.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        match self {
            Pack::Null => bytes.push(0xC0),
            Pack::Boolean(value) => bytes.push(if *value { 0xC3 } else { 0xC2 }),
            Pack::Integer(number) => encode_integer(*number, bytes),
            Pack::Float(number) => {
                bytes.push(0xC1);
                bytes.extend(number.to_be_bytes());
            }
            Pack::Bytes(content) => {
                encode_size(content.len(), None, [0xCC, 0xCD, 0xCE], bytes);
                bytes.extend(content);
            }
            Pack::String(text) => {
                encode_size(text.len(), Some(0x80), [0xD0, 0xD1, 0xD2], bytes);
                bytes.extend(text.as_bytes());
            }
            Pack::List(items) => {
                encode_size(items.len(), Some(0x90), [0xD4, 0xD5, 0xD6], bytes);
                items.iter().for_each(|item| item.encode(bytes));
            }
            Pack::Map(entries) => {
                encode_size(entries.len(), Some(0xA0), [0xD8, 0xD9, 0xDA], bytes);
                for (key, value) in entries {
                    Pack::String(key.clone()).encode(bytes);
                    value.encode(bytes);
                }
            }
            Pack::Structure { tag, fields } => {
                bytes.extend([0xB0 | (fields.len() as u8 & 0x0F), *tag]);
                fields.iter().for_each(|field| field.encode(bytes));
            }
        }
    }

    /// The value that `bytes` are, all of them.
    pub fn decode(bytes: &[u8]) -> Result<Pack, PackError> {
        Pack::decode_within(bytes, &mut Meter::default())
    }

    /// The value that `bytes` are, all of them. What it takes in memory is counted by `meter` before it is allocated.
    pub fn decode_within(bytes: &[u8], meter: &mut Meter) -> Result<Pack, PackError> {
        let mut reader = Reader { bytes, position: 0, meter };
        let value = reader.value(0)?;
        match bytes.len() - reader.position {
            0 => Ok(value),
            rest => Err(reader.error(format!("{rest} bytes after the end of the message"))),
        }
    }
}

fn encode_integer(number: i64, bytes: &mut Vec<u8>) {
    if (-16..128).contains(&number) {
        bytes.push(number as u8);
    } else if let Ok(small) = i8::try_from(number) {
        bytes.extend([0xC8, small as u8]);
    } else if let Ok(small) = i16::try_from(number) {
        bytes.push(0xC9);
        bytes.extend(small.to_be_bytes());
    } else if let Ok(small) = i32::try_from(number) {
        bytes.push(0xCA);
        bytes.extend(small.to_be_bytes());
    } else {
        bytes.push(0xCB);
        bytes.extend(number.to_be_bytes());
    }
}

fn encode_size(size: usize, tiny: Option<u8>, markers: [u8; 3], bytes: &mut Vec<u8>) {
    match (tiny, size) {
        (Some(tiny), 0..16) => bytes.push(tiny | size as u8),
        (_, 0..0x100) => bytes.extend([markers[0], size as u8]),
        (_, 0x100..0x1_0000) => {
            bytes.push(markers[1]);
            bytes.extend((size as u16).to_be_bytes());
        }
        _ => {
            bytes.push(markers[2]);
            bytes.extend((size as u32).to_be_bytes());
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    meter: &'a mut Meter,
}

impl Reader<'_> {
    fn error(&self, what: impl Into<String>) -> PackError {
        PackError { position: self.position, what: what.into(), too_large: None }
    }

    fn counted(&self, outcome: Result<(), TooLarge>) -> Result<(), PackError> {
        outcome.map_err(|large| PackError { too_large: Some(large.clone()), ..self.error(large.to_string()) })
    }

    /// Counts the items of a list or map.
    fn count(&mut self, items: usize, size: usize) -> Result<(), PackError> {
        let outcome = self.meter.items(items, size);
        self.counted(outcome)
    }

    /// Counts a string or bytes.
    fn count_text(&mut self, bytes: usize) -> Result<(), PackError> {
        let outcome = self.meter.text(bytes);
        self.counted(outcome)
    }

    fn room_for_bytes(&self, count: usize) -> Result<(), PackError> {
        let rest = self.bytes.len() - self.position;
        if count > rest { Err(self.error(format!("{count} bytes announced, {rest} left"))) } else { Ok(()) }
    }

    fn take(&mut self, count: usize) -> Result<&[u8], PackError> {
        self.room_for_bytes(count)?;
        let taken = &self.bytes[self.position..self.position + count];
        self.position += count;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], PackError> {
        let mut number = [0; N];
        number.copy_from_slice(self.take(N)?);
        Ok(number)
    }

    /// A size of 1, 2 or 4 bytes.
    fn size(&mut self, width: u8) -> Result<usize, PackError> {
        Ok(match width {
            0 => usize::from(self.number::<1>()?[0]),
            1 => usize::from(u16::from_be_bytes(self.number()?)),
            _ => u32::from_be_bytes(self.number()?) as usize,
        })
    }

    fn value(&mut self, depth: usize) -> Result<Pack, PackError> {
        if depth > DEPTH {
            return Err(self.error(format!("nested deeper than {DEPTH}")));
        }
        let [marker] = self.number::<1>()?;
        Ok(match marker {
            0x00..=0x7F | 0xF0..=0xFF => Pack::Integer(i64::from(marker as i8)),
            0x80..=0x8F => self.string(usize::from(marker & 0x0F))?,
            0x90..=0x9F => self.list(usize::from(marker & 0x0F), depth)?,
            0xA0..=0xAF => self.entries(usize::from(marker & 0x0F), depth)?,
            0xB0..=0xBF => {
                let [tag] = self.number::<1>()?;
                self.count(usize::from(marker & 0x0F), size_of::<Pack>())?;
                let fields = (0..marker & 0x0F).map(|_| self.value(depth + 1)).collect::<Result<_, _>>()?;
                Pack::Structure { tag, fields }
            }
            0xC0 => Pack::Null,
            0xC1 => Pack::Float(f64::from_be_bytes(self.number()?)),
            0xC2 => Pack::Boolean(false),
            0xC3 => Pack::Boolean(true),
            0xC8 => Pack::Integer(i64::from(self.number::<1>()?[0] as i8)),
            0xC9 => Pack::Integer(i64::from(i16::from_be_bytes(self.number()?))),
            0xCA => Pack::Integer(i64::from(i32::from_be_bytes(self.number()?))),
            0xCB => Pack::Integer(i64::from_be_bytes(self.number()?)),
            0xCC..=0xCE => {
                let size = self.size(marker - 0xCC)?;
                self.room_for_bytes(size)?;
                self.count_text(size)?;
                Pack::Bytes(self.take(size)?.to_vec())
            }
            0xD0..=0xD2 => {
                let size = self.size(marker - 0xD0)?;
                self.string(size)?
            }
            0xD4..=0xD6 => {
                let size = self.size(marker - 0xD4)?;
                self.list(size, depth)?
            }
            0xD8..=0xDA => {
                let size = self.size(marker - 0xD8)?;
                self.entries(size, depth)?
            }
            unknown => {
                self.position -= 1;
                return Err(self.error(format!("no value begins with {unknown:#04x}")));
            }
        })
    }

    fn string(&mut self, size: usize) -> Result<Pack, PackError> {
        self.room_for_bytes(size)?;
        self.count_text(size)?;
        let start = self.position;
        let error = match std::str::from_utf8(self.take(size)?) {
            Ok(text) => return Ok(Pack::String(text.into())),
            Err(error) => error,
        };
        Err(PackError { position: start + error.valid_up_to(), ..self.error("a string is no UTF-8") })
    }

    /// Each item takes a byte at least: an announced length beyond the rest of the message is refused before anything
    /// is allocated for it.
    fn room(&self, items: usize, least: usize) -> Result<(), PackError> {
        let rest = self.bytes.len() - self.position;
        match items.checked_mul(least) {
            Some(needed) if needed <= rest => Ok(()),
            _ => Err(self.error(format!("{items} items announced, {rest} bytes left"))),
        }
    }

    fn list(&mut self, size: usize, depth: usize) -> Result<Pack, PackError> {
        self.room(size, 1)?;
        self.count(size, size_of::<Pack>())?;
        Ok(Pack::List((0..size).map(|_| self.value(depth + 1)).collect::<Result<_, _>>()?))
    }

    fn entries(&mut self, size: usize, depth: usize) -> Result<Pack, PackError> {
        self.room(size, 2)?;
        self.count(size, size_of::<(SmolStr, Pack)>())?;
        let mut entries = Vec::new();
        for _ in 0..size {
            let start = self.position;
            let Pack::String(key) = self.value(depth + 1)? else {
                return Err(PackError { position: start, ..self.error("a key of a map is no string") });
            };
            entries.push((key, self.value(depth + 1)?));
        }
        Ok(Pack::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: Pack, expected: &[u8]) {
        let mut bytes = Vec::new();
        value.encode(&mut bytes);
        assert_eq!(bytes, expected);
        assert_eq!(Pack::decode(expected), Ok(value));
    }

    #[test]
    fn values_have_the_bytes_of_the_specification() {
        check(Pack::Null, &[0xC0]);
        check(Pack::Boolean(true), &[0xC3]);
        check(Pack::Integer(1), &[0x01]);
        check(Pack::Integer(-16), &[0xF0]);
        check(Pack::Integer(-17), &[0xC8, 0xEF]);
        check(Pack::Integer(42), &[0x2A]);
        check(Pack::Integer(1234), &[0xC9, 0x04, 0xD2]);
        check(Pack::Integer(i64::MIN), &[0xCB, 0x80, 0, 0, 0, 0, 0, 0, 0]);
        check(Pack::Float(1.1), &[0xC1, 0x3F, 0xF1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A]);
        check(Pack::Bytes(vec![1, 2, 3]), &[0xCC, 3, 1, 2, 3]);
        check(Pack::string("A"), &[0x81, 0x41]);
        check(Pack::string("Größenmaßstäbe"), &[&[0xD0, 0x12][..], "Größenmaßstäbe".as_bytes()].concat());
        check(Pack::List(vec![Pack::Integer(1), Pack::Null]), &[0x92, 0x01, 0xC0]);
        check(Pack::map([("one", Pack::string("eins"))]), b"\xA1\x83one\x84eins");
        check(Pack::Structure { tag: 0x44, fields: vec![Pack::Integer(7)] }, &[0xB1, 0x44, 0x07]);
    }

    #[test]
    fn sizes_choose_the_narrowest_form() {
        for size in [15, 16, 255, 256, 65_535, 65_536] {
            let value = Pack::List(vec![Pack::Integer(1); size]);
            let mut bytes = Vec::new();
            value.encode(&mut bytes);
            let head = [(16, 1), (256, 2), (65_536, 3), (usize::MAX, 5)].iter().find(|(end, _)| size < *end).unwrap().1;
            assert_eq!(bytes.len(), size + head);
            assert_eq!(Pack::decode(&bytes), Ok(value));
        }
    }

    #[track_caller]
    fn check_refused(bytes: &[u8], position: usize, part: &str) {
        let error = Pack::decode(bytes).unwrap_err();
        assert!(error.position == position && error.what.contains(part), "{error}");
    }

    #[test]
    fn garbage_is_refused_with_its_position() {
        check_refused(&[], 0, "1 bytes announced");
        check_refused(&[0x92, 0x01], 1, "2 items announced");
        check_refused(&[0xD6, 0xFF, 0xFF, 0xFF, 0xFF], 5, "4294967295 items announced");
        check_refused(&[0xD2, 0x7F, 0xFF, 0xFF, 0xFF, 0x41], 5, "bytes announced, 1 left");
        check_refused(&[0x91, 0xC7], 1, "0xc7");
        check_refused(&[0xA1, 0x01, 0x01], 1, "no string");
        check_refused(&[0x82, 0x41, 0xFF], 2, "UTF-8");
        check_refused(&[0x01, 0x01], 1, "after the end");
        check_refused(&[0x91; 1000], DEPTH + 1, "nested deeper");
    }

    #[test]
    fn a_value_that_is_large_in_memory_is_refused_however_short_it_is() {
        let many = 2_000_000_u32;
        let message = [&[0xD6][..], &many.to_be_bytes(), &vec![0xC0; many as usize]].concat();
        let error = Pack::decode(&message).unwrap_err();
        assert!(error.too_large.is_some_and(|large| large.limit == crate::limits::MEMORY), "{}", error.what);
    }
}
