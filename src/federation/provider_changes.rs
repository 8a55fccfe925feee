//! What an audit entry says about a change of a provider. It never has a secret or key.

use super::provider::Method;
use super::stored::StoredProvider;
use crate::audit::{Changes, Field, changes};
use crate::config::ProviderConfig;

/// The fields that differ.
pub fn between(before: &StoredProvider, after: &StoredProvider) -> Changes {
    of_settings(&before.settings, &after.settings)
        .note(METHOD, before.method.as_str(), after.method.as_str())
        .note(CREDENTIAL, &before.sealed, &after.sealed)
        .note(CERTIFICATE, &before.certificate, &after.certificate)
        .note(ICON, &before.icon, &after.icon)
}

/// The fields of a new provider.
pub fn of_new(added: &StoredProvider) -> Changes {
    let nothing = StoredProvider {
        settings: ProviderConfig {
            scopes: Vec::new(),
            ..ProviderConfig::default()
        },
        method: Method::Secret,
        certificate: None,
        icon: None,
        sealed: String::new(),
        ..added.clone()
    };
    between(&nothing, added).of_new()
}

const METHOD: Field = Field::recorded("token_endpoint_auth_method");
const CREDENTIAL: Field = Field::hidden("secret");
/// It is public, but too long for an entry.
const CERTIFICATE: Field = Field::hidden("certificate");
/// A picture is too long for an entry.
const ICON: Field = Field::hidden("icon_url");

fn of_settings(before: &ProviderConfig, after: &ProviderConfig) -> Changes {
    changes!(
        ProviderConfig {
            id: skipped,
            label as "name": recorded,
            issuer: recorded,
            client_id as "client_id_there": recorded,
            secret_file: skipped,
            key_file: skipped,
            certificate_file: skipped,
            icon_file: skipped,
            scopes: recorded,
            lion_id: skipped,
            link as "link_rule": recorded,
            create as "create_rule": recorded,
            agency: recorded,
            domains: recorded,
            acr as "mfa_values": recorded,
            claims as "claim_names": recorded,
            groups as "groups_from_claim": recorded,
        },
        before,
        after
    )
}
