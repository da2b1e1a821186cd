//! Parts of temporal values and points.

use graphlance_cypher::ast::Expression;
use graphlance_cypher::functions::{Component, Kind};
use graphlance_reference::functions;

use crate::expression::known::{Expressions, Known};
use crate::expression::shape::Shape;

impl Expressions<'_> {
    /// `subject.year` of a temporal value or point; none where no element has one of such a part.
    pub(super) fn component_of_kind(&mut self, kind: Kind, depth: usize) -> Option<Known> {
        let shapes = self.shapes;
        let parts = shapes.special_kinds().iter().flat_map(|special| Component::of(*special));
        let parts: Vec<&Component> = parts.filter(|component| component.kind == kind).collect();
        let component = *self.random.pick(&parts)?;
        let subject = self.exact(component.of, depth);
        self.component(component, subject)
    }

    /// `subject.name` of a temporal value or point.
    pub(in crate::expression) fn component(&mut self, component: &Component, subject: Known) -> Option<Known> {
        if subject.shape.kind() != component.of {
            return None;
        }
        let [low, high] = component.range;
        let shape = match component.kind {
            Kind::Integer => Shape::Integer(low, high),
            Kind::Float => Shape::Float(low as f64, high as f64),
            _ => return None,
        };
        let value = functions::component(&subject.value, component.name, self.options).ok()?;
        Some(Known {
            expression: Expression::Property(Box::new(subject.expression), component.name.into()),
            value,
            shape,
            ulps: 0,
            constant: subject.constant,
        })
    }
}
