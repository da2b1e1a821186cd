//! The strategies that come with TinkerPop: the packages of their classes, and which are applied to every traversal that is not
//! told otherwise.

/// What is known of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyRow {
    /// The name of its class.
    pub name: &'static str,
    /// The package of its class.
    pub package: &'static str,
    /// What it is for.
    pub purpose: Purpose,
    /// How gremlin-lang can name it before 3.8, from which on it can name all.
    pub before_38: Named,
    /// Whether it is applied to a traversal of a graph that says nothing of strategies, in 3.8.
    pub is_default: bool,
}

/// How a strategy can be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// Not at all.
    Never,
    /// By its name alone.
    Bare,
    /// With a configuration.
    Configured,
    /// With or without a configuration.
    Either,
}

/// What a strategy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// It changes what a traversal means, or carries what it is told.
    Decoration,
    /// It makes a traversal faster and must not change its answer.
    Optimization,
    /// It prepares the answer.
    Finalization,
    /// It refuses traversals.
    Verification,
}

macro_rules! package {
    (traversal Decoration) => {
        "org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration"
    };
    (traversal Optimization) => {
        "org.apache.tinkerpop.gremlin.process.traversal.strategy.optimization"
    };
    (traversal Finalization) => {
        "org.apache.tinkerpop.gremlin.process.traversal.strategy.finalization"
    };
    (traversal Verification) => {
        "org.apache.tinkerpop.gremlin.process.traversal.strategy.verification"
    };
    (computer Decoration) => {
        "org.apache.tinkerpop.gremlin.process.computer.traversal.strategy.decoration"
    };
    (computer Optimization) => {
        "org.apache.tinkerpop.gremlin.process.computer.traversal.strategy.optimization"
    };
    (computer Finalization) => {
        "org.apache.tinkerpop.gremlin.process.computer.traversal.strategy.finalization"
    };
    (computer Verification) => {
        "org.apache.tinkerpop.gremlin.process.computer.traversal.strategy.verification"
    };
    (tinkergraph Optimization) => {
        "org.apache.tinkerpop.gremlin.tinkergraph.process.traversal.strategy.optimization"
    };
}

macro_rules! rows {
    ($($name:ident $purpose:ident $package:ident $old:ident $default:literal;)+) => {
        /// The strategies.
        pub const STRATEGIES: &[StrategyRow] = &[
            $(StrategyRow {
                name: stringify!($name),
                package: package!($package $purpose),
                purpose: Purpose::$purpose,
                before_38: Named::$old,
                is_default: $default,
            },)+
        ];
    };
}

rows! {
    ConnectiveStrategy Decoration traversal Never true;
    ElementIdStrategy Decoration traversal Never false;
    EventStrategy Decoration traversal Never false;
    HaltedTraverserStrategy Decoration traversal Never false;
    OptionsStrategy Decoration traversal Never false;
    PartitionStrategy Decoration traversal Configured false;
    SeedStrategy Decoration traversal Configured false;
    SubgraphStrategy Decoration traversal Configured false;
    VertexProgramStrategy Decoration computer Never false;
    AdjacentToIncidentStrategy Optimization traversal Never true;
    ByModulatorOptimizationStrategy Optimization traversal Never true;
    CountStrategy Optimization traversal Never true;
    EarlyLimitStrategy Optimization traversal Never true;
    FilterRankingStrategy Optimization traversal Never true;
    GValueReductionStrategy Optimization traversal Never true;
    IdentityRemovalStrategy Optimization traversal Never true;
    IncidentToAdjacentStrategy Optimization traversal Never true;
    InlineFilterStrategy Optimization traversal Never true;
    LazyBarrierStrategy Optimization traversal Never true;
    MatchPredicateStrategy Optimization traversal Never true;
    OrderLimitStrategy Optimization traversal Never false;
    PathProcessorStrategy Optimization traversal Never false;
    PathRetractionStrategy Optimization traversal Never true;
    ProductiveByStrategy Optimization traversal Either false;
    RepeatUnrollStrategy Optimization traversal Never true;
    GraphFilterStrategy Optimization computer Never false;
    MessagePassingReductionStrategy Optimization computer Never false;
    TinkerGraphStepStrategy Optimization tinkergraph Never true;
    TinkerGraphCountStrategy Optimization tinkergraph Never true;
    MatchAlgorithmStrategy Finalization traversal Never false;
    ProfileStrategy Finalization traversal Never true;
    ReferenceElementStrategy Finalization traversal Never false;
    ComputerFinalizationStrategy Finalization computer Never false;
    ComputerVerificationStrategy Verification traversal Never false;
    EdgeLabelVerificationStrategy Verification traversal Configured false;
    LambdaRestrictionStrategy Verification traversal Never false;
    ReadOnlyStrategy Verification traversal Bare false;
    ReservedKeysVerificationStrategy Verification traversal Configured false;
    StandardVerificationStrategy Verification traversal Never true;
    VertexProgramRestrictionStrategy Verification computer Never false;
}

impl StrategyRow {
    /// The row of a name.
    pub fn find(name: &str) -> Option<&'static StrategyRow> {
        STRATEGIES.iter().find(|row| row.name == name)
    }

    /// The name of its class with its package.
    pub fn class(&self) -> String {
        format!("{}.{}", self.package, self.name)
    }
}
