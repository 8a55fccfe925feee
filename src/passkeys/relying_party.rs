//! The relying party (WebAuthn section 4): the name that keys are bound to, and what is asked and believed under it.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use url::{Host, Url};
use uuid::Uuid;
use webauthn_rs::prelude::{
    CredentialID, DiscoverableAuthentication, Passkey as Credential, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, Webauthn, WebauthnBuilder, WebauthnError,
};

use super::error::PasskeySettingError;
use super::sealed_challenge::{LIFETIME, Sealer};
use super::store::keys as store;
use crate::clock::Millis;
use crate::config::Config;
use crate::db::Reads;
use crate::directory::Account;
use crate::keys::SealedKind;
use crate::random::Random;

/// A challenge of a sign-in.
pub(super) const SIGN_IN: SealedKind = SealedKind {
    name: "passkey sign-in",
    version: 1,
};
/// A challenge after a password.
pub(super) const SECOND_FACTOR: SealedKind = SealedKind {
    name: "passkey second factor",
    version: 1,
};
/// A challenge of a new key.
pub(super) const NEW_KEY: SealedKind = SealedKind {
    name: "new passkey",
    version: 1,
};

/// What a browser is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The options of `navigator.credentials` as JSON (WebAuthn sections 5.4 and 5.5).
    pub options: Value,
    /// The sealed challenge, which comes back with the answer.
    pub state: String,
}

/// The relying party of this server; cheap to clone.
#[derive(Clone)]
pub struct RelyingParty {
    webauthn: Arc<Webauthn>,
    rp_id: String,
    /// The only origin whose pages ask and answer.
    origin: String,
}

impl RelyingParty {
    /// The relying party of the settings; `None` if `server.public_url` has an address instead of a name, for which browsers
    /// have no passkeys.
    ///
    /// # Errors
    /// The name does not fit the address of the server.
    pub fn of(config: &Config) -> Result<Option<Self>, PasskeySettingError> {
        let url = config.server.public_url.url();
        let Some(Host::Domain(host)) = url.host() else {
            return Ok(None);
        };
        let rp_id = config.passkeys.rp_id.as_deref().unwrap_or(host);
        let origin = config.server.public_url.origin();
        let product = &config.branding.product_name;
        let is_related = config.passkeys.related_origins.contains(&origin);
        let built = build(rp_id, &origin, is_related, product).ok_or(PasskeySettingError::Name {
            rp_id: rp_id.to_owned(),
            origin: origin.clone(),
        });
        Ok(Some(Self {
            webauthn: Arc::new(built?),
            rp_id: rp_id.to_owned(),
            origin,
        }))
    }

    /// Like [`Self::of`], unless stored keys are bound to another name.
    ///
    /// # Errors
    /// The name does not fit the address of the server or the keys, or the database failed.
    pub async fn of_keys(
        config: &Config,
        view: &mut dyn Reads,
    ) -> Result<Option<Self>, PasskeySettingError> {
        let party = Self::of(config)?;
        let rp_id = party.as_ref().map_or("", Self::rp_id);
        match store::other_names(view, rp_id).await?.pop() {
            Some((other, keys)) => Err(PasskeySettingError::Bound { keys, other }),
            None => Ok(party),
        }
    }

    pub fn rp_id(&self) -> &str {
        &self.rp_id
    }

    /// Asks for a sign-in with any key that a browser finds; `None` if that is not possible now.
    pub(super) fn ask_sign_in(
        &self,
        sealer: &Sealer<'_>,
        now: Millis,
        random: &Random,
    ) -> Option<Asked> {
        let (asked, state) = logged(self.webauthn.start_discoverable_authentication()).ok()?;
        let mut options = serde_json::to_value(asked.public_key).ok()?;
        options.as_object_mut()?.remove("extensions");
        options["timeout"] = LIFETIME.into();
        let state = sealer.seal(&state, now, random)?;
        Some(Asked { options, state })
    }

