//! Tables of rows as text.

use graphlance_graph::{Name, Row};

use super::value_text::value_text;
use crate::quote;

/// Most rows shown of a table.
const MOST_ROWS: usize = 20;
/// Longest text of a cell, in characters.
const LONGEST: usize = 60;

/// A table with a mark before each line, for a `diff` block: `mark` for the rows in `marked`, spaces for the others.
/// Marked rows are shown first come, first served with the others until [`MOST_ROWS`]; the rest is counted.
pub(super) fn marked_table(columns: &[Name], rows: &[Row], marked: &[usize], mark: char) -> String {
    let shown = chosen(rows.len(), marked);
    let cells: Vec<Vec<String>> =
        shown.iter().filter_map(|index| rows.get(*index)).map(|row| row.iter().map(cell).collect()).collect();
    let header: Vec<String> = columns.iter().map(|name| short(name)).collect();
    let widths = widths(&header, &cells);
    let mut text = line(' ', &header, &widths);
    for (index, row) in shown.iter().zip(&cells) {
        text += &line(if marked.contains(index) { mark } else { ' ' }, row, &widths);
    }
    if shown.len() < rows.len() {
        text += &format!("  ({} more rows)\n", rows.len() - shown.len());
    }
    if rows.is_empty() {
        text += "  (no rows)\n";
    }
    text
}

/// Rows to show, in order: all, or else marked ones first.
fn chosen(count: usize, marked: &[usize]) -> Vec<usize> {
    if count <= MOST_ROWS {
        return (0..count).collect();
    }
    let others = (0..count).filter(|index| !marked.contains(index));
    let mut chosen: Vec<usize> =
        marked.iter().copied().filter(|index| *index < count).chain(others).take(MOST_ROWS).collect();
    chosen.sort_unstable();
    chosen
}

fn widths(header: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).chain([header.len()]).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).chain(header.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    (0..columns).map(width).collect()
}

fn line(mark: char, cells: &[String], widths: &[usize]) -> String {
    let padded =
        |(cell, width): (&String, &usize)| format!("{cell}{}", " ".repeat(width - cell.chars().count().min(*width)));
    let cells: Vec<String> = cells.iter().zip(widths).map(padded).collect();
    format!("{mark} | {} |\n", cells.join(" | "))
}

fn cell(value: &graphlance_graph::Value) -> String {
    short(&value_text(value))
}

fn short(text: &str) -> String {
    let text = quote::line(text);
    if text.chars().count() <= LONGEST {
        return text.into_owned();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}
