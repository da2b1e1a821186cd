//! The values of one property key over all elements, for telling elements apart quickly.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use graphlance_graph::{Name, Properties, Value};
use rustc_hash::{FxHashMap, FxHasher};

use super::shape::Shape;

/// The values of one property key over all nodes, or over all relationships.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyColumn {
    /// The key.
    pub key: Name,
    /// The shape of the values.
    pub shape: Shape,
    /// Distinct values; the first is null, for elements without the property.
    values: Vec<Value>,
    /// The place in `values` of each element, by the element's key.
    places: Vec<u32>,
    /// Places of values by their hash.
    known: FxHashMap<u64, Vec<u32>>,
}

impl PropertyColumn {
    /// The columns of some elements, given as element keys with properties, in order of property keys.
    pub fn all<'p>(elements: impl Iterator<Item = (u32, &'p Properties)>) -> Vec<PropertyColumn> {
        let mut columns: BTreeMap<Name, PropertyColumn> = BTreeMap::new();
        for (element, properties) in elements {
            for (key, value) in properties {
                match columns.get_mut(key) {
                    Some(column) => column.add(element, value),
                    None => {
                        let mut column = PropertyColumn::new(key.clone(), Shape::of(value));
                        column.add(element, value);
                        columns.insert(key.clone(), column);
                    }
                }
            }
        }
        columns.into_values().collect()
    }

    fn new(key: Name, shape: Shape) -> PropertyColumn {
        PropertyColumn { key, shape, values: vec![Value::Null], places: Vec::new(), known: FxHashMap::default() }
    }

    fn add(&mut self, element: u32, value: &Value) {
        self.shape = std::mem::replace(&mut self.shape, Shape::Null).join(Shape::of(value));
        let known = self.known.entry(hash(value)).or_default();
        let place = known.iter().copied().find(|place| self.values[*place as usize] == *value).unwrap_or_else(|| {
            self.values.push(value.clone());
            let place = self.values.len() as u32 - 1;
            known.push(place);
            place
        });
        let element = element as usize;
        if self.places.len() <= element {
            self.places.resize(element + 1, 0);
        }
        self.places[element] = place;
    }

    /// The value of an element; null when it has none.
    pub fn value(&self, element: u32) -> &Value {
        &self.values[self.place(element)]
    }

    /// The distinct values of some elements; none as soon as `refused` says so of one of them.
    pub fn distinct(
        &self,
        elements: impl Iterator<Item = u32>,
        mut refused: impl FnMut(&Value) -> bool,
    ) -> Option<Vec<Value>> {
        let mut seen = vec![false; self.values.len()];
        let mut distinct = Vec::new();
        for element in elements {
            let place = self.place(element);
            if seen[place] {
                continue;
            }
            seen[place] = true;
            if refused(&self.values[place]) {
                return None;
            }
            distinct.push(self.values[place].clone());
        }
        Some(distinct)
    }

    fn place(&self, element: u32) -> usize {
        self.places.get(element as usize).map_or(0, |place| *place as usize)
    }
}

/// Equal for equal values.
fn hash(value: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    match value {
        Value::Integer(integer) => integer.hash(&mut hasher),
        Value::Float(float) if !float.is_nan() => float.to_bits().hash(&mut hasher),
        Value::String(text) => text.hash(&mut hasher),
        Value::Temporal(temporal) => temporal.text.hash(&mut hasher),
        _ => {}
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column() -> PropertyColumn {
        let properties = |value: i64| Properties::from_iter([("k".into(), Value::Integer(value))]);
        let elements = [(0, properties(7)), (2, properties(8)), (3, properties(7))];
        let mut columns = PropertyColumn::all(elements.iter().map(|(key, properties)| (*key, properties)));
        assert_eq!(columns.len(), 1);
        columns.remove(0)
    }

    #[test]
    fn elements_without_the_property_have_null() {
        let values: Vec<_> = (0..5).map(|element| column().value(element).clone()).collect();
        assert_eq!(values, [Value::Integer(7), Value::Null, Value::Integer(8), Value::Integer(7), Value::Null]);
    }

    #[test]
    fn distinct_values_come_in_the_order_of_the_elements() {
        let all = column().distinct(0..5, |_| false);
        assert_eq!(all, Some(vec![Value::Integer(7), Value::Null, Value::Integer(8)]));
        assert_eq!(column().distinct(0..5, |value| *value == Value::Integer(8)), None);
    }
}
