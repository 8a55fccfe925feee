//! The differences between two states of a client, for the audit trail.

use super::client::Client;
use crate::audit::{Changes, changes};

/// The changed fields, by their names in the clients file. A new field of [`Client`] does not compile until this
/// function says whether its values may appear in the audit trail.
pub(super) fn client_changes(old: &Client, new: &Client) -> Changes {
    changes!(
        Client {
            client_id: skipped,
            // Never changes.
            source: skipped,
            enabled: told,
            secret_hashes as "secret": untold,
            name: told,
            kind: told,
            demo: told,
            first_party: told,
            application_type: told,
            redirect_uris: told,
            post_logout_redirect_uris: told,
            backchannel_logout_uri: told,
            end_with_session: told,
            backchannel_logout_session_required: told,
            grant_types: told,
            response_types: told,
            scopes: told,
            token_endpoint_auth_method: told,
            token_endpoint_auth_strict: told,
            token_endpoint_auth_signing_alg: told,
            jwks: told,
            jwks_uri: told,
            require_pkce: told,
            refresh: told,
            rotate_refresh_tokens: told,
            id_token_signed_response_alg: told,
            id_token_claims: told,
            access_token_format: told,
            access_token_signed_response_alg: told,
            resources: told,
            dpop_bound_access_tokens: told,
            serves: told,
            serves_signed: told,
            allowed_origins: told,
            logo_uri: told,
            client_uri: told,
            policy_uri: told,
            tos_uri: told,
            initiate_login_uri: told,
            default_max_age: told,
            require_auth_time: told,
            contacts: told,
            access_token_lifetime: told,
            access: told,
            groups_claim: told,
            legacy: told,
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
        let told = serde_json::to_string(&client_changes(&old, &new)).unwrap();
        let expected = r#"[{"field":"secret"},{"field":"first_party","from":false,"to":true}]"#;
        assert_eq!(told, expected);
    }
}