    /// Asks for a new key of `account`, which is none of `known`. It must be discoverable and verify its user.
    pub(super) fn ask_key(
        &self,
        account: &Account,
        known: Vec<CredentialID>,
        (sealer, now, random): (&Sealer<'_>, Millis, &Random),
    ) -> Option<Asked> {
        let id = Uuid::parse_str(&account.id).ok()?;
        let (name, shown) = (&account.username, account.display_name());
        let webauthn = &self.webauthn;
        let started = webauthn.start_passkey_registration(id, name, shown, Some(known));
        let (asked, state) = logged(started).ok()?;
        let mut options = serde_json::to_value(asked.public_key).ok()?;
        // The library asks for a key of any kind.
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        options["authenticatorSelection"]["userVerification"] = "required".into();
        options["timeout"] = LIFETIME.into();
        let state = sealer.seal(&state, now, random)?;
        Some(Asked { options, state })
    }

    /// Checks the answer for a new key (WebAuthn section 7.1).
    pub(super) fn check_key(
        &self,
        answer: &RegisterPublicKeyCredential,
        state: &PasskeyRegistration,
    ) -> Result<Credential, String> {
        self.check_client_data(&answer.response.client_data_json)?;
        let finished = self.webauthn.finish_passkey_registration(answer, state);
        finished.map_err(|error| error.to_string())
    }

    /// Checks the answer of a sign-in with the key `credential`, and takes its counter and flags over (WebAuthn section 7.2).
    pub(super) fn check_sign_in(
        &self,
        answer: &PublicKeyCredential,
        state: DiscoverableAuthentication,
        mut credential: Credential,
    ) -> Result<Credential, String> {
        self.check_client_data(&answer.response.client_data_json)?;
        let webauthn = &self.webauthn;
        let used = webauthn
            .finish_discoverable_authentication_v2(answer, state, &credential)
            .map_err(|error| error.to_string())?;
        if !used.user_verified() {
            return Err("the user was not verified".to_owned());
        }
        credential.update_credential(&used);
        Ok(credential)
    }

    /// The answer comes from a page of ours, which is in no other page. A related origin has its own server.
    fn check_client_data(&self, json: &[u8]) -> Result<(), String> {
        let data: ClientData = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        if data.origin != self.origin {
            return Err("the answer comes from another origin".to_owned());
        }
        if data.cross_origin {
            return Err("the answer comes from a page in another page".to_owned());
        }
        Ok(())
    }
}

/// What the library does not check of the client data (WebAuthn section 5.8.1).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// The library takes a name that the origin does not end with only together with that name's own origin.
fn build(rp_id: &str, origin: &str, is_related: bool, product: &str) -> Option<Webauthn> {
    let origin = Url::parse(origin).ok()?;
    let builder = match WebauthnBuilder::new(rp_id, &origin) {
        Ok(builder) => return builder.rp_name(product).build().ok(),
        Err(_) if !is_related => return None,
        Err(_) => Url::parse(&format!("https://{rp_id}")).ok()?,
    };
    let own = builder;
    let builder = WebauthnBuilder::new(rp_id, &own).ok()?;
    let builder = builder.append_allowed_origin(&origin).rp_name(product);
    builder.build().ok()
}

fn logged<T>(started: Result<T, WebauthnError>) -> Result<T, WebauthnError> {
    started.inspect_err(|error| tracing::error!(%error, "a passkey cannot be asked for"))
}

impl std::fmt::Debug for RelyingParty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RelyingParty({})", self.rp_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(url: &str, rp_id: Option<&str>, related: &[&str]) -> Result<Option<String>, ()> {
        let mut config = Config::default();
        config.server.public_url = url.parse().unwrap();
        config.passkeys.rp_id = rp_id.map(str::to_owned);
        config.passkeys.related_origins = related.iter().map(ToString::to_string).collect();
        let built = RelyingParty::of(&config).map_err(drop)?;
        Ok(built.map(|party| party.rp_id))
    }

    #[test]
    fn the_name_is_the_host_or_fits_it() {
        let sso = "https://sso.example.com/path";
        assert_eq!(named(sso, None, &[]), Ok(Some("sso.example.com".into())));
        let above = named(sso, Some("example.com"), &[]);
        assert_eq!(above, Ok(Some("example.com".into())));
        for bad in ["other.com", "ple.com", "a.sso.example.com"] {
            assert_eq!(named(sso, Some(bad), &[]), Err(()), "{bad}");
        }
        let moved = named(sso, Some("other.com"), &["https://sso.example.com"]);
        assert_eq!(moved, Ok(Some("other.com".into())));
        assert_eq!(named("http://127.0.0.1:8083", None, &[]), Ok(None));
    }
}
