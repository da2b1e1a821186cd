//! NEXT, conditional queries, queries in braces.

use super::{Rows, Runner};
use crate::Failure;
use crate::plan::{BranchPlan, QueryPlan};
use crate::term::Frame;

impl Runner<'_> {
    /// Executes reading queries one after the other, each for the rows of the one before it.
    pub(super) fn sequence(&self, plans: &[QueryPlan], mut rows: Rows, template: &Frame) -> Result<Rows, Failure> {
        for (index, plan) in plans.iter().enumerate() {
            rows = self.query(plan, &handed_on(index, plans, rows, template), template)?;
        }
        Ok(rows)
    }

    /// The same with queries that may write.
    pub(super) fn run_sequence(
        &mut self,
        plans: &[QueryPlan],
        mut rows: Rows,
        template: &Frame,
    ) -> Result<Rows, Failure> {
        for (index, plan) in plans.iter().enumerate() {
            rows = self.run_query(plan, &handed_on(index, plans, rows, template), template)?;
        }
        Ok(rows)
    }

    /// Executes for each row the first reading query whose condition is true.
    pub(super) fn conditional(&self, branches: &[BranchPlan], rows: Rows) -> Result<Rows, Failure> {
        let mut results = Rows::bag(Vec::new(), rows.bags.clone());
        for mut frame in rows.frames {
            if let Some(branch) = self.branch(branches, &mut frame, &rows.bags)? {
                let input = Rows::bag(vec![frame.clone()], rows.bags.clone());
                add(branch, self.query(&branch.query, &input, &frame)?, &mut results);
            }
        }
        Ok(results)
    }

    /// The same with queries that may write.
    pub(super) fn run_conditional(&mut self, branches: &[BranchPlan], rows: Rows) -> Result<Rows, Failure> {
        let (mut frames, bags) = (rows.frames, rows.bags);
        let mut of_rows = vec![Rows::default(); frames.len()];
        self.doubt(frames.len() > 1);
        let (batch, places) = self.batch(frames.len());
        for place in places {
            self.enter(batch, place);
            if let Some(branch) = self.branch(branches, &mut frames[place], &bags)? {
                let input = Rows::bag(vec![frames[place].clone()], bags.clone());
                add(branch, self.run_query(&branch.query, &input, &frames[place])?, &mut of_rows[place]);
            }
            self.leave();
        }
        Ok(Rows::put_together(of_rows, bags))
    }

    /// The first branch whose condition is true.
    fn branch<'p>(
        &self,
        branches: &'p [BranchPlan],
        frame: &mut Frame,
        bags: &[usize],
    ) -> Result<Option<&'p BranchPlan>, Failure> {
        for branch in branches {
            let Some(condition) = &branch.condition else { return Ok(Some(branch)) };
            self.refuse_open(condition, bags)?;
            let holds = self.condition(condition, frame)? == Some(true);
            if self.unordered.replace(false) {
                self.refuse_unordered(condition, bags)?;
            }
            if holds {
                return Ok(Some(branch));
            }
        }
        Ok(None)
    }
}

/// The rows for the query at the index: those of the query before it, in no order, since nobody says that NEXT keeps it.
/// Behind one that gives none there is the one row with which the whole began.
fn handed_on(index: usize, plans: &[QueryPlan], mut rows: Rows, template: &Frame) -> Rows {
    match index.checked_sub(1).and_then(|before| plans.get(before)) {
        Some(before) if !before.returns => Rows::bag(vec![template.clone()], Vec::new()),
        Some(_) => {
            rows.ties = None;
            rows
        }
        None => rows,
    }
}

/// Adds what a branch gave for one row.
fn add(branch: &BranchPlan, mut output: Rows, results: &mut Rows) {
    if !branch.query.returns {
        return;
    }
    for (from, to) in &branch.copies {
        output.frames.iter_mut().for_each(|frame| frame[*to] = frame[*from].clone());
        if output.bags.contains(from) && !results.bags.contains(to) {
            results.bags.push(*to);
        }
    }
    results.frames.extend(output.frames);
}
