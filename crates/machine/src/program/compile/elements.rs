//! Steps of elements: the ways between them, their properties, filters on them, and what changes them.

use graphlance_gremlin::token::{Cardinality, Direction, Merge, T, Token};
use graphlance_gremlin::{Argument, Name, Scalar, Step, StepName, TestName, Version};

use super::Compiler;
use crate::failure::{ErrorKind, Failure, raise, unknown};
use crate::graph::import::DEFAULT_LABEL;
use crate::program::{Check, End, Kind, Making, Merging, Operand, Part, Setting};
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn element_step(&mut self, step: &Step, first: bool) -> Result<Option<Kind>, Failure> {
        let arguments = step.arguments.as_slice();
        let adjacent =
            |direction: Direction, edges: bool, labels: Vec<Option<Name>>| Kind::Adjacent { direction, edges, labels };
        Ok(Some(match step.name {
            StepName::V | StepName::E => {
                let ids = if arguments.is_empty() { None } else { Some(self.identities(arguments)?) };
                Kind::Graph { edges: step.name == StepName::E, ids, first }
            }
            StepName::Out => adjacent(Direction::Out, false, self.names_or_null(arguments)?),
            StepName::In => adjacent(Direction::In, false, self.names_or_null(arguments)?),
            StepName::Both => adjacent(Direction::Both, false, self.names_or_null(arguments)?),
            StepName::OutE => adjacent(Direction::Out, true, self.names_or_null(arguments)?),
            StepName::InE => adjacent(Direction::In, true, self.names_or_null(arguments)?),
            StepName::BothE => adjacent(Direction::Both, true, self.names_or_null(arguments)?),
            StepName::To | StepName::ToE => {
                let (direction, labels) = directed(arguments)?;
                adjacent(direction, step.name == StepName::ToE, self.names_or_null(labels)?)
            }
            StepName::OutV => Kind::EndOf(Direction::Out),
            StepName::InV => Kind::EndOf(Direction::In),
            StepName::BothV => Kind::EndOf(Direction::Both),
            StepName::ToV => Kind::EndOf(directed(arguments)?.0),
            StepName::OtherV => Kind::OtherEnd,
            StepName::Properties => Kind::Properties { keys: self.names_or_null(arguments)?, values: false },
            StepName::Values => Kind::Properties { keys: self.names_or_null(arguments)?, values: true },
            StepName::ValueMap | StepName::PropertyMap => self.property_map(step)?,
            StepName::ElementMap => Kind::ElementMap { keys: self.names_or_null(arguments)? },
            StepName::Id => Kind::Id,
            StepName::Label => Kind::Label,
            StepName::Key => Kind::Key,
            StepName::Value => Kind::Value,
            StepName::Element => Kind::Element,
            StepName::Property => Kind::Set(Box::new(self.setting(step)?)),
            StepName::Drop => Kind::Drop,
            StepName::MergeV => Kind::MergeVertex(Box::new(self.merging(step, first)?)),
            StepName::MergeE => Kind::MergeEdge(Box::new(self.merging(step, first)?)),
            StepName::Has => self.has(arguments)?,
            StepName::HasId => self.has_id(arguments)?,
            StepName::HasLabel => Kind::Has { part: Part::Label, check: self.one_of(arguments)? },
            StepName::HasKey => Kind::Has { part: Part::Key, check: self.one_of(arguments)? },
            StepName::HasValue => Kind::Has { part: Part::Value, check: self.one_of(arguments)? },
            StepName::HasNot => match arguments {
                [key] => Kind::HasKeyOf { key: self.name_or_null(key)?, wanted: false },
                _ => return Err(unknown("this form of hasNot()")),
            },
            _ => return Ok(None),
        }))
    }

    /// Identities as arguments: those of a collection that stands alone, elements by their identities.
    fn identities(&mut self, arguments: &[Argument]) -> Result<Vec<Value>, Failure> {
        let values = self.values(arguments)?;
        let values = match values.as_slice() {
            [one] => one.collection().unwrap_or(values),
            _ => values,
        };
        let identity = |value: Value| self.graph.id(&value).cloned().map_or(value, Value::Scalar);
        Ok(values.into_iter().map(identity).collect())
    }

    /// A predicate, or equality with one of the arguments.
    fn one_of(&mut self, arguments: &[Argument]) -> Result<Check, Failure> {
        match arguments {
            [one] => self.check(one),
            several => Ok(Check::Within(self.values(several)?)),
        }
    }

    fn has(&mut self, arguments: &[Argument]) -> Result<Kind, Failure> {
        match arguments {
            [key] => Ok(Kind::HasKeyOf { key: self.name_or_null(key)?, wanted: true }),
            [Argument::Token(Token::T(token)), Argument::Traversal(_)] => {
                Err(unknown(format!("has(T.{}, ..) with a traversal", token.text())))
            }
            [Argument::Token(Token::T(T::Id)), value] => self.has_id(std::slice::from_ref(value)),
            [Argument::Token(Token::T(token)), value] => {
                let part = match token {
                    T::Id => Part::Id,
                    T::Label => Part::Label,
                    T::Key => Part::Key,
                    T::Value => Part::Value,
                };
                Ok(Kind::Has { part, check: self.check(value)? })
            }
            [_, Argument::Traversal(_)] if !self.rules.tests_with_traversals => {
                Err(unknown("has() with a traversal, which is a value"))
            }
            [key, Argument::Traversal(traversal)] => {
                let key = self.name_or_null(key)?;
                let key = Argument::Scalar(key.map_or(Scalar::Null, Scalar::String));
                let mut nested = traversal.clone();
                nested.steps.insert(0, Step::new(StepName::Values, vec![key]));
                Ok(Kind::Filter(self.child(&nested)?))
            }
            [key, value] => Ok(Kind::Has { part: Part::Property(self.name_or_null(key)?), check: self.check(value)? }),
            [label, key, value] => {
                // Both conditions stand in one nested chain.
                let label = Step::new(StepName::HasLabel, vec![label.clone()]);
                let property = Step::new(StepName::Has, vec![key.clone(), value.clone()]);
                let both = graphlance_gremlin::Traversal::new(vec![label, property]);
                Ok(Kind::Filter(self.child(&both)?))
            }
            _ => Err(unknown("this form of has()")),
        }
    }

    fn has_id(&mut self, arguments: &[Argument]) -> Result<Kind, Failure> {
        let check = match arguments {
            [Argument::Predicate(predicate)] => self.predicate(predicate)?,
            // A collection in place of an identity stands for what is in it.
            arguments => {
                let values = self.values(arguments)?;
                let flat = values.into_iter().flat_map(|value| value.collection().unwrap_or_else(|| vec![value]));
                let ids: Vec<Value> =
                    flat.map(|value| self.graph.id(&value).cloned().map_or(value, Value::Scalar)).collect();
                Check::Within(ids)
            }
        };
        let part = if compares_texts(&check) { Part::IdText } else { Part::Id };
        Ok(Kind::Has { part, check })
    }

    fn property_map(&mut self, step: &Step) -> Result<Kind, Failure> {
        let mut tokens = 0;
        let keys = match step.arguments.as_slice() {
            [Argument::Scalar(Scalar::Boolean(all)), keys @ ..] => {
                tokens = if *all { 15 } else { 0 };
                keys
            }
            keys => keys,
        };
        let keys = self.names_or_null(keys)?;
        for modulator in step.modulators_named(StepName::With) {
            let values = self.values(&modulator.arguments)?;
            match values.as_slice() {
                [key] if key.as_str() == Some("~tinkerpop.valueMap.tokens") => tokens = 15,
                [key, value] if key.as_str() == Some("~tinkerpop.valueMap.tokens") => {
                    tokens |= match value {
                        Value::Scalar(Scalar::Boolean(all)) => {
                            if *all {
                                15
                            } else {
                                0
                            }
                        }
                        other => crate::program::as_long(other)
                            .ok_or_else(|| raise(ErrorKind::Argument, "WithOptions.tokens takes integers"))?,
                    };
                }
                _ => {}
            }
        }
        let values = step.name == StepName::ValueMap;
        Ok(Kind::PropertyMap { keys, values, tokens, by: self.one_by(step)? })
    }

    /// `addV` and `addE` with the `property(..)` behind it, which tells what the new element has from the beginning.
    pub(super) fn making(&mut self, step: &Step, following: &[Step], first: bool) -> Result<(Kind, usize), Failure> {
        let label = match step.arguments.first() {
            Some(argument) => self.operand(argument)?,
            None => Operand::Value(Value::string(DEFAULT_LABEL)),
        };
        let mut making = Making { label, properties: Vec::new() };
        let mut used = 0;
        for next in following.iter().take_while(|next| next.name == StepName::Property) {
            let Some(setting) = self.plain_setting(next)? else { break };
            making.properties.extend(setting);
            used += 1;
        }
        if step.name == StepName::AddV {
            return Ok((Kind::AddVertex { making, first }, used));
        }
        self.open_keys(&making.properties)?;
        let (mut from, mut to) = (End::Current, End::Current);
        // `from` and `to` may stand behind a property.
        let all = std::iter::once(step).chain(&following[..used]);
        for modulator in all.flat_map(|step| &step.modulators) {
            match modulator.name {
                StepName::From => from = self.end(&modulator.arguments)?,
                StepName::To => to = self.end(&modulator.arguments)?,
                _ => {}
            }
        }
        Ok((Kind::AddEdge { making, from, to, first }, used))
    }

    /// TinkerPop refuses some keys of a new edge before anything runs, and no document speaks of them.
    fn open_keys(&self, settings: &[Setting]) -> Result<(), Failure> {
        let mut seen = Vec::new();
        for setting in settings {
            let Operand::Value(key) = &setting.key else { continue };
            if key.as_str().is_none() && !matches!(key, Value::Token(_)) {
                return Err(Failure::Unspecified("when a key of a new edge that is no text is refused".to_owned()));
            }
            if self.options.version >= Version::V38 && seen.contains(&key) {
                return Err(Failure::Unspecified("a key that is set twice on a new edge".to_owned()));
            }
            seen.push(key);
        }
        Ok(())
    }

    fn end(&mut self, arguments: &[Argument]) -> Result<End, Failure> {
        Ok(match arguments {
            [Argument::Traversal(traversal)] => End::Chain(self.child(traversal)?),
            [argument] => match self.value(argument)? {
                Value::Scalar(Scalar::String(label)) => {
                    self.program.tracks_labels = true;
                    End::Label(label)
                }
                other => End::Value(other),
            },
            _ => return Err(unknown("an end of an edge that is none")),
        })
    }

    /// What `property(..)` sets where it says neither a cardinality nor properties of properties.
    fn plain_setting(&mut self, step: &Step) -> Result<Option<Vec<Setting>>, Failure> {
        match step.arguments.as_slice() {
            [Argument::Token(Token::Cardinality(_)) | Argument::WithCardinality(..), ..] => Ok(None),
            [key, value] => {
                let (key, value) = (self.operand(key)?, self.operand(value)?);
                Ok(Some(vec![Setting { cardinality: None, key, value, meta: Vec::new() }]))
            }
            _ => Ok(None),
        }
    }

    fn setting(&mut self, step: &Step) -> Result<Setting, Failure> {
        let (cardinality, rest) = match step.arguments.as_slice() {
            [Argument::Token(Token::Cardinality(cardinality)), rest @ ..] => (Some(*cardinality), rest),
            rest => (None, rest),
        };
        match rest {
            // A map is kept as a value without a key.
            [map] => {
                let value = Operand::Value(self.value(map)?);
                Ok(Setting { cardinality, key: Operand::Value(Value::NULL), value, meta: Vec::new() })
            }
            [key, value, meta @ ..] => {
                if meta.len() % 2 == 1 {
                    return Err(raise(ErrorKind::Argument, "property() takes keys with their values"));
                }
                let (key, value) = (self.operand(key)?, self.operand(value)?);
                let pairs = meta.chunks_exact(2);
                let meta = pairs.map(|pair| Ok((self.operand(&pair[0])?, self.operand(&pair[1])?)));
                Ok(Setting { cardinality, key, value, meta: meta.collect::<Result<_, Failure>>()? })
            }
            [] => Err(unknown("property() of nothing")),
        }
    }

    fn merging(&mut self, step: &Step, first: bool) -> Result<Merging, Failure> {
        let search = step.arguments.first().map(|argument| self.operand(argument)).transpose()?;
        let mut merging = Merging {
            first,
            search,
            on_create: None,
            on_match: None,
            match_cardinality: None,
            create_cardinality: None,
            ends: Vec::new(),
        };
        for modulator in step.modulators_named(StepName::Option) {
            let [Argument::Token(Token::Merge(merge)), argument, rest @ ..] = modulator.arguments.as_slice() else {
                return Err(raise(ErrorKind::Argument, "options of a merge are onCreate, onMatch, outV and inV"));
            };
            let operand = self.operand(argument)?;
            let cardinality = match rest.first() {
                Some(Argument::Token(Token::Cardinality(cardinality))) => Some::<Cardinality>(*cardinality),
                _ => None,
            };
            match merge {
                Merge::OnCreate => {
                    merging.on_create = Some(operand);
                    merging.create_cardinality = cardinality;
                }
                Merge::OnMatch => {
                    merging.on_match = Some(operand);
                    merging.match_cardinality = cardinality;
                }
                Merge::OutV | Merge::InV if step.name == StepName::MergeV => {
                    return Err(raise(ErrorKind::Argument, "mergeV() has no ends"));
                }
                end => merging.ends.push((*end, operand)),
            }
        }
        Ok(merging)
    }
}

/// The direction that stands first among arguments, and the rest.
fn directed(arguments: &[Argument]) -> Result<(Direction, &[Argument]), Failure> {
    match arguments {
        [Argument::Token(Token::Direction(direction)), rest @ ..] => Ok((*direction, rest)),
        _ => Err(unknown("a direction that is a variable")),
    }
}

/// Whether identities are compared as texts: where all that they are compared with is.
fn compares_texts(check: &Check) -> bool {
    match check {
        Check::Compare(TestName::TypeOf, _) => false,
        Check::Compare(_, value) => value.as_str().is_some(),
        Check::Within(values) => {
            !values.is_empty() && values.iter().all(|value| value.is_null() || value.as_str().is_some())
        }
        Check::Not(inner) => compares_texts(inner),
        _ => false,
    }
}
