//! Checks that the stored passkeys work under the name of the settings.

use super::finding::Finding;
use crate::config::Config;
use crate::db::Db;
use crate::passkeys::{self, RelyingParty};

/// Warns before keys become useless: a key works only under the name that it was made for.
pub(super) async fn look(db: &Db, config: &Config) -> Vec<Finding> {
    let party = match RelyingParty::of(config) {
        Ok(party) => party,
        Err(why) => {
            let fix = "set passkeys.rp_id to the host of server.public_url or a domain above it";
            return vec![Finding::fault("passkeys", why.to_string(), fix)];
        }
    };
    let rp_id = party.as_ref().map_or("", RelyingParty::rp_id);
    let found = match db.read().await {
        Ok(mut tx) => passkeys::under_another_name(&mut tx, rp_id).await,
        Err(why) => Err(why),
    };
    let lost = found.unwrap_or_default().into_iter();
    let lost = lost.map(|(other, keys)| {
        let words = match rp_id {
            "" => format!("{keys} keys are bound to {other}, and server.public_url has no name"),
            name => format!("{keys} keys are bound to {other} and do not work under {name}"),
        };
        let fix = format!(
            "set passkeys.rp_id = {other:?}; if server.public_url has another name, add it to passkeys.related_origins"
        );
        Finding::fault("passkeys", words, fix)
    });
    lost.collect()
}
