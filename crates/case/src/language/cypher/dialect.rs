//! Dialects of Cypher.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::dialect::{self, Deviations, Role};
use graphlance_cypher::{Dialect as CypherDialect, Feature};
use graphlance_graph::{CompareOptions, Count, IndexSupport, Name, Table, ValueDomain};

use super::Cypher;
use crate::language::{Dialect, DialectData, DialectError, Ignored, Language, PlanSwitch, Setting, Suspected};

impl From<CypherDialect> for Dialect {
    fn from(dialect: CypherDialect) -> Dialect {
        Dialect::new(dialect)
    }
}

impl DialectData for CypherDialect {
    fn language(&self) -> &'static dyn Language {
        &Cypher
    }

    fn same(&self, other: &dyn DialectData) -> bool {
        (other as &dyn Any).downcast_ref::<CypherDialect>() == Some(self)
    }

    fn name(&self) -> &Name {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn versions(&self) -> &[String] {
        &self.versions
    }

    fn values(&self) -> &ValueDomain {
        &self.values
    }

    fn index_support(&self) -> IndexSupport {
        CypherDialect::index_support(self)
    }

    fn comparison(&self) -> CompareOptions {
        CompareOptions { float_digits: self.deviations.float_digits, negative_zero: self.values.negative_zero }
    }

    fn leaves_unnamed(&self, table: &Table) -> bool {
        CypherDialect::leaves_unnamed(self, table)
    }

    fn has(&self, feature: &str) -> bool {
        feature.parse::<Feature>().is_ok_and(|feature| CypherDialect::has(self, feature))
    }

    fn has_function(&self, name: &str) -> bool {
        CypherDialect::has_function(self, name)
    }

    fn has_tables(&self) -> bool {
        self.tables.is_some()
    }

    fn planning_is_dear(&self) -> bool {
        self.limits.planning_is_dear
    }

    fn matches_unreferenced_once(&self) -> bool {
        self.deviations.unreferenced_relationships_once
    }

    fn plans(&self) -> &[PlanSwitch] {
        &self.plans
    }

    fn statistics(&self) -> Option<&str> {
        self.statistics.as_deref()
    }

    fn counters(&self) -> &BTreeSet<Count> {
        &self.counters
    }

    fn ignored(&self) -> &[Ignored] {
        &self.ignored
    }

    fn suspected(&self) -> &BTreeMap<String, Suspected> {
        &self.suspected
    }

    fn without_suspicions(&self) -> Option<Dialect> {
        Some(CypherDialect::without_suspicions(self).into())
    }

    fn settings(&self) -> Vec<Setting> {
        let open = |setting: &&dialect::Setting| {
            setting.role != Role::Noted && !self.deviations.sources.contains_key(setting.field)
        };
        let named = |setting: &dialect::Setting| Setting { field: setting.field.into(), value: setting.value.into() };
        Deviations::SETTINGS.iter().filter(open).map(named).collect()
    }

    fn set(&self, setting: &Setting) -> Option<Dialect> {
        let mut dialect = self.clone();
        dialect.deviations.set(&setting.field, &setting.value).then(|| dialect.into())
    }

    fn record(&self) -> serde_json::Value {
        // A dialect has no map whose keys are no texts.
        serde_json::to_value(self).unwrap_or_default()
    }

    fn sources(&self) -> Vec<(Name, String)> {
        self.deviations.sources.iter().map(|(field, source)| (field.clone(), source.clone())).collect()
    }

    fn named(&self, name: &Name) -> Option<Dialect> {
        Some(CypherDialect { name: name.clone(), ..self.clone() }.into())
    }

    fn file_text(&self) -> Result<String, DialectError> {
        CypherDialect::file_text(self)
    }
}
