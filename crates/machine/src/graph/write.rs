//! Changes of a property graph.

use std::sync::Arc;

use graphlance_gremlin::token::Cardinality;
use graphlance_gremlin::{Name, Scalar};
use indexmap::IndexMap;

use super::{Edge, Held, Identities, PropertyGraph, Vertex, VertexProperty};
use crate::value::{EdgeKey, Owner, Property, Value, VertexKey, VertexPropertyKey};

/// Why a graph was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// There is another element with this identity.
    #[error("there is an element with the identity {0:?} already")]
    Taken(Scalar),
    /// Identities of this graph are of another type.
    #[error("{0:?} is no identity in this graph")]
    NoIdentity(Scalar),
    /// An element was removed.
    #[error("the element {0:?} was removed")]
    Removed(Scalar),
    /// There are as many elements as can be addressed.
    #[error("the graph is full")]
    Full,
}

/// The identity that a new element is to have: this one, or one that the graph makes.
pub type NewIdentity = Option<Scalar>;

impl PropertyGraph {
    /// What it holds, to be changed.
    fn held(&mut self) -> &mut Held {
        Arc::make_mut(&mut self.held)
    }

    /// From which number on the graph makes identities, at least.
    pub fn start_identities_at(&mut self, first: i64) {
        self.next_id = self.next_id.max(first);
    }

    /// Adds a vertex.
    pub fn add_vertex(&mut self, id: NewIdentity, label: Name) -> Result<VertexKey, WriteError> {
        let (rule, made) = (self.identities, id.is_none());
        let (id, normal) = self.identity(id, rule, |graph, id| graph.held.vertices_by_id.contains_key(id))?;
        let key = VertexKey(index(self.held.vertices.len())?);
        self.held().vertices_by_id.insert(normal, key);
        let (properties, out_edges, in_edges) = (Vec::new(), Vec::new(), Vec::new());
        self.held().vertices.push(Vertex { id, made, label, properties, out_edges, in_edges, removed: false });
        Ok(key)
    }

    /// Adds an edge from one vertex to another.
    pub fn add_edge(
        &mut self,
        id: NewIdentity,
        label: Name,
        from: VertexKey,
        to: VertexKey,
    ) -> Result<EdgeKey, WriteError> {
        if let Some(removed) = [from, to].into_iter().find(|key| self.vertex(*key).removed) {
            return Err(WriteError::Removed(self.vertex(removed).id.clone()));
        }
        let (rule, made) = (self.identities, id.is_none());
        let (id, normal) = self.identity(id, rule, |graph, id| graph.held.edges_by_id.contains_key(id))?;
        let key = EdgeKey(index(self.held.edges.len())?);
        self.held().edges_by_id.insert(normal, key);
        let properties = IndexMap::default();
        self.held().edges.push(Edge { id, made, label, out_vertex: from, in_vertex: to, properties, removed: false });
        self.held().vertices[from.0 as usize].out_edges.push(key);
        self.held().vertices[to.0 as usize].in_edges.push(key);
        Ok(key)
    }

    /// Sets a property of a vertex: in place of all others of its key, beside them, or where none of them has its value.
    pub fn set_vertex_property(
        &mut self,
        vertex: VertexKey,
        id: NewIdentity,
        cardinality: Cardinality,
        key: &Name,
        value: Value,
    ) -> Result<VertexPropertyKey, WriteError> {
        if self.vertex(vertex).removed {
            return Err(WriteError::Removed(self.vertex(vertex).id.clone()));
        }
        let own = self.vertex(vertex).properties.iter().copied();
        let of_key: Vec<_> = own.filter(|property| self.vertex_property(*property).key == *key).collect();
        match cardinality {
            Cardinality::Single => of_key.into_iter().for_each(|property| self.remove_vertex_property(property)),
            Cardinality::Set => {
                let same = |property: &VertexPropertyKey| self.vertex_property(*property).value == value;
                if let Some(found) = of_key.into_iter().find(same) {
                    return Ok(found);
                }
            }
            Cardinality::List => {}
        }
        let rule = Identities::Any;
        let (id, normal) = self.identity(id, rule, |graph, id| graph.held.properties_by_id.contains_key(id))?;
        let place = VertexPropertyKey(index(self.held.vertex_properties.len())?);
        self.held().properties_by_id.insert(normal, place);
        let properties = IndexMap::default();
        self.held().vertex_properties.push(VertexProperty {
            id,
            key: key.clone(),
            value,
            vertex,
            properties,
            removed: false,
        });
        self.held().vertices[vertex.0 as usize].properties.push(place);
        Ok(place)
    }

    /// Removes all properties of a key from a vertex.
    pub fn unset_vertex_properties(&mut self, vertex: VertexKey, key: &str) {
        let own = self.vertex(vertex).properties.iter().copied();
        let of_key: Vec<_> = own.filter(|property| self.vertex_property(*property).key == key).collect();
        of_key.into_iter().for_each(|property| self.remove_vertex_property(property));
    }

