//! The body of WITH and RETURN.

use graphlance_graph::Name;

use super::Expression;

/// The body of WITH and RETURN.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Projection {
    /// DISTINCT.
    pub distinct: bool,
    /// A leading `*`.
    pub star: bool,
    /// The items after it; non-empty unless `star`.
    pub items: Vec<ProjectionItem>,
    /// GROUP BY.
    pub group: Option<GroupBy>,
    /// ORDER BY.
    pub order: Vec<SortItem>,
    /// SKIP.
    pub skip: Option<Expression>,
    /// LIMIT.
    pub limit: Option<Expression>,
}

/// `GROUP BY`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum GroupBy {
    /// `GROUP BY ALL`: by the items without aggregate functions, as where aggregate functions stand without GROUP BY.
    All,
    /// `GROUP BY key, ..`, or `GROUP BY ()` without any. A variable that names an item stands for it.
    Keys(Vec<Expression>),
}

/// ORDER BY, SKIP and LIMIT as a clause of their own; at least one of them.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Page {
    /// ORDER BY.
    pub order: Vec<SortItem>,
    /// SKIP.
    pub skip: Option<Expression>,
    /// LIMIT.
    pub limit: Option<Expression>,
}

/// `expression [AS alias]`.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct ProjectionItem {
    /// What is projected.
    pub expression: Expression,
    /// Its name. Without one a column is named by the text of its expression, a variable by itself.
    pub alias: Option<Name>,
}

/// An ORDER BY item.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct SortItem {
    /// The sort key.
    pub expression: Expression,
    /// DESC.
    pub descending: bool,
}

impl Page {
    /// The WITH * that does the same.
    pub fn as_projection(&self) -> Projection {
        let Page { order, skip, limit } = self.clone();
        Projection { star: true, order, skip, limit, ..Projection::default() }
    }
}
