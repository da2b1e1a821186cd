//! Traversals that write: elements and properties are added, changed, removed and merged, and mostly something is read behind that.
//!
//! An element that is added has a value of its own under the key by which elements are told apart, as all others have.

use graphlance_graph::Random;
use graphlance_gremlin::token::{Cardinality, Direction, Merge, T};
use graphlance_gremlin::{Argument, Modulator, Name, Scalar, Step, StepName};
use graphlance_machine::Value;

use super::build::{bare, long, modulator, nest, step, text};
use super::grower::Grower;
use super::grown::finish;
use super::literals;
use super::objects::Class;
use super::{Config, Grown, World};

/// A traversal that writes. None where nothing could be drawn, or where the language leaves the answer open after all.
pub fn writing(random: &mut Random, config: &Config, world: &World) -> Option<Grown> {
    let mut grower = Grower::new(random, config, world);
    match grower.random.below(12) {
        0..=3 => set(&mut grower)?,
        4 => remove(&mut grower)?,
        5 => remove_property(&mut grower)?,
        6..=7 => add_vertex(&mut grower)?,
        8..=9 => add_edge(&mut grower)?,
        10 => merge_vertex(&mut grower)?,
        _ => merge_edge(&mut grower)?,
    }
    if !grower.objects.is_empty() {
        for _ in 0..grower.random.below(3) {
            grower.extend();
        }
    }
    finish(&grower)
}

impl Grower<'_> {
    /// Begins with some of the vertices or edges.
    fn some_elements(&mut self, most: usize) -> Option<()> {
        let class = if self.random.chance(0.7) { Class::Vertex } else { Class::Edge };
        let first = bare(if class == Class::Vertex { StepName::V } else { StepName::E });
        self.append(vec![first]).then_some(())?;
        for _ in 0..6 {
            if self.objects.len() <= most && self.random.chance(0.7) {
                break;
            }
            let before = self.state();
            self.extend();
            if self.class() != class {
                self.go_back(before);
            }
        }
        (self.objects.len() <= most && self.class() == class).then_some(())
    }

    /// One element, by the value that it alone has.
    fn one(&mut self, vertices: bool) -> Option<Vec<Step>> {
        let unique = self.world.unique.clone()?;
        let values = self.world.values(vertices).get(&unique)?;
        let value = literals::literal(self.random.pick(values)?)?;
        let first = bare(if vertices { StepName::V } else { StepName::E });
        Some(vec![first, step(StepName::Has, [text(&unique), value])])
    }

    /// The value by which a new element is told apart: one that no other has.
    fn new_value(&self, further: i64) -> Option<(Name, Argument)> {
        let unique = self.world.unique.clone()?;
        let taken = [true, false].into_iter().filter_map(|vertices| self.world.values(vertices).get(&unique)).flatten();
        let greatest = taken.filter_map(|value| value.as_scalar().and_then(Scalar::as_long)).max().unwrap_or(0);
        Some((unique, long(greatest + 1 + further)))
    }

    /// A key with a value of the type that it has, not that by which elements are told apart.
    fn assignment(&mut self, vertices: bool) -> Option<(Name, Argument)> {
        let unique = self.world.unique.clone();
        let keys: Vec<Name> =
            self.world.values(vertices).keys().filter(|key| Some(*key) != unique.as_ref()).cloned().collect();
        let key = self.random.pick(&keys)?.clone();
        let value = self.random.pick(self.world.values(vertices).get(&key)?)?.as_scalar()?.clone();
        let value = if self.random.chance(0.4) { same_type(literals::near(self.random, &value), value) } else { value };
        Some((key, Argument::Scalar(value)))
    }

    fn assignments(&mut self, vertices: bool) -> Vec<Step> {
        let amount = self.random.below(3);
        let assignments = (0..amount).filter_map(|_| self.assignment(vertices)).collect::<Vec<_>>();
        assignments.into_iter().map(|(key, value)| step(StepName::Property, [text(&key), value])).collect()
    }
}

