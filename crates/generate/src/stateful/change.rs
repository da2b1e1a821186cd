//! SET, REMOVE and DELETE.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Name, ValueDomain};

use super::element::{Element, State};
use super::property::Purpose;
use super::writer::Writer;

impl Writer<'_, '_, '_> {
    /// `SET a.k = 1, b += {k: null}, a:B`
    pub fn set(&mut self) -> Option<Clause> {
        let mut items = Vec::new();
        for _ in 0..1 + self.skeleton.random.weighted(&[0.65, 0.25, 0.1])? {
            let element = self.element()?;
            items.push(self.item_of(&element.name, element.is_node));
        }
        Some(Clause::Set(items))
    }

    /// An item of SET on a variable.
    pub fn item_of(&mut self, name: &Name, is_node: bool) -> SetItem {
        let variable = name.clone();
        let relabels = is_node && self.relabels();
        match self.skeleton.random.below(12) {
            0 | 1 if relabels => {
                let labels = self.labels([1, 2]);
                match labels.is_empty() {
                    true => self.property_item(name),
                    false => SetItem::Labels { variable, labels },
                }
            }
            2 | 3 => SetItem::Properties { variable, merge: true, value: self.given_map() },
            4 => SetItem::Properties { variable, merge: false, value: self.given_map() },
            5 if self.skeleton.chance(Feature::DynamicProperties, 0.4) => {
                let key = self.key();
                let value = self.value(&key, Purpose::Written);
                SetItem::DynamicProperty { target: build::variable(variable), key: build::string(&key), value }
            }
            _ => self.property_item(name),
        }
    }

    fn property_item(&mut self, name: &Name) -> SetItem {
        let key = self.key();
        let value = match self.own_value(name, &key) {
            Some(own) if self.chance(0.25) => own,
            _ => self.value(&key, Purpose::Written),
        };
        SetItem::Property { target: build::variable(name.clone()), key, value }
    }

    /// What an element has already, or that with something more: on many rows for one element it is written again and again.
    fn own_value(&mut self, name: &Name, key: &Name) -> Option<Expression> {
        let readable = |element: &Element| element.name == *name && element.state != State::Doubtful;
        if !self.elements.iter().any(readable) {
            return None;
        }
        let other = if self.chance(0.5) { key.clone() } else { self.key() };
        let own = build::property(name.clone(), other);
        match self.constant(key) {
            fallback if self.chance(0.5) => Some(build::call("coalesce", vec![own, fallback])),
            _ => Some(own),
        }
    }

    /// A map to be written: a literal, seldom an empty one, or the properties of another element.
    fn given_map(&mut self) -> Expression {
        if self.chance(0.12)
            && let Some(other) = self.readable()
        {
            let all = build::variable(other.name);
            return if self.chance(0.5) { build::call("properties", vec![all]) } else { all };
        }
        self.map([0, 3], Purpose::Written).unwrap_or_else(|| Expression::Map(Vec::new()))
    }

    /// Whether nodes may get and lose labels.
    pub fn relabels(&self) -> bool {
        let dialect = self.skeleton.context.dialect;
        dialect.values.node_labels == ValueDomain::default().node_labels
    }

    /// `REMOVE a.k, b:B`
    pub fn remove(&mut self) -> Option<Clause> {
        let mut items = Vec::new();
        for _ in 0..1 + self.skeleton.random.weighted(&[0.75, 0.25])? {
            let element = self.element()?;
            let labels =
                if element.is_node && self.relabels() && self.chance(0.4) { self.labels([1, 2]) } else { Vec::new() };
            items.push(match labels.is_empty() {
                false => RemoveItem::Labels { variable: element.name, labels },
                true => RemoveItem::Property { target: build::variable(element.name), key: self.key() },
            });
        }
        Some(Clause::Remove(items))
    }

    /// `DELETE r`, `DETACH DELETE n`; seldom a node that may have relationships, which is an error.
    pub fn delete_clause(&mut self) -> Option<Clause> {
        let mut expressions = Vec::new();
        let detach = self.skeleton.chance(Feature::DetachDelete, 0.7);
        for _ in 0..1 + self.skeleton.random.weighted(&[0.8, 0.2])? {
            let element = self.element()?;
            let plain = element.is_node && !detach && !self.chance(0.2);
            if plain || expressions.contains(&build::variable(element.name.clone())) {
                continue;
            }
            expressions.push(build::variable(element.name));
        }
        for expression in &expressions {
            if let Expression::Variable(name) = expression {
                self.delete(name);
            }
        }
        let nodetach = !detach && self.skeleton.chance(Feature::NodetachDelete, 0.1);
        (!expressions.is_empty()).then_some(Clause::Delete(Delete { detach, nodetach, expressions }))
    }
}
