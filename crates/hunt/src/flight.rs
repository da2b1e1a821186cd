//! What a worker is doing, so that a panic loses nothing.

use std::any::Any;
use std::sync::{Arc, Mutex};

use graphlance_case::Case;
use serde_json::json;

use crate::bounds;
use crate::campaign::{Campaign, HuntError};
use crate::event::Event;
use crate::progress::lock;
use crate::store::FindingFolder;

/// What a worker is doing. It outlives the worker's panic.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    case: Mutex<Option<Arc<Case>>>,
}

/// The folder of what was in flight when graphlance failed.
const DEFECTS: &str = "defects";

impl Flight {
    /// A case is run from now on, or none.
    pub(crate) fn set(&self, case: Option<Arc<Case>>) {
        *lock(&self.case) = case;
    }

    /// The case that is run, or was run last.
    pub(crate) fn case(&self) -> Option<Arc<Case>> {
        lock(&self.case).clone()
    }

    /// Keeps what was in flight when the worker panicked with a message; what the hunt ends with.
    pub(crate) fn keep(&self, campaign: &Campaign<'_>, worker: usize, message: String) -> HuntError {
        let case = self.case();
        let config = campaign.config;
        let form = json!({
            "version": 1,
            "graphlance": env!("CARGO_PKG_VERSION"),
            "message": message,
            "target": campaign.target.name(),
            "seed": config.seed,
            "profile": config.profile.name,
            "worker": worker,
            "case": case,
        });
        let slug = match &case {
            Some(case) => format!("panic-round-{}-case-{}", case.lineage.round, case.lineage.index),
            None => format!("panic-worker-{worker}"),
        };
        let files = vec![("defect.json".to_owned(), format!("{form:#}\n").into_bytes())];
        let folder = match campaign.store.write_finding(DEFECTS, &FindingFolder { slug, files }) {
            Ok(folder) => {
                let event = Event::Defect { message: message.clone(), folder: campaign.store.relative(&folder) };
                match campaign.tell(event) {
                    Ok(()) => folder.display().to_string(),
                    Err(error) => format!("{} ({error})", folder.display()),
                }
            }
            Err(error) => format!("no folder ({error})"),
        };
        HuntError::Panicked { message, folder }
    }
}

/// What a panic says.
pub(crate) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.map_or("it does not say why".to_owned(), |text| bounds::text(&text))
}
