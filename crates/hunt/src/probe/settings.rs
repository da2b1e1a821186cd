//! The deviations that may explain an answer.

use graphlance_case::Dialect;
use graphlance_case::language::Setting;

/// The settings that explain most: one after the other, always the one that explains most of what is left. `explained`:
/// how many answers are right under a dialect.
pub fn that_explain(dialect: &Dialect, explained: impl Fn(&Dialect) -> usize) -> Vec<Setting> {
    let mut chosen: Vec<Setting> = Vec::new();
    let mut reached = dialect.clone();
    let mut best = explained(&reached);
    let all = dialect.settings();
    loop {
        let open = all.iter().filter(|setting| !chosen.iter().any(|one| one.field == setting.field));
        let tried = open.filter_map(|setting| {
            let dialect = reached.set(setting)?;
            Some((explained(&dialect), setting, dialect))
        });
        // Of equals the first: the lesser departures come first.
        match tried.collect::<Vec<_>>().into_iter().rev().max_by_key(|(count, ..)| *count) {
            Some((count, setting, dialect)) if count > best => {
                best = count;
                chosen.push(setting.clone());
                reached = dialect;
            }
            _ => return chosen,
        }
    }
}

/// Those of the settings without which `explains` does not hold, as `field = value`; none if it does not hold with all.
pub fn needed(settings: &[Setting], dialect: &Dialect, explains: impl Fn(&Dialect) -> bool) -> Option<String> {
    let under = |without: Option<&Setting>| {
        let kept = settings.iter().filter(|setting| Some(*setting) != without);
        kept.fold(dialect.clone(), |dialect, setting| dialect.set(setting).unwrap_or(dialect))
    };
    if settings.is_empty() || !explains(&under(None)) {
        return None;
    }
    let needed = settings.iter().filter(|setting| !explains(&under(Some(*setting))));
    Some(needed.map(|Setting { field, value }| format!("{field} = {value}")).collect::<Vec<_>>().join(", "))
}
