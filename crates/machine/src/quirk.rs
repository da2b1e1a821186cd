//! Where an evaluation departs from the language: one table of deviations that are TinkerPop's own, each with its source, and of
//! faults, which are put in front of the reference to prove that oracles can find such.

/// What a quirk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// What TinkerPop's step machine does against its own documents, and so each engine that is built on it; where that shows.
    TinkerPop(&'static str),
    /// A deliberate defect.
    Fault,
}

macro_rules! quirks {
    ($( $quirk:ident $name:literal $about:literal $sort:expr; )+) => {
        /// A way in which an evaluation departs from the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Quirk {
            $( #[doc = $about] $quirk, )+
        }

        impl Quirk {
            /// All of them.
            pub const ALL: &'static [Quirk] = &[$(Quirk::$quirk),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Quirk::$quirk => $name,)+
                }
            }

            /// What is done instead, as one sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(Quirk::$quirk => $about,)+
                }
            }

            /// What it is.
            pub fn sort(self) -> Sort {
                use Sort::*;
                match self {
                    $(Quirk::$quirk => $sort,)+
                }
            }
        }
    };
}

quirks! {
    OptionalOfNothing "optional_of_nothing"
        "`optional` gives once what its traversal gives of nothing, such as a count of 0, before anything goes in."
        TinkerPop("OptionalStep asks its traversal before it has a start, 3.6.2 to 3.8.1");
    LocalOrderCasts "local_order_casts"
        "`order(local)` raises an error where it compares what Java does not, such as vertices, lists and entries of maps."
        TinkerPop("OrderLocalStep casts what it sorts by to Comparable, 3.6.2 to 3.8.1, though any two values have an order");
    AsideCountsNeedKeys "aside_counts_need_keys"
        "`groupCount(\"x\")` raises an error where its `by(..)` gives nothing, and does not leave the object out."
        TinkerPop("GroupCountSideEffectStep asks its by() for a value in any case, 3.6.2 to 3.8.1");
}

impl Quirk {
    /// The one of a name.
    pub fn find(name: &str) -> Option<Quirk> {
        Quirk::ALL.iter().copied().find(|quirk| quirk.name() == name)
    }

    /// Whether it is a deliberate defect.
    pub fn is_fault(self) -> bool {
        self.sort() == Sort::Fault
    }
}

/// A set of quirks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quirks(u128);

impl Quirks {
    /// None: the language as it is documented.
    pub const NONE: Quirks = Quirks(0);

    /// What TinkerPop's own machine does.
    pub fn of_tinkerpop() -> Quirks {
        let all = Quirk::ALL.iter().filter(|quirk| !quirk.is_fault());
        all.fold(Quirks::NONE, |set, quirk| set.with(*quirk))
    }

    /// With one more.
    pub fn with(self, quirk: Quirk) -> Quirks {
        Quirks(self.0 | 1 << quirk as u8)
    }

    /// Whether one is in it.
    pub fn has(self, quirk: Quirk) -> bool {
        self.0 & 1 << quirk as u8 != 0
    }
}
