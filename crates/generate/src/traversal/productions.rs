//! What can be drawn for which objects, and how often.

use graphlance_gremlin::Step;

use super::grower::Grower;
use super::objects::Class::{self, *};
use super::{branches, collections, elements, filters, labels, matching, repeats, scalars, side_effects, streams};

/// Something that can be drawn: one step or a few.
pub(super) struct Production {
    weight: f64,
    /// What the objects must be; whatever they are where it is empty.
    classes: &'static [Class],
    nature: Nature,
    /// Makes it. None where it cannot be made for these objects.
    pub make: Make,
}

/// What decides how often something is drawn, beside the class of the objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nature {
    Plain,
    /// One object comes out of all: it mostly ends what tells objects apart.
    Reduces,
    /// Traversals are among its arguments, so that it is drawn less often inside of others.
    Nests,
}

impl Production {
    /// How often it is drawn among others, for so many objects of a class, so deep.
    pub fn weight_for(&self, class: Class, depth: usize, objects: usize) -> f64 {
        if !self.classes.is_empty() && !self.classes.contains(&class) {
            return 0.0;
        }
        match self.nature {
            Nature::Plain => self.weight,
            // Where there is one object, it would end up being counted again and again.
            Nature::Reduces if objects < 2 => self.weight * 0.15,
            Nature::Reduces => self.weight,
            Nature::Nests => self.weight * [1.0, 0.3, 0.1][depth.min(2)],
        }
    }
}

type Make = fn(&mut Grower<'_>) -> Option<Vec<Step>>;

const fn row(weight: f64, classes: &'static [Class], make: Make) -> Production {
    Production { weight, classes, nature: Nature::Plain, make }
}

const fn reduces(weight: f64, classes: &'static [Class], make: Make) -> Production {
    Production { weight, classes, nature: Nature::Reduces, make }
}

const fn nests(weight: f64, classes: &'static [Class], make: Make) -> Production {
    Production { weight, classes, nature: Nature::Nests, make }
}

const ELEMENT: &[Class] = &[Vertex, Edge];
const PROPERTY: &[Class] = &[VertexProperty, Property];
const SCALAR: &[Class] = &[Number, Text, Boolean, Date, Scalar];
const COLLECTION: &[Class] = &[List, Set];

/// What can be drawn, and how often.
pub(super) const PRODUCTIONS: &[Production] = &[
    // The ways between elements, and from them to values.
    row(14.0, &[Vertex], elements::neighbours),
    row(9.0, &[Vertex], elements::edges),
    row(14.0, &[Edge], elements::ends),
    row(7.0, ELEMENT, elements::values),
    row(2.0, ELEMENT, elements::properties),
    row(3.0, ELEMENT, elements::maps),
    row(1.5, ELEMENT, elements::token),
    row(6.0, PROPERTY, elements::of_property),
    row(0.6, &[], elements::anew),
    // Filters.
    row(10.0, ELEMENT, filters::has),
    row(4.0, ELEMENT, filters::has_label),
    row(2.0, ELEMENT, filters::has_key),
    row(1.5, ELEMENT, filters::has_id),
    row(9.0, SCALAR, filters::is),
    row(1.0, &[], filters::is_equal),
    row(4.0, PROPERTY, filters::of_property),
    nests(7.0, &[], filters::condition),
    row(3.0, COLLECTION, filters::quantified),
    reduces(4.0, &[], filters::dedup),
    row(2.5, &[], filters::path),
    // Streams as a whole.
    reduces(3.0, &[], streams::order),
    reduces(4.0, &[], streams::part),
    reduces(1.5, &[], streams::count),
    reduces(3.0, &[Number], streams::statistic),
    reduces(1.0, &[Text, Date, Boolean], streams::extreme),
    reduces(1.2, &[], streams::fold),
    reduces(2.0, &[], streams::group),
    reduces(1.2, &[], streams::group_count),
    row(0.8, &[], streams::barrier),
    // Labels and paths.
    row(4.0, &[], labels::select),
    row(3.0, &[], labels::compare),
    row(2.5, &[], labels::path),
    nests(3.0, &[], labels::project),
    reduces(0.5, &[], labels::tree),
    nests(2.0, ELEMENT, matching::pattern),
    // Ways that part.
    nests(3.0, &[], branches::union),
    nests(2.0, &[], branches::coalesce),
    nests(2.5, &[], branches::choose),
    nests(1.5, &[], branches::choose_option),
    nests(1.5, &[], branches::optional),
    nests(1.5, &[], branches::local),
    nests(1.2, &[], branches::map),
    row(0.6, &[], branches::identity),
    nests(9.0, ELEMENT, repeats::walk),
    nests(0.8, &[Number, Text, List], repeats::compute),
    // What is noted aside.
    row(2.5, &[], side_effects::aggregate),
    row(1.2, &[], side_effects::group),
    row(3.0, &[], side_effects::read),
    nests(1.0, &[], side_effects::aside),
    row(4.0, &[], side_effects::sack),
    // Collections.
    row(9.0, &[List, Set, Map, Path], collections::unfold),
    row(6.0, &[List, Set, Path], collections::local),
    row(4.0, COLLECTION, collections::combined),
    row(5.0, &[Map, Entry], collections::of_map),
    // Scalars.
    row(6.0, &[Number], scalars::math),
    row(9.0, &[Text], scalars::text),
    row(9.0, &[Date], scalars::date),
    row(2.5, SCALAR, scalars::convert),
    row(1.0, ELEMENT, scalars::format),
    row(0.8, &[], scalars::constant),
    row(0.8, &[], scalars::inject),
];