/// A value where it is of the type of another, and the other where not: a key has values of one type.
fn same_type(value: Scalar, other: Scalar) -> Scalar {
    if std::mem::discriminant(&value) == std::mem::discriminant(&other) { value } else { other }
}

/// `V().has('k0', 1).property(single, 'k1', 2)`
fn set(grower: &mut Grower<'_>) -> Option<()> {
    grower.some_elements(8)?;
    let vertices = grower.class() == Class::Vertex;
    let mut made = Vec::new();
    for _ in 0..grower.random.between(1, 2) {
        let (key, value) = grower.assignment(vertices)?;
        let single = (vertices && grower.random.chance(0.4)).then(|| Argument::from(Cardinality::Single));
        made.push(step(StepName::Property, single.into_iter().chain([text(&key), value])));
    }
    grower.append(made).then_some(())
}

/// `V().hasLabel('L0').drop()`
fn remove(grower: &mut Grower<'_>) -> Option<()> {
    grower.some_elements(4)?;
    grower.append_with(vec![bare(StepName::Drop)], 1.0).then_some(())
}

/// `V().properties('k0').drop()`
fn remove_property(grower: &mut Grower<'_>) -> Option<()> {
    grower.some_elements(8)?;
    let unique = grower.world.unique.clone();
    let mut keys = grower.keys(2);
    keys.retain(|key| Some(key) != unique.as_ref());
    if keys.is_empty() {
        return None;
    }
    let made = vec![step(StepName::Properties, keys.iter().map(text)), bare(StepName::Drop)];
    grower.append_with(made, 1.0).then_some(())
}

/// `addV('L0').property('id', 9)`, at the beginning or behind one object.
fn add_vertex(grower: &mut Grower<'_>) -> Option<()> {
    if grower.random.chance(0.3) {
        let first = grower.one(true)?;
        grower.append(first).then_some(())?;
    }
    let label = grower.random.pick(&grower.world.vertex_labels)?.clone();
    let (unique, value) = grower.new_value(0)?;
    let mut made = vec![step(StepName::AddV, [text(&label)]), step(StepName::Property, [text(&unique), value])];
    made.extend(grower.assignments(true));
    if grower.random.chance(0.4) {
        let name = grower.fresh('a');
        made.last_mut()?.modulators.push(modulator(StepName::As, [text(&name)]));
        let label = grower.random.pick(&grower.world.edge_labels)?.clone();
        let (unique, value) = grower.new_value(1)?;
        let mut edge = step(StepName::AddE, [text(&label)]);
        edge.modulators.push(modulator(StepName::From, [text(&name)]));
        edge.modulators.push(modulator(StepName::To, [nest(grower.one(true)?)]));
        made.extend([edge, step(StepName::Property, [text(&unique), value])]);
        made.extend(grower.assignments(false));
    }
    grower.append(made).then_some(())
}

/// `V().has('id', 1).as('a').V().has('id', 2).addE('T0').from('a').property('id', 9)`
fn add_edge(grower: &mut Grower<'_>) -> Option<()> {
    let name = grower.fresh('a');
    let mut made = grower.one(true)?;
    made.last_mut()?.modulators.push(modulator(StepName::As, [text(&name)]));
    let label = grower.random.pick(&grower.world.edge_labels)?.clone();
    let mut edge = step(StepName::AddE, [text(&label)]);
    let (near, far) =
        if grower.random.chance(0.5) { (StepName::From, StepName::To) } else { (StepName::To, StepName::From) };
    if grower.random.chance(0.5) {
        made.extend(grower.one(true)?);
        edge.modulators.push(modulator(near, [text(&name)]));
    } else {
        edge.modulators.push(modulator(far, [nest(grower.one(true)?)]));
    }
    let (unique, value) = grower.new_value(0)?;
    made.extend([edge, step(StepName::Property, [text(&unique), value])]);
    made.extend(grower.assignments(false));
    grower.append(made).then_some(())
}