    /// Sets a property of an edge or of a vertex's property.
    pub fn set_property(&mut self, owner: Owner, key: &Name, value: Value) -> Result<(), WriteError> {
        let (removed, id) = match owner {
            Owner::Edge(edge) => (self.edge(edge).removed, &self.edge(edge).id),
            Owner::VertexProperty(property) => {
                (self.vertex_property(property).removed, &self.vertex_property(property).id)
            }
        };
        if removed {
            return Err(WriteError::Removed(id.clone()));
        }
        self.owned(owner).insert(key.clone(), value);
        Ok(())
    }

    /// Removes a property of an edge or of a vertex's property, if it is there.
    pub fn unset_property(&mut self, owner: Owner, key: &str) {
        self.owned(owner).shift_remove(key);
    }

    fn owned(&mut self, owner: Owner) -> &mut IndexMap<Name, Value> {
        match owner {
            Owner::Edge(key) => &mut self.held().edges[key.0 as usize].properties,
            Owner::VertexProperty(key) => &mut self.held().vertex_properties[key.0 as usize].properties,
        }
    }

    /// Removes what a value is of the graph: a vertex with its edges, an edge, a property. Anything else is left.
    pub fn remove(&mut self, value: &Value) {
        match value {
            Value::Vertex(key) => self.remove_vertex(*key),
            Value::Edge(key) => self.remove_edge(*key),
            Value::VertexProperty(key) => self.remove_vertex_property(*key),
            Value::Property(property) => {
                let Property { owner, key, .. } = &**property;
                self.unset_property(*owner, key);
            }
            _ => {}
        }
    }

    fn remove_vertex(&mut self, key: VertexKey) {
        let vertex = self.vertex(key);
        let edges: Vec<EdgeKey> = vertex.out_edges.iter().chain(&vertex.in_edges).copied().collect();
        let (properties, id) = (vertex.properties.clone(), vertex.id.clone());
        edges.into_iter().for_each(|edge| self.remove_edge(edge));
        properties.into_iter().for_each(|property| self.remove_vertex_property(property));
        if let Some(id) = self.normal(&id).filter(|id| self.held.vertices_by_id.get(id) == Some(&key)) {
            self.held().vertices_by_id.shift_remove(&id);
        }
        self.held().vertices[key.0 as usize].removed = true;
    }

    fn remove_edge(&mut self, key: EdgeKey) {
        let edge = self.edge(key);
        let (from, to, id) = (edge.out_vertex, edge.in_vertex, edge.id.clone());
        self.held().vertices[from.0 as usize].out_edges.retain(|other| *other != key);
        self.held().vertices[to.0 as usize].in_edges.retain(|other| *other != key);
        if let Some(id) = self.normal(&id).filter(|id| self.held.edges_by_id.get(id) == Some(&key)) {
            self.held().edges_by_id.shift_remove(&id);
        }
        let edge = &mut self.held().edges[key.0 as usize];
        edge.properties.clear();
        edge.removed = true;
    }

    fn remove_vertex_property(&mut self, key: VertexPropertyKey) {
        let property = &mut self.held().vertex_properties[key.0 as usize];
        property.properties.clear();
        property.removed = true;
        let (vertex, id) = (property.vertex, property.id.clone());
        self.held().vertices[vertex.0 as usize].properties.retain(|other| *other != key);
        if let Some(id) = self.normal(&id).filter(|id| self.held.properties_by_id.get(id) == Some(&key)) {
            self.held().properties_by_id.shift_remove(&id);
        }
    }

    /// The identity of a new element, and as which it is looked up.
    fn identity(
        &mut self,
        id: NewIdentity,
        rule: Identities,
        taken: impl Fn(&PropertyGraph, &Scalar) -> bool,
    ) -> Result<(Scalar, Scalar), WriteError> {
        let Some(id) = id else {
            loop {
                let next = self.next_id;
                self.next_id = next.checked_add(1).ok_or(WriteError::Full)?;
                if !taken(self, &Scalar::Long(next)) {
                    let narrow = i32::try_from(next).ok().filter(|_| rule == Identities::Integers);
                    return Ok((narrow.map_or(Scalar::Long(next), Scalar::Integer), Scalar::Long(next)));
                }
            }
        };
        let normal = self.normal(&id).ok_or_else(|| WriteError::NoIdentity(id.clone()))?;
        let id = match (&normal, rule) {
            (_, Identities::Any) => id,
            (Scalar::Long(long), Identities::Integers) => i32::try_from(*long).map_or(id, Scalar::Integer),
            (Scalar::Long(long), Identities::Longs) => Scalar::Long(*long),
            _ => return Err(WriteError::NoIdentity(id)),
        };
        if taken(self, &normal) { Err(WriteError::Taken(id)) } else { Ok((id, normal)) }
    }
}

fn index(length: usize) -> Result<u32, WriteError> {
    u32::try_from(length).map_err(|_| WriteError::Full)
}
