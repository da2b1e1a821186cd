//! Types of values, and what `IS` tests for.

/// `A | B`: a value is of one of these types. At least one; a union in it is written `ANY<A | B>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValueType {
    /// The types, in the order written.
    pub alternatives: Vec<SingleType>,
}

/// `INTEGER`, `INTEGER NOT NULL`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SingleType {
    /// What a value that is not null must be.
    pub name: TypeName,
    /// NOT NULL: null is of every other type.
    pub not_null: bool,
}

/// The types of the Cypher manual, "Values and types", each under its first name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeName {
    /// `NOTHING`
    Nothing,
    /// `NULL`
    Null,
    /// `BOOLEAN`
    Boolean,
    /// `STRING`
    String,
    /// `INTEGER`
    Integer,
    /// `FLOAT`
    Float,
    /// `DATE`
    Date,
    /// `LOCAL TIME`
    LocalTime,
    /// `ZONED TIME`
    ZonedTime,
    /// `LOCAL DATETIME`
    LocalDateTime,
    /// `ZONED DATETIME`
    ZonedDateTime,
    /// `DURATION`
    Duration,
    /// `POINT`
    Point,
    /// `NODE`
    Node,
    /// `RELATIONSHIP`
    Relationship,
    /// `MAP`
    Map,
    /// `LIST<type>`
    List(Box<ValueType>),
    /// `PATH`
    Path,
    /// `PROPERTY VALUE`: what a property may hold.
    PropertyValue,
    /// `ANY`
    Any,
}

/// What stands behind IS, null and labels aside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IsTest {
    /// NOT.
    pub negated: bool,
    /// What is asked.
    pub wanted: Wanted,
}

/// What an [`IsTest`] asks of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// `:: type`
    Type(ValueType),
    /// `[form] NORMALIZED`
    Normalized(NormalForm),
}

/// The normal forms of Unicode texts (Unicode Standard Annex 15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NormalForm {
    /// Canonical composition.
    #[default]
    Nfc,
    /// Canonical decomposition.
    Nfd,
    /// Compatibility composition.
    Nfkc,
    /// Compatibility decomposition.
    Nfkd,
}

impl IsTest {
    /// Whether its text ends with `ANY`.
    pub(crate) fn ends_in_any(&self) -> bool {
        let any = |single: &SingleType| single.name == TypeName::Any && !single.not_null;
        matches!(&self.wanted, Wanted::Type(wanted) if matches!(&wanted.alternatives[..], [only] if any(only)))
    }
}

impl TypeName {
    /// The types that have one name, which is their keyword or keywords.
    pub const PLAIN: &'static [(&'static str, TypeName)] = &[
        ("NOTHING", TypeName::Nothing),
        ("NULL", TypeName::Null),
        ("BOOLEAN", TypeName::Boolean),
        ("STRING", TypeName::String),
        ("INTEGER", TypeName::Integer),
        ("FLOAT", TypeName::Float),
        ("DATE", TypeName::Date),
        ("LOCAL TIME", TypeName::LocalTime),
        ("ZONED TIME", TypeName::ZonedTime),
        ("LOCAL DATETIME", TypeName::LocalDateTime),
        ("ZONED DATETIME", TypeName::ZonedDateTime),
        ("DURATION", TypeName::Duration),
        ("POINT", TypeName::Point),
        ("NODE", TypeName::Node),
        ("RELATIONSHIP", TypeName::Relationship),
        ("MAP", TypeName::Map),
        ("PATH", TypeName::Path),
        ("PROPERTY VALUE", TypeName::PropertyValue),
        ("ANY", TypeName::Any),
    ];

    /// Its keywords; of a list that of the outermost.
    pub fn keywords(&self) -> &'static str {
        TypeName::PLAIN.iter().find(|(_, name)| name == self).map_or("LIST", |(keywords, _)| keywords)
    }
}

impl NormalForm {
    /// Every form with its keyword.
    pub const ALL: &'static [(&'static str, NormalForm)] =
        &[("NFC", NormalForm::Nfc), ("NFD", NormalForm::Nfd), ("NFKC", NormalForm::Nfkc), ("NFKD", NormalForm::Nfkd)];

    /// The form of a keyword, in any case.
    pub fn find(keyword: &str) -> Option<NormalForm> {
        NormalForm::ALL.iter().find(|(text, _)| text.eq_ignore_ascii_case(keyword)).map(|(_, form)| *form)
    }

    /// Its keyword.
    pub fn keyword(self) -> &'static str {
        NormalForm::ALL.iter().find(|(_, form)| *form == self).map_or("NFC", |(text, _)| text)
    }
}

impl From<TypeName> for ValueType {
    fn from(name: TypeName) -> ValueType {
        ValueType { alternatives: vec![SingleType { name, not_null: false }] }
    }
}