/// `mergeV([(T.label): 'L0', 'id': 1]).option(onCreate, [..]).option(onMatch, [..])`
fn merge_vertex(grower: &mut Grower<'_>) -> Option<()> {
    let unique = grower.world.unique.clone()?;
    let found = grower.random.chance(0.6);
    let (label, value) = if found {
        let vertices: Vec<Value> = grower.world.graph.vertices().map(Value::Vertex).collect();
        let vertex = grower.random.pick(&vertices)?;
        let graph = &grower.world.graph;
        let value = graph.properties(vertex).into_iter().find(|(key, ..)| *key == unique)?.1;
        (graph.label(vertex)?.clone(), literals::literal(&value)?)
    } else {
        (grower.random.pick(&grower.world.vertex_labels)?.clone(), grower.new_value(0)?.1)
    };
    let search = Argument::Map(vec![(Argument::from(T::Label), text(&label)), (text(&unique), value)]);
    let mut made = step(StepName::MergeV, [search]);
    options(grower, &mut made, true)?;
    grower.append(vec![made]).then_some(())
}

/// `mergeE([(T.label): 'T0', (from): 1L, (to): 2L])`
fn merge_edge(grower: &mut Grower<'_>) -> Option<()> {
    if !grower.config.identities {
        return merge_vertex(grower);
    }
    let (label, from, to) = if grower.random.chance(0.6) {
        let edges: Vec<_> = grower.world.graph.edges().collect();
        let edge = grower.world.graph.edge(*grower.random.pick(&edges)?);
        (edge.label.clone(), edge.out_vertex, edge.in_vertex)
    } else {
        let vertices: Vec<_> = grower.world.graph.vertices().collect();
        let label = grower.random.pick(&grower.world.edge_labels)?.clone();
        (label, *grower.random.pick(&vertices)?, *grower.random.pick(&vertices)?)
    };
    let graph = &grower.world.graph;
    let id = |key| Argument::Scalar(graph.vertex(key).id.clone());
    let search = Argument::Map(vec![
        (Argument::from(T::Label), text(&label)),
        (Argument::from(Direction::Out), id(from)),
        (Argument::from(Direction::In), id(to)),
    ]);
    let mut made = step(StepName::MergeE, [search]);
    let mut create = entries(grower, false)?;
    create.push(grower.new_value(0).map(|(key, value)| (text(&key), value))?);
    made.modulators.push(option(Merge::OnCreate, create, search_of(&made)));
    if grower.random.chance(0.5) {
        let on_match = entries(grower, false)?;
        made.modulators.push(option(Merge::OnMatch, on_match, Vec::new()));
    }
    grower.append(vec![made]).then_some(())
}

fn options(grower: &mut Grower<'_>, made: &mut Step, vertices: bool) -> Option<()> {
    if grower.random.chance(0.6) {
        let create = entries(grower, vertices)?;
        made.modulators.push(option(Merge::OnCreate, create, search_of(made)));
    }
    if grower.random.chance(0.6) {
        let on_match = entries(grower, vertices)?;
        made.modulators.push(option(Merge::OnMatch, on_match, Vec::new()));
    }
    Some(())
}

type Entries = Vec<(Argument, Argument)>;

fn entries(grower: &mut Grower<'_>, vertices: bool) -> Option<Entries> {
    let mut entries: Entries = Vec::new();
    for _ in 0..grower.random.between(1, 2) {
        let (key, value) = grower.assignment(vertices)?;
        if !entries.iter().any(|entry| entry.0 == text(&key)) {
            entries.push((text(&key), value));
        }
    }
    Some(entries)
}

/// What a merge looks for: what is made must not contradict it.
fn search_of(made: &Step) -> Entries {
    match made.arguments.first() {
        Some(Argument::Map(entries)) => entries.clone(),
        _ => Vec::new(),
    }
}

fn option(merge: Merge, mut entries: Entries, search: Entries) -> Modulator {
    entries.retain(|(key, _)| search.iter().all(|(other, _)| other != key));
    modulator(StepName::Option, [Argument::from(merge), Argument::Map(entries)])
}
