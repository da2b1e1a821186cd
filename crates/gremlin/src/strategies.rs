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
    /// Whether gremlin-lang can name it before 3.8, from which on it can name all.
    pub is_old: bool,
    /// Whether it is applied to a traversal of a graph that says nothing of strategies, in 3.8.
    pub is_default: bool,
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
    ($($name:ident $purpose:ident $package:ident $old:literal $default:literal;)+) => {
        /// The strategies.
        pub const STRATEGIES: &[StrategyRow] = &[
            $(StrategyRow {
                name: stringify!($name),
                package: package!($package $purpose),
                purpose: Purpose::$purpose,
                is_old: $old,
                is_default: $default,
            },)+
        ];
    };
}

rows! {
    ConnectiveStrategy Decoration traversal false true;
    ElementIdStrategy Decoration traversal false false;
    EventStrategy Decoration traversal false false;
    HaltedTraverserStrategy Decoration traversal false false;
    OptionsStrategy Decoration traversal false false;
    PartitionStrategy Decoration traversal true false;
    SeedStrategy Decoration traversal true false;
    SubgraphStrategy Decoration traversal true false;
    VertexProgramStrategy Decoration computer false false;
    AdjacentToIncidentStrategy Optimization traversal false true;
    ByModulatorOptimizationStrategy Optimization traversal false true;
    CountStrategy Optimization traversal false true;
    EarlyLimitStrategy Optimization traversal false true;
    FilterRankingStrategy Optimization traversal false true;
    GValueReductionStrategy Optimization traversal false true;
    IdentityRemovalStrategy Optimization traversal false true;
    IncidentToAdjacentStrategy Optimization traversal false true;
    InlineFilterStrategy Optimization traversal false true;
    LazyBarrierStrategy Optimization traversal false true;
    MatchPredicateStrategy Optimization traversal false true;
    OrderLimitStrategy Optimization traversal false false;
    PathProcessorStrategy Optimization traversal false false;
    PathRetractionStrategy Optimization traversal false true;
    ProductiveByStrategy Optimization traversal true false;
    RepeatUnrollStrategy Optimization traversal false true;
    GraphFilterStrategy Optimization computer false false;
    MessagePassingReductionStrategy Optimization computer false false;
    TinkerGraphStepStrategy Optimization tinkergraph false true;
    TinkerGraphCountStrategy Optimization tinkergraph false true;
    MatchAlgorithmStrategy Finalization traversal false false;
    ProfileStrategy Finalization traversal false true;
    ReferenceElementStrategy Finalization traversal false false;
    ComputerFinalizationStrategy Finalization computer false false;
    ComputerVerificationStrategy Verification traversal false false;
    EdgeLabelVerificationStrategy Verification traversal true false;
    LambdaRestrictionStrategy Verification traversal false false;
    ReadOnlyStrategy Verification traversal true false;
    ReservedKeysVerificationStrategy Verification traversal true false;
    StandardVerificationStrategy Verification traversal false true;
    VertexProgramRestrictionStrategy Verification computer false false;
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
