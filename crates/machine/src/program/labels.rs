//! How far labels are read.

use graphlance_gremlin::Name;

use super::{End, Kind, Labelled, OpId, Piece, Program};

/// Up to which operation of the root labels are read, in itself or nested.
#[derive(Debug, Default)]
pub(crate) struct Readers {
    /// Any label.
    any: Option<OpId>,
    /// One label.
    of: Vec<(Name, OpId)>,
}

impl Readers {
    /// The last operation that reads a label.
    pub fn last(&self, label: &Name) -> Option<OpId> {
        let of = self.of.iter().rev().find(|(name, _)| name == label).map(|(_, last)| *last);
        of.max(self.any)
    }
}

impl Program {
    /// Up to which operation labels are read.
    pub fn readers_of_labels(&self) -> Readers {
        let mut readers = Readers::default();
        for id in &self.chains[self.root].ops {
            self.note_readers(*id, *id, &mut readers);
        }
        readers
    }

    fn note_readers(&self, id: OpId, of_root: OpId, readers: &mut Readers) {
        let op = self.op(id);
        match op.kind.labels_read() {
            None => readers.any = Some(of_root),
            Some(names) => readers.of.extend(names.into_iter().map(|name| (name.clone(), of_root))),
        }
        for nested in op.children.iter().flat_map(|chain| &self.chains[*chain].ops) {
            self.note_readers(*nested, of_root, readers);
        }
    }
}

impl Kind {
    /// Whether it may look at what stands under labels.
    pub fn looks_back(&self) -> bool {
        matches!(
            self,
            Kind::Select { .. }
                | Kind::SelectBy { .. }
                | Kind::WhereLabels { .. }
                | Kind::Filter(_)
                | Kind::Math { .. }
                | Kind::Format { .. }
        )
    }

    /// The labels that it may read itself; none where it may be any.
    fn labels_read(&self) -> Option<Vec<&Name>> {
        let mut names = Vec::new();
        match self {
            Kind::Match(_) | Kind::SelectBy { .. } => return None,
            Kind::Select { keys, .. } => names.extend(keys),
            Kind::Dedup { labels, .. } => names.extend(labels),
            Kind::WhereLabels { start, check, .. } => {
                names.extend(start);
                check.note_names(&mut names);
            }
            Kind::WhereStart(start) => names.extend(start),
            Kind::WhereEnd(end) => names.push(end),
            Kind::PathFilter { from, to, .. } | Kind::Path { from, to, .. } => names.extend(from.iter().chain(to)),
            Kind::AddEdge { from, to, .. } => names.extend([from, to].into_iter().filter_map(End::label)),
            Kind::Math { expression, .. } => names.extend(expression.variables()),
            Kind::Format { pieces, .. } => names.extend(pieces.iter().filter_map(Piece::name)),
            _ => {}
        }
        Some(names)
    }
}

impl Labelled {
    /// The labels that it compares with.
    fn note_names<'a>(&'a self, names: &mut Vec<&'a Name>) {
        match self {
            Labelled::Compare(_, name) => names.push(name),
            Labelled::Not(inner) => inner.note_names(names),
            Labelled::And(all) | Labelled::Or(all) => all.iter().for_each(|inner| inner.note_names(names)),
        }
    }
}

impl End {
    fn label(&self) -> Option<&Name> {
        match self {
            End::Label(label) => Some(label),
            _ => None,
        }
    }
}

impl Piece {
    fn name(&self) -> Option<&Name> {
        match self {
            Piece::Name(name) => Some(name),
            _ => None,
        }
    }
}
