//! The differences between two states of a client: for the audit trail, and what they end.

use super::client::Client;
use crate::audit::{Change, Changes, Event, changes};

/// The audit event for a client, with its changed fields.
pub(super) fn changed(old: Option<&Client>, new: &Client) -> Event {
    let change = match old {
        None => Change::Created,
        Some(old) if old.enabled && !new.enabled => Change::Disabled,
        Some(old) if !old.enabled && new.enabled => Change::Enabled,
        Some(_) => Change::Updated,
    };
    let changes = match old {
        None => client_changes(&Client::default(), new).of_new(),
        Some(old) => client_changes(old, new),
    };
    Event::ClientChanged { change, changes }
}

/// The changed fields, by their names in the clients file. A new field of [`Client`] does not compile until this
/// function says whether its values may appear in the audit trail.
fn client_changes(old: &Client, new: &Client) -> Changes {
    changes!(
        Client {
            client_id: skipped,
            // Never changes.
            source: skipped,
            enabled: recorded,
            secret_hashes as "secret": hidden,
            name: recorded,
            kind: recorded,
            demo: recorded,
            first_party: recorded,
            application_type: recorded,
            redirect_uris: recorded,
            post_logout_redirect_uris: recorded,
            backchannel_logout_uri: recorded,
            end_with_session: recorded,
            backchannel_logout_session_required: recorded,
            grant_types: recorded,
            response_types: recorded,
            scopes: recorded,
            token_endpoint_auth_method: recorded,
            token_endpoint_auth_strict: recorded,
            token_endpoint_auth_signing_alg: recorded,
            jwks: recorded,
            jwks_uri: recorded,
            require_pkce: recorded,
            refresh: recorded,
            rotate_refresh_tokens: recorded,
            refresh_grace: recorded,
            id_token_signed_response_alg: recorded,
            id_token_claims: recorded,
            access_token_format: recorded,
            access_token_signed_response_alg: recorded,
            resources: recorded,
            dpop_bound_access_tokens: recorded,
            serves: recorded,
            serves_signed: recorded,
            allowed_origins: recorded,
            logo_uri: recorded,
            client_uri: recorded,
            policy_uri: recorded,
            tos_uri: recorded,
            initiate_login_uri: recorded,
            default_max_age: recorded,
            require_auth_time: recorded,
            require_second_factor: recorded,
            contacts: recorded,
            access_token_lifetime: recorded,
            access: recorded,
            groups_claim: recorded,
            legacy: recorded,
        },
        old,
        new
    )
}

/// The grants that a change of a client ends, so that earlier consents do not serve a new address or
/// secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// The remembered consents: people are asked again.
    pub consents: bool,
    /// The offline grants.
    pub offline_grants: bool,
}

impl Ends {
    /// What the change ends. A new address always ends consents. New credentials end consents and offline grants,
    /// unless a super administrator or the file sets them (`may_trust`).
    pub(super) fn of(old: &Client, new: &Client, may_trust: bool) -> Self {
        let proof = !may_trust && proves_otherwise(old, new);
        Self {
            consents: proof || goes_elsewhere(old, new),
            offline_grants: proof,
        }
    }
}

/// True if codes or launch tokens may go to an address that they could not go to before.
fn goes_elsewhere(old: &Client, new: &Client) -> bool {
    // It decides which ports and schemes a redirect address stands for.
    let meaning = old.application_type != new.application_type;
    meaning
        || adds(&old.redirect_uris, &new.redirect_uris)
        || adds(&old.callback_origins(), &new.callback_origins())
}

/// True if there is a new secret or key, or another way to authenticate.
fn proves_otherwise(old: &Client, new: &Client) -> bool {
    old.token_endpoint_auth_method != new.token_endpoint_auth_method
        || adds(&old.secret_hashes, &new.secret_hashes)
        || old.jwks != new.jwks
        || old.jwks_uri != new.jwks_uri
}

fn adds<T: PartialEq>(old: &[T], new: &[T]) -> bool {
    new.iter().any(|one| !old.contains(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::client::SecretHash;

    /// Attack 32: a changed secret is listed, but neither hash appears.
    #[test]
    fn a_secret_is_never_recorded() {
        let old = Client::default();
        let new = Client {
            secret_hashes: vec![SecretHash::of("a secret of an application")],
            first_party: true,
            ..Client::default()
        };
        let shown = serde_json::to_string(&client_changes(&old, &new)).unwrap();
        let expected = r#"[{"field":"secret"},{"field":"first_party","from":false,"to":true}]"#;
        assert_eq!(shown, expected);
    }
}
