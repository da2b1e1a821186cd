//! Dialects of Gremlin.

use std::any::Any;
use std::collections::BTreeMap;

use graphlance_graph::{CompareOptions, IndexSupport, Name, ValueDomain};
use graphlance_gremlin::Dialect as GremlinDialect;
use graphlance_gremlin::dialect::{self, Deviations};

use super::Gremlin;
use crate::language::{Dialect, DialectData, DialectError, Ignored, Language, PlanSwitch, Setting, Suspected};

impl From<GremlinDialect> for Dialect {
    fn from(dialect: GremlinDialect) -> Dialect {
        Dialect::new(dialect)
    }
}

impl DialectData for GremlinDialect {
    fn language(&self) -> &'static dyn Language {
        &Gremlin
    }

    fn same(&self, other: &dyn DialectData) -> bool {
        (other as &dyn Any).downcast_ref::<GremlinDialect>() == Some(self)
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
        IndexSupport {
            range: self.declarations.vertex_index.is_some(),
            relationship: self.declarations.edge_index.is_some(),
            ..IndexSupport::default()
        }
    }

    fn comparison(&self) -> CompareOptions {
        CompareOptions { float_digits: None, negative_zero: self.values.negative_zero }
    }

    fn has(&self, feature: &str) -> bool {
        GremlinDialect::has(self, feature)
    }

    fn plans(&self) -> &[PlanSwitch] {
        &self.plans
    }

    fn ignored(&self) -> &[Ignored] {
        &self.ignored
    }

    fn suspected(&self) -> &BTreeMap<String, Suspected> {
        &self.suspected
    }

    fn without_suspicions(&self) -> Option<Dialect> {
        Some(GremlinDialect::without_suspicions(self).into())
    }

    fn sources(&self) -> Vec<(Name, String)> {
        self.deviations.sources.iter().map(|(field, source)| (field.clone(), source.clone())).collect()
    }

    fn settings(&self) -> Vec<Setting> {
        let open = |setting: &&dialect::Setting| !self.deviations.sources.contains_key(setting.field);
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

    fn named(&self, name: &Name) -> Option<Dialect> {
        Some(GremlinDialect { name: name.clone(), ..self.clone() }.into())
    }

    fn file_text(&self) -> Result<String, DialectError> {
        GremlinDialect::file_text(self)
    }
}
