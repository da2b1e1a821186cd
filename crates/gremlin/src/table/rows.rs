//! The rows of the table of steps, by the grammars of TinkerPop 3.5.8, 3.6.8, 3.7.6 and 3.8.1 and its reference documentation.

use Kind::*;
use Output::*;

use super::{Kind, Output, Parameter, Place, Row, Signature, Trait};
use crate::version::{Version, Versions};

/// The versions of a form: all, or those from one on, or those from one to another.
macro_rules! versions {
    () => {
        Versions::ALL
    };
    ($first:ident) => {
        Versions::since(Version::$first)
    };
    ($first:ident $last:ident) => {
        Versions::range(Version::$first, Version::$last)
    };
}

/// Makes the enumeration of steps and their table: name and text; forms, each with its place, what it takes, and its versions
/// where they are not all; what goes in and what comes out; what it does.
macro_rules! rows {
    ($(
        $name:ident $text:literal
        $( $place:ident [$($parameter:ident)*] $($first:ident $($last:ident)?)? ),+ ;
        $input:ident => $output:expr, [$($trait:ident)*];
    )+) => {
        /// A step, a modulator, a configuration of the source or a way to ask for results, by its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum StepName {
            $( #[doc = concat!("`", $text, "`")] $name, )+
        }

        /// The table of steps.
        pub(super) const ROWS: &[Row] = &[
            $(Row {
                name: StepName::$name,
                text: $text,
                signatures: &[$(Signature {
                    place: Place::$place,
                    parameters: &[$(Parameter::$parameter),*],
                    versions: versions!($($first $($last)?)?),
                }),+],
                input: $input,
                output: $output,
                traits: &[$(Trait::$trait),*],
            },)+
        ];
    };
}

