//! The differences between two states of a client, for the audit trail.

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
