//! `graphlance hunt --resume`: goes on with a hunt in its output folder.

use std::path::Path;
use std::sync::Arc;

use graphlance_case::Dialect;
use graphlance_engines::Target;
use graphlance_hunt::campaign::Config;
use graphlance_hunt::{Earlier, Oracles, Store};
use graphlance_oracles::languages;

use crate::exit::Problem;

/// The folder of a hunt that was ended or killed; its bugs, its counters and what it learned are handed to the
/// configuration. Errors: there is no hunt in it, or it was told something else.
pub(super) fn reopen(
    out: &Path,
    target: &dyn Target,
    dialect: &Dialect,
    oracles: Oracles<'_>,
    config: &mut Config,
) -> Result<Store, Problem> {
    let store = Store::reopen(out)?;
    let earlier = Earlier::read(&store, &languages())?;
    let fitting = oracles.that_fit(dialect, &config.profile, !config.with.is_empty()).map_err(Problem::usage)?.names();
    let run = &earlier.run;
    let same = [
        ("target", run.target == target.name(), run.target.clone()),
        ("with", run.with == config.with.iter().map(|other| other.name()).collect::<Vec<_>>(), run.with.join(" ")),
        ("oracle", run.oracle == fitting, run.oracle.clone()),
        ("seed", run.seed == config.seed, run.seed.to_string()),
        ("profile", run.profile == *config.profile, run.profile.name.clone()),
        ("dialect", run.dialect == dialect.record(), "as in its run.json".to_owned()),
        ("no-adapt", run.adapt == config.adapt, (!run.adapt).to_string()),
    ];
    if let Some((what, _, value)) = same.into_iter().find(|(_, same, _)| !same) {
        let message =
            format!("{}: this hunt was told another {what} ({value}), and cannot be gone on with", out.display());
        return Err(Problem::usage(message));
    }
    config.earlier = Some(Arc::new(earlier));
    Ok(store)
}
