//! What a provider says about a person, by the claims that its entry names.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::CoreIdToken;
use serde_json::Value;

use super::group_claim;
use super::identity::Identity;
use super::provider::Provider;

/// The longest text of a provider that is kept, in characters.
pub(super) const LONGEST: usize = 255;

/// The claims of a token that was verified, also those that the library does not know.
pub(super) fn of_token(token: &CoreIdToken) -> Value {
    let token = token.to_string();
    let payload = token.split('.').nth(1);
    let payload = payload.and_then(|payload| URL_SAFE_NO_PAD.decode(payload).ok());
    let claims = payload.and_then(|json| serde_json::from_slice(&json).ok());
    claims.unwrap_or_default()
}

/// A claim that is a text, and not empty.
pub(super) fn text<'c>(claims: &'c Value, name: &str) -> Option<&'c str> {
    let text = claims.get(name)?.as_str()?;
    (!text.is_empty()).then_some(text)
}

impl Provider {
    /// True if the ID token lacks what UserInfo may say.
    pub(super) fn lacks(&self, token: &Value) -> bool {
        let groups = self.groups_claim();
        text(token, &self.claims().email).is_none()
            || groups.is_some_and(|rule| !group_claim::is_in(rule, token))
    }

    /// The person `subject`, of whom the claims of the ID token and of UserInfo speak.
    pub(super) fn identity(&self, subject: &str, token: &Value, user: Option<&Value>) -> Identity {
        let names = self.claims();
        let either = |name: &str| text(token, name).or_else(|| text(user?, name));
        // The same claims say the address and whether it is verified.
        let with_email = match user {
            Some(user) if text(token, &names.email).is_none() => user,
            _ => token,
        };
        let email = text(with_email, &names.email);
        let groups = self.groups_claim();
        Identity {
            provider: self.id().to_owned(),
            issuer: self.issuer().to_owned(),
            subject: subject.to_owned(),
            // Never cut: its end decides whose it is.
            email: email.filter(|email| is_short(email)).map(str::to_owned),
            email_verified: with_email.get(&names.email_verified) == Some(&Value::Bool(true)),
            name: either(&names.name).map(short),
            username: either(&names.username).map(short),
            groups: groups.and_then(|rule| group_claim::groups(rule, token, user)),
        }
    }
}

pub(super) fn is_short(text: &str) -> bool {
    text.chars().count() <= LONGEST && !text.chars().any(char::is_control)
}

fn short(text: &str) -> String {
    text.chars()
        .filter(|one| !one.is_control())
        .take(LONGEST)
        .collect()
}
