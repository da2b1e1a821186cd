//! Steps that read labels and paths.

use graphlance_gremlin::token::{Column, Pop, T};
use graphlance_gremlin::{Argument, Modulator, Name, Predicate, Step, StepName, TestName};

use super::build::{bare, by, modulated, nest, step, text};
use super::grower::Grower;
use super::objects::Class;

impl Grower<'_> {
    /// A label that a step in front has; one of them gets one where none has.
    fn label(&mut self) -> Option<Name> {
        let labels = self.labels();
        if let Some(label) = self.random.pick(&labels) {
            return Some(label.clone());
        }
        if self.depth() > 0 || self.steps.is_empty() {
            return None;
        }
        let place = self.random.below(self.steps.len());
        let label = self.fresh('a');
        let step = &mut self.steps[place];
        if step.row().is(graphlance_gremlin::table::Trait::Reducing) {
            return None;
        }
        step.modulators.push(super::build::modulator(StepName::As, [text(&label)]));
        Some(label)
    }

    /// `by(..)`s for elements of any kind, or none.
    fn bys_of_any(&mut self) -> Vec<Modulator> {
        let mut bys = Vec::new();
        if self.random.chance(0.5) {
            let argument = match (&self.world.unique, self.random.below(3)) {
                (Some(unique), 0..=1) => text(unique),
                _ => Argument::from(T::Label),
            };
            bys.push(by([argument]));
        }
        bys
    }
}

/// `select('a1')`, `select('a1', 'a2').by('k0')`
pub(super) fn select(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    if grower.depth() > 0 && grower.labels().is_empty() {
        return None;
    }
    let first = grower.label()?;
    if grower.random.chance(0.55) {
        let pop = grower.random.chance(0.2).then(|| *grower.random.pick(Pop::ALL).unwrap_or(&Pop::Last));
        let arguments = pop.map(Argument::from).into_iter().chain([text(&first)]);
        let mut made = step(StepName::Select, arguments);
        if pop.is_none() && grower.random.chance(0.2) {
            made = modulated(made, grower.bys_of_any());
        }
        return Some(vec![made]);
    }
    let second = if grower.random.chance(0.7) { grower.name_last()? } else { grower.label()? };
    if first == second {
        return Some(vec![step(StepName::Select, [text(&first)])]);
    }
    let made = step(StepName::Select, [text(&first), text(&second)]);
    let made = modulated(made, grower.bys_of_any());
    let columns = [Column::Keys, Column::Values];
    let column = grower.random.chance(0.2).then(|| *grower.random.pick(&columns).unwrap_or(&Column::Values));
    Some(std::iter::once(made).chain(column.map(|it| step(StepName::Select, [Argument::from(it)]))).collect())
}

/// `where(neq('a1'))`, `where('a1', eq('a2')).by('k0')`
pub(super) fn compare(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let first = grower.label()?;
    let name = *grower.random.pick(&[TestName::Eq, TestName::Neq, TestName::Neq, TestName::Lt, TestName::Gte])?;
    let predicate = Argument::from(Predicate::new(name, vec![text(&first)]));
    let mut arguments = vec![predicate];
    if grower.random.chance(0.3) {
        let other = grower.label()?;
        arguments.insert(0, text(&other));
    }
    let mut made = step(StepName::Where, arguments);
    // Elements themselves are not compared by what is less.
    if matches!(name, TestName::Lt | TestName::Gte) || grower.random.chance(0.3) {
        let argument = grower.world.unique.as_ref().map_or(Argument::from(T::Label), text);
        made = modulated(made, [by([argument])]);
    }
    Some(vec![made])
}

/// `path().by('k0')`
pub(super) fn path(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let mut made = bare(StepName::Path);
    let labels = grower.labels();
    if grower.random.chance(0.15)
        && let Some(label) = grower.random.pick(&labels)
    {
        let end = *grower.random.pick(&[StepName::From, StepName::To])?;
        made = made.with(end, vec![text(label)]);
    }
    let bys = grower.bys_of_any();
    Some(vec![modulated(made, bys)])
}

/// `project('p', 'q').by('k0').by(out().count())`
pub(super) fn project(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let names: Vec<Argument> = (0..grower.random.between(1, 3)).map(|_| text(&grower.fresh('p'))).collect();
    let amount = if grower.random.chance(0.85) { names.len() } else { 1 };
    let bys = (0..amount).map(|_| grower.by()).collect::<Option<Vec<_>>>()?;
    Some(vec![modulated(step(StepName::Project, names), bys)])
}

/// `tree().by(T.label)`
pub(super) fn tree(grower: &mut Grower<'_>) -> Option<Vec<Step>> {
    let mut made = bare(StepName::Tree);
    if grower.random.chance(0.6) {
        made = modulated(made, [by([Argument::from(T::Label)])]);
    }
    Some(vec![made])
}

impl Grower<'_> {
    /// A chain that names what comes in and asks something of it, for `where(as('a1')..)`.
    pub fn labelled_condition(&mut self) -> Option<Argument> {
        let from = self.label()?;
        if self.class() == Class::Empty {
            return None;
        }
        let mut steps = self.nested([1, 2])?;
        let start = super::build::modulator(StepName::As, [text(&from)]);
        if self.random.chance(0.3) {
            steps.push(bare(StepName::Count));
        }
        match nest(steps) {
            Argument::Traversal(mut traversal) => {
                traversal.start.push(start);
                Some(Argument::Traversal(traversal))
            }
            other => Some(other),
        }
    }
}
