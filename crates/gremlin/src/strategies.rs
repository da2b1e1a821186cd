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
    ($($name:ident $purpose:ident $package:ident $default:literal;)+) => {
        /// The strategies.
        pub const STRATEGIES: &[StrategyRow] = &[
            $(StrategyRow {
                name: stringify!($name),
                package: package!($package $purpose),
                purpose: Purpose::$purpose,
                is_default: $default,
            },)+
        ];
    };
}

rows! {
    ConnectiveStrategy Decoration traversal true;
    ElementIdStrategy Decoration traversal false;
    EventStrategy Decoration traversal false;
    HaltedTraverserStrategy Decoration traversal false;
    OptionsStrategy Decoration traversal false;
    PartitionStrategy Decoration traversal false;
    SeedStrategy Decoration traversal false;
    SubgraphStrategy Decoration traversal false;
    VertexProgramStrategy Decoration computer false;
    AdjacentToIncidentStrategy Optimization traversal true;
    ByModulatorOptimizationStrategy Optimization traversal true;
    CountStrategy Optimization traversal true;
    EarlyLimitStrategy Optimization traversal true;
    FilterRankingStrategy Optimization traversal true;
    GValueReductionStrategy Optimization traversal true;
    IdentityRemovalStrategy Optimization traversal true;
    IncidentToAdjacentStrategy Optimization traversal true;
    InlineFilterStrategy Optimization traversal true;
    LazyBarrierStrategy Optimization traversal true;
    MatchPredicateStrategy Optimization traversal true;
    OrderLimitStrategy Optimization traversal false;
    PathProcessorStrategy Optimization traversal false;
    PathRetractionStrategy Optimization traversal true;
    ProductiveByStrategy Optimization traversal false;
    RepeatUnrollStrategy Optimization traversal true;
    GraphFilterStrategy Optimization computer false;
    MessagePassingReductionStrategy Optimization computer false;
    TinkerGraphStepStrategy Optimization tinkergraph true;
    TinkerGraphCountStrategy Optimization tinkergraph true;
    MatchAlgorithmStrategy Finalization traversal false;
    ProfileStrategy Finalization traversal true;
    ReferenceElementStrategy Finalization traversal false;
    ComputerFinalizationStrategy Finalization computer false;
    ComputerVerificationStrategy Verification traversal false;
    EdgeLabelVerificationStrategy Verification traversal false;
    LambdaRestrictionStrategy Verification traversal false;
    ReadOnlyStrategy Verification traversal false;
    ReservedKeysVerificationStrategy Verification traversal false;
    StandardVerificationStrategy Verification traversal true;
    VertexProgramRestrictionStrategy Verification computer false;
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
