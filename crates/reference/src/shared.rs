//! Values that hold a value several times, which are looked at once and not as the trees that they stand for.

use std::sync::Arc;

use graphlance_graph::{Properties, Value};
use rustc_hash::FxHashMap;

use crate::Failure;

/// Pairs of lists and maps that are compared before what was found is remembered: small values need no memory.
const UNREMEMBERED: u32 = 4_096;
/// The deepest nesting of a value that a loop may build. Functions over values, and their release, recur.
pub(crate) const NESTING: usize = 1_000;

/// What was found of pairs of lists and maps, by their addresses.
pub(crate) struct Pairs<T> {
    looked_at: u32,
    found: FxHashMap<(usize, usize), T>,
}

impl<T: Copy> Pairs<T> {
    pub fn new() -> Pairs<T> {
        Pairs { looked_at: 0, found: FxHashMap::default() }
    }

    /// What `find` says of a pair, asked once where there are many. The addresses stay those of the two values while
    /// this lives.
    pub fn once(&mut self, pair: (usize, usize), find: impl FnOnce(&mut Self) -> T) -> T {
        self.looked_at = self.looked_at.saturating_add(1);
        if self.looked_at > UNREMEMBERED
            && let Some(found) = self.found.get(&pair)
        {
            return *found;
        }
        let found = find(self);
        if self.looked_at > UNREMEMBERED {
            self.found.insert(pair, found);
        }
        found
    }
}

/// The address of a list.
pub(crate) fn of_list(list: &Arc<Vec<Value>>) -> usize {
    Arc::as_ptr(list) as usize
}

/// The address of a map.
pub(crate) fn of_map(map: &Arc<Properties>) -> usize {
    Arc::as_ptr(map).cast::<()>() as usize
}

/// Whether two values are the same, as `==` says.
pub(crate) fn identical(a: &Value, b: &Value) -> bool {
    fn compare(a: &Value, b: &Value, pairs: &mut Pairs<bool>) -> bool {
        match (a, b) {
            (Value::List(x), Value::List(y)) => pairs.once((of_list(x), of_list(y)), |pairs| {
                x.len() == y.len() && x.iter().zip(y.iter()).all(|(a, b)| compare(a, b, pairs))
            }),
            (Value::Map(x), Value::Map(y)) => pairs.once((of_map(x), of_map(y)), |pairs| {
                x.len() == y.len() && x.iter().zip(y.iter()).all(|((j, a), (k, b))| j == k && compare(a, b, pairs))
            }),
            _ => a == b,
        }
    }
    compare(a, b, &mut Pairs::new())
}

/// Takes the size of a value, written out as a tree, from what is left. Errors: [`Failure::OutOfBudget`].
pub(crate) fn spend_size(value: &Value, left: &mut usize) -> Result<(), Failure> {
    if address(value).is_none() {
        *left = left.checked_sub(1).ok_or(Failure::OutOfBudget("size of the answer"))?;
        return Ok(());
    }
    let mut open: Vec<&Value> = vec![value];
    while let Some(value) = open.pop() {
        *left = left.checked_sub(1).ok_or(Failure::OutOfBudget("size of the answer"))?;
        match value {
            Value::List(items) => open.extend(items.iter()),
            Value::Map(entries) => open.extend(entries.values()),
            _ => {}
        }
    }
    Ok(())
}

/// How deep a value is that a loop built around the one before: 0 for what is no list or map.
///
/// Errors: [`Failure::OutOfBudget`] beyond [`NESTING`], or when `spend` says so.
pub(crate) fn nesting(
    value: &Value,
    before: Option<(usize, usize)>,
    spend: &dyn Fn() -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let mut known: FxHashMap<usize, usize> = before.into_iter().collect();
    deeper(value, 0, &mut known, spend)
}

/// The address of a list or a map.
pub(crate) fn address(value: &Value) -> Option<usize> {
    match value {
        Value::List(items) => Some(of_list(items)),
        Value::Map(entries) => Some(of_map(entries)),
        _ => None,
    }
}

fn deeper(
    value: &Value,
    level: usize,
    known: &mut FxHashMap<usize, usize>,
    spend: &dyn Fn() -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let Some(address) = address(value) else { return Ok(0) };
    if let Some(depth) = known.get(&address) {
        return if level + depth > NESTING { Err(Failure::OutOfBudget("depth")) } else { Ok(*depth) };
    }
    if level >= NESTING {
        return Err(Failure::OutOfBudget("depth"));
    }
    spend()?;
    let mut deepest = 0;
    let mut visit = |item: &Value| -> Result<(), Failure> {
        deepest = deepest.max(deeper(item, level + 1, known, spend)?);
        Ok(())
    };
    match value {
        Value::List(items) => items.iter().try_for_each(&mut visit)?,
        Value::Map(entries) => entries.values().try_for_each(&mut visit)?,
        _ => {}
    }
    known.insert(address, deepest + 1);
    Ok(deepest + 1)
}