rows! {
    // What a source is configured with.
    WithBulk "withBulk" Source [Boolean]; Nothing => Same, [];
    WithPath "withPath" Source []; Nothing => Same, [];
    WithSack "withSack" Source [Any], Source [Any Operator]; Nothing => Same, [];
    WithSideEffect "withSideEffect" Source [String Any], Source [String Any Operator] V37; Nothing => Same, [];
    WithStrategies "withStrategies" Source [Strategy Strategies]; Nothing => Same, [];
    WithoutStrategies "withoutStrategies" Source [Class Classes] V38; Nothing => Same, [];

    // What modulates a step.
    With "with" Source [String], Source [String Any], Modulator [Key], Modulator [Key Setting]; Any => Same, [];
    As "as" Modulator [String Strings]; Any => Same, [];
    By "by" Modulator [], Modulator [Order], Modulator [T], Modulator [Column], Modulator [String], Modulator [Traversal],
        Modulator [T Order], Modulator [Column Order], Modulator [String Order], Modulator [Traversal Order]; Any => Same, [];
    From "from" Modulator [String], Modulator [Traversal], Modulator [Vertex] V36 V37; Any => Same, [];
    Option "option" Modulator [Predicate Traversal], Modulator [Merge MapOrNull] V36, Modulator [Merge MapOrNull Cardinality] V37,
        Modulator [Merge Traversal] V36, Modulator [Any Traversal], Modulator [Traversal]; Any => Same, [Variables];
    Until "until" Modulator [Predicate], Modulator [Traversal]; Any => Same, [];
    Emit "emit" Modulator [], Modulator [Predicate], Modulator [Traversal]; Any => Same, [];
    Times "times" Modulator [Integer]; Any => Same, [];

    // Elements, and the ways between them.
    V "V" Anywhere [Anys]; Any => Is(Vertex), [FlatMap Unordered Variables];
    E "E" Start [Anys], Step [Anys] V37; Any => Is(Edge), [FlatMap Unordered Variables];
    Out "out" Step [Strings]; Vertex => Is(Vertex), [FlatMap Unordered Variables];
    In "in" Step [Strings]; Vertex => Is(Vertex), [FlatMap Unordered Variables];
    Both "both" Step [Strings]; Vertex => Is(Vertex), [FlatMap Unordered Variables];
    OutE "outE" Step [Strings]; Vertex => Is(Edge), [FlatMap Unordered Variables];
    InE "inE" Step [Strings]; Vertex => Is(Edge), [FlatMap Unordered Variables];
    BothE "bothE" Step [Strings]; Vertex => Is(Edge), [FlatMap Unordered Variables];
    To "to" Step [Direction Strings], Modulator [String], Modulator [Traversal], Modulator [Vertex] V36 V37;
        Vertex => Is(Vertex), [FlatMap Unordered Variables];
    ToE "toE" Step [Direction Strings]; Vertex => Is(Edge), [FlatMap Unordered Variables];
    OutV "outV" Step []; Edge => Is(Vertex), [Map];
    InV "inV" Step []; Edge => Is(Vertex), [Map];
    BothV "bothV" Step []; Edge => Is(Vertex), [FlatMap];
    OtherV "otherV" Step []; Edge => Is(Vertex), [Map ReadsPath];
    ToV "toV" Step [Direction]; Edge => Is(Vertex), [FlatMap];
    Properties "properties" Step [Strings]; Element => Is(Property), [FlatMap Unordered];
    Values "values" Step [Strings]; Element => Is(Any), [FlatMap Unordered];
    PropertyMap "propertyMap" Step [Strings]; Element => Is(Map), [Map Unordered By With];
    ValueMap "valueMap" Step [Strings], Step [Boolean Strings]; Element => Is(Map), [Map Unordered By With];
    ElementMap "elementMap" Step [Strings]; Element => Is(Map), [Map Unordered];
    Id "id" Step []; Element => Is(Any), [Map];
    Label "label" Step []; Element => Is(Text), [Map];
    Key "key" Step []; Property => Is(Text), [Map];
    Value "value" Step []; Property => Is(Any), [Map];
    Element "element" Step [] V36; Property => Is(Element), [Map];

    // Writes.
    AddV "addV" Anywhere [], Anywhere [Label], Anywhere [Traversal]; Any => Is(Vertex), [Map Writes Variables];
    AddE "addE" Anywhere [Label], Anywhere [Traversal]; Any => Is(Edge), [Map Writes FromTo Variables];
    MergeV "mergeV" Anywhere [MapOrNull] V36, Anywhere [Traversal] V36, Step [] V36; Any => Is(Vertex), [FlatMap Writes Options Variables];
    MergeE "mergeE" Anywhere [MapOrNull] V36, Anywhere [Traversal] V36, Step [] V36; Any => Is(Edge), [FlatMap Writes Options Variables];
    Property "property" Step [Cardinality Name Any Anys], Step [Name Any Anys], Step [MapOrNull] V36, Step [Cardinality MapOrNull] V36;
        Element => Same, [SideEffect Writes Variables];
    Drop "drop" Step []; Any => Is(Nothing), [Filter Writes];

    // Filters.
    Has "has" Step [StringOrNull], Step [StringOrNull Any], Step [StringOrNull Predicate], Step [LabelOrNull StringOrNull Any],
        Step [LabelOrNull StringOrNull Predicate], Step [T Any], Step [T Predicate], Step [StringOrNull Traversal] V35 V37,
        Step [T Traversal] V35 V37; Element => Same, [Filter Variables];
    HasId "hasId" Step [Any Anys], Step [Predicate]; Element => Same, [Filter Variables];
    HasLabel "hasLabel" Step [LabelOrNull Strings], Step [Predicate]; Element => Same, [Filter Variables];
    HasNot "hasNot" Step [StringOrNull]; Element => Same, [Filter];
    HasKey "hasKey" Step [StringOrNull Strings], Step [Predicate]; Property => Same, [Filter];
    HasValue "hasValue" Step [Any Anys], Step [Predicate]; Property => Same, [Filter Variables];
    Is "is" Step [Any], Step [Predicate]; Any => Same, [Filter Variables];
    Filter "filter" Step [Predicate], Step [Traversal]; Any => Same, [Filter];
    Where "where" Step [Predicate], Step [String Predicate], Step [Traversal]; Any => Same, [Filter ReadsLabels Bys];
    And "and" Step [Traversals]; Any => Same, [Filter];
    Or "or" Step [Traversals]; Any => Same, [Filter];
    Not "not" Step [Traversal]; Any => Same, [Filter];
    All "all" Step [Predicate] V37; List => Same, [Filter];
    Any "any" Step [Predicate] V37; List => Same, [Filter];
    None "none" Step [] V37 V37, Step [Predicate] V38; Any => Same, [Filter];
    Discard "discard" Step [] V38; Any => Is(Nothing), [Filter];
    Dedup "dedup" Step [Strings], Step [Scope Strings]; Any => SameOrLocal(Set), [Filter ReadsLabels By];
    Range "range" Step [Integer Integer], Step [Scope Integer Integer]; Any => SameOrLocal(Any), [Filter ByOrder Variables];
    Limit "limit" Step [Integer], Step [Scope Integer]; Any => SameOrLocal(Any), [Filter ByOrder Variables];
    Skip "skip" Step [Integer], Step [Scope Integer]; Any => SameOrLocal(Any), [Filter ByOrder Variables];
    Tail "tail" Step [], Step [Integer], Step [Scope], Step [Scope Integer]; Any => SameOrLocal(Any), [Filter Barrier ByOrder Variables];
    Coin "coin" Step [Number]; Any => Same, [Filter Random];
    Sample "sample" Step [Integer], Step [Scope Integer]; Any => SameOrLocal(Any), [Filter Barrier Random By];
    SimplePath "simplePath" Step []; Any => Same, [Filter ReadsPath FromTo Bys];
    CyclicPath "cyclicPath" Step []; Any => Same, [Filter ReadsPath FromTo Bys];
    TimeLimit "timeLimit" Step [Integer]; Any => Same, [Filter Random];

    // Branches.
    Repeat "repeat" Step [Traversal], Step [String Traversal]; Any => NestedOrSame, [Branch Rounds];
    Union "union" Start [Traversals] V37, Step [Traversals]; Any => Nested, [Branch];
    Coalesce "coalesce" Step [Traversals]; Any => Nested, [Branch];
    Optional "optional" Step [Traversal]; Any => NestedOrSame, [Branch];
    Choose "choose" Step [T], Step [Column], Step [Predicate Traversal], Step [Predicate Traversal Traversal], Step [Traversal],
        Step [Traversal Traversal], Step [Traversal Traversal Traversal]; Any => NestedOrSame, [Branch Options];
    Branch "branch" Step [Traversal]; Any => Nested, [Branch Options];
    Local "local" Step [Traversal]; Any => Nested, [Branch];
    Map "map" Step [Traversal]; Any => Nested, [Map];
    FlatMap "flatMap" Step [Traversal]; Any => Nested, [FlatMap];
    Match "match" Step [Traversals]; Any => Is(Map), [Map ReadsLabels Unordered];

    // Labels, paths, and what is noted aside.
    Select "select" Step [Column], Step [String], Step [Traversal], Step [Pop String], Step [Pop Traversal],
        Step [String String Strings], Step [Pop String String Strings]; Any => Open, [Map ReadsLabels ReadsSideEffect Bys];
    Project "project" Step [String Strings]; Any => Is(Map), [Map Bys];
    Path "path" Step []; Any => Is(Path), [Map ReadsPath FromTo Bys];
    Tree "tree" Step [], Step [String]; Any => Is(Tree), [Reducing ReadsPath BarrierSince38 Bys Unordered Notes];
    Aggregate "aggregate" Step [String], Step [Scope String] V35 V37; Any => Same, [SideEffect Barrier By Notes];
    Store "store" Step [String] V35 V37; Any => Same, [SideEffect By Notes];
    Cap "cap" Step [String Strings]; Any => Is(Any), [Reducing ReadsSideEffect];
    SideEffect "sideEffect" Step [Traversal]; Any => Same, [SideEffect];
    Subgraph "subgraph" Step [String]; Edge => Same, [SideEffect BarrierSince38 Notes];
    Sack "sack" Step [], Step [Operator]; Any => Open, [Sack By];
    Loops "loops" Step [], Step [String]; Any => Is(Number), [Map Loops];
    Barrier "barrier" Step [], Step [Integer], Step [Barrier]; Any => Same, [Barrier Sack];

    // Reducing and ordering.
    Count "count" Step [], Step [Scope]; Any => Is(Number), [Map Reducing];
    Sum "sum" Step [], Step [Scope]; Any => Is(Number), [Map Reducing];
    Mean "mean" Step [], Step [Scope]; Any => Is(Number), [Map Reducing];
    Min "min" Step [], Step [Scope]; Any => Is(Any), [Map Reducing];
    Max "max" Step [], Step [Scope]; Any => Is(Any), [Map Reducing];
    Fold "fold" Step [], Step [Any Operator]; Any => Is(List), [Map Reducing];
    Unfold "unfold" Step []; Any => Is(Any), [FlatMap];
    Group "group" Step [], Step [String]; Any => Is(Map), [Reducing BarrierSince38 Unordered ByKeyAndValue Notes];
    GroupCount "groupCount" Step [], Step [String]; Any => Is(Map), [Reducing BarrierSince38 Unordered By Notes];
    Order "order" Step [], Step [Scope]; Any => SameOrLocal(Any), [Map Barrier Bys];
    Index "index" Step []; Any => Is(List), [Map With];

    // Values.
    Identity "identity" Step []; Any => Same, [Map];
    Constant "constant" Step [Any]; Any => Is(Any), [Map];
    Inject "inject" Anywhere [Anys]; Any => Is(Any), [SideEffect];
    Math "math" Step [String]; Any => Is(Number), [Map ReadsLabels Bys];
    AsString "asString" Step [] V37, Step [Scope] V37; Any => Is(Text), [Map];
    AsBool "asBool" Step [] V38; Any => Is(Boolean), [Map];
    AsDate "asDate" Step [] V37; Any => Is(Date), [Map];
    AsNumber "asNumber" Step [] V38, Step [GType] V38; Any => Is(Number), [Map];
    Concat "concat" Step [Traversal Traversals] V37, Step [Strings] V37; Text => Is(Text), [Map];
    Format "format" Step [String] V37; Any => Is(Text), [Map ReadsLabels Bys];
    Length "length" Step [] V37, Step [Scope] V37; Text => Is(Number), [Map];
    ToUpper "toUpper" Step [] V37, Step [Scope] V37; Text => Is(Text), [Map];
    ToLower "toLower" Step [] V37, Step [Scope] V37; Text => Is(Text), [Map];
    Trim "trim" Step [] V37, Step [Scope] V37; Text => Is(Text), [Map];
    LTrim "lTrim" Step [] V37, Step [Scope] V37; Text => Is(Text), [Map];
    RTrim "rTrim" Step [] V37, Step [Scope] V37; Text => Is(Text), [Map];
    Reverse "reverse" Step [] V37; Any => Same, [Map];
    Replace "replace" Step [StringOrNull StringOrNull] V37, Step [Scope StringOrNull StringOrNull] V37; Text => Is(Text), [Map];
    Split "split" Step [StringOrNull] V37, Step [Scope StringOrNull] V37; Text => Is(List), [Map];
    Substring "substring" Step [Integer] V37, Step [Scope Integer] V37, Step [Integer Integer] V37, Step [Scope Integer Integer] V37;
        Text => Is(Text), [Map];
    DateAdd "dateAdd" Step [Dt Integer] V37; Date => Is(Date), [Map];
    DateDiff "dateDiff" Step [Date] V37, Step [Traversal] V37; Date => Is(Number), [Map];
    Combine "combine" Step [Any] V37; List => Is(List), [Map];
    Difference "difference" Step [Any] V37; List => Is(Set), [Map];
    Disjunct "disjunct" Step [Any] V37; List => Is(Set), [Map];
    Intersect "intersect" Step [Any] V37; List => Is(Set), [Map];
    Merge "merge" Step [Any] V37; Any => Is(Any), [Map];
    Product "product" Step [Any] V37; List => Is(List), [Map];
    Conjoin "conjoin" Step [String] V37; List => Is(Text), [Map];

    // Errors, measures, services, files, graph computers.
    Fail "fail" Step [] V36, Step [String] V36; Any => Same, [SideEffect Fails];
    Profile "profile" Step [], Step [String]; Any => Is(Any), [SideEffect Outside Notes];
    Call "call" Start [] V36, Anywhere [String] V36, Anywhere [String Map] V36, Anywhere [String Traversal] V36,
        Anywhere [String Map Traversal] V36; Any => Is(Any), [FlatMap Outside With Variables];
    Io "io" Start [String]; Nothing => Is(Nothing), [Outside With];
    Read "read" Step []; Nothing => Is(Nothing), [Outside Writes];
    Write "write" Step []; Nothing => Is(Nothing), [Outside];
    ConnectedComponent "connectedComponent" Step []; Vertex => Is(Vertex), [Outside With];
    PageRank "pageRank" Step [], Step [Number]; Vertex => Is(Vertex), [Outside With];
    PeerPressure "peerPressure" Step []; Vertex => Is(Vertex), [Outside With];
    ShortestPath "shortestPath" Step []; Vertex => Is(Path), [Outside With];

    // Ways to ask for results.
    Next "next" Terminal [], Terminal [Integer]; Any => Same, [];
    ToList "toList" Terminal []; Any => Same, [];
    ToSet "toSet" Terminal []; Any => Same, [];
    ToBulkSet "toBulkSet" Terminal []; Any => Same, [];
    HasNext "hasNext" Terminal []; Any => Is(Boolean), [];
    TryNext "tryNext" Terminal []; Any => Same, [];
    Iterate "iterate" Terminal []; Any => Is(Nothing), [];
    Explain "explain" Terminal []; Any => Is(Any), [];
}
