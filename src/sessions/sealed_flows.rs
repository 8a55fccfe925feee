//! Sign-in flows without a row: nobody has proved who they are in them yet. Their pages carry them sealed, so that only
//! this server can read or write them (decision 0036).

use super::sign_in_flow::{KNOWN, SignInFlow};
use super::sign_in_flows;
use crate::clock::Millis;
use crate::db::{Db, DbError};
use crate::keys::{KeySet, SEALED_LIFETIME, SealedKind};
use crate::random::Random;

/// The longest sealed flow, in characters. A redirect to it stays below the 4 KiB that proxies read of the head of a
/// response by default.
pub const LONGEST: usize = 2_800;

const KIND: SealedKind = SealedKind {
    name: "sign-in flow",
    version: 1,
};

// A replaced key opens flows while they can still lead back.
const _: () = assert!(KNOWN <= SEALED_LIFETIME);

/// Seals `flow` for `issuer`; `None` if a person stands behind it, if it is too long or there is no key, so it must be a
/// row.
pub fn seal(flow: &SignInFlow, issuer: &str, keys: &KeySet, random: &Random) -> Option<String> {
    (!flow.is_held() && flow.progress.is_untouched()).then_some(())?;
    let text = serde_json::to_vec(flow).ok()?;
    let sealed = keys.ring().seal(KIND, issuer, &text, random).ok()?;
    (sealed.len() <= LONGEST).then_some(sealed)
}

/// Opens a sealed flow that began less than [`KNOWN`] before `now`. Anything else is `None`.
pub fn open(handle: &str, issuer: &str, keys: &KeySet, now: Millis) -> Option<SignInFlow> {
    if handle.len() > LONGEST {
        return None;
    }
    let opened = keys.ring().open(KIND, issuer, handle)?;
    let flow: SignInFlow = serde_json::from_slice(&opened.text).ok()?;
    let is_known = now < flow.created_at.saturating_add(KNOWN);
    let is_strangers = !flow.is_held() && flow.progress.is_untouched();
    (is_known && is_strangers).then(|| SignInFlow {
        handle: handle.to_owned(),
        ..flow
    })
}

/// The flow that a page or form carries as `handle`. A row outranks its sealed value, so an old page cannot repeat a
/// step.
///
/// # Errors
/// The database fails.
pub async fn find(
    db: &Db,
    handle: &str,
    issuer: &str,
    keys: &KeySet,
    now: Millis,
) -> Result<Option<SignInFlow>, DbError> {
    let sealed = open(handle, issuer, keys, now);
    let id = sealed.as_ref().map_or(handle, |flow| flow.id.as_str());
    let mut tx = db.read().await?;
    let stored = sign_in_flows::find(&mut tx, id).await?;
    Ok(stored.or(sealed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::HOUR;
    use crate::sessions::sign_in_flow::{ConsentAnswer, Proved, Step, Target};

    const ISSUER: &str = "https://sso.example.com";
    const BEGAN: Millis = 1_800_000_000_000;

    fn flow(parameters: &[(&str, &str)], random: &Random) -> SignInFlow {
        let parameters = parameters.iter();
        let parameters = parameters.map(|(name, value)| ((*name).into(), (*value).into()));
        let target = Target::Authorize {
            client_id: "portal".to_owned(),
            redirect_origin: "https://portal.example.com".to_owned(),
            parameters: parameters.collect(),
        };
        let steps = vec![Step::Identify];
        SignInFlow::begin(target, steps, Some("secret"), HOUR, BEGAN, random)
    }

    /// A sealed flow is read back whole, with its language and its cancellation. It leads back for four days.
    #[test]
    fn what_is_sealed_comes_back_for_four_days() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let mut flow = flow(&[("state", "a\"&\u{1f600}"), ("state", "")], &random);
        flow.progress.language = Some("zh-cn".to_owned());
        flow.progress.cancelled = true;
        let sealed = seal(&flow, ISSUER, &keys, &random).unwrap();
        let at = |now| open(&sealed, ISSUER, &keys, now);
        let opened = at(BEGAN + HOUR).unwrap();
        assert!(opened.is_sealed() && opened.handle == sealed);
        flow.handle.clone_from(&sealed);
        assert_eq!(opened, flow);
        assert!(at(BEGAN + 4 * 86_400_000 - 1).is_some());
        assert!(at(BEGAN + 4 * 86_400_000).is_none());
    }

    /// Decision 0036: no proof or decision of a person is sealed, and no flow that needs a session. A value that claims
    /// it is refused, even with our key.
    #[test]
    fn what_a_person_stands_behind_is_not_sealed() {
        type Change = fn(&mut SignInFlow);
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let changes: [Change; 7] = [
            |flow| flow.progress.authenticated_at = Some(1),
            |flow| {
                flow.progress.proved = Some(Proved {
                    temporary_code: None,
                    arrived: None,
                    account_id: "a".to_owned(),
                    amr: Vec::new(),
                    password_changed_at: None,
                    session: None,
                    at: None,
                    corporate: None,
                });
            },
            |flow| flow.progress.selected_account = Some("a".to_owned()),
            |flow| {
                flow.progress.consent = Some(ConsentAnswer {
                    account_id: "a".to_owned(),
                    scope: Vec::new(),
                    allowed: true,
                });
            },
            |flow| flow.progress.steps = vec![Step::Consent],
            |flow| flow.progress.steps = Vec::new(),
            |flow| flow.progress.steps = vec![Step::ChangePassword, Step::Identify],
        ];
        for (n, change) in changes.into_iter().enumerate() {
            let mut flow = flow(&[], &random);
            change(&mut flow);
            assert!(seal(&flow, ISSUER, &keys, &random).is_none(), "{n}");
            let text = serde_json::to_vec(&flow).unwrap();
            let forged = keys.ring().seal(KIND, ISSUER, &text, &random).unwrap();
            assert!(open(&forged, ISSUER, &keys, BEGAN).is_none(), "{n}");
        }
    }

    /// Up to a length, else a row.
    #[test]
    fn what_is_too_long_is_not_sealed() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let lengths = (0..2_500).step_by(3).map(|length| {
            let flow = flow(&[("state", &"x".repeat(length))], &random);
            seal(&flow, ISSUER, &keys, &random).map(|sealed| sealed.len())
        });
        let lengths: Vec<_> = lengths.collect();
        let most = lengths.iter().flatten().max().unwrap();
        assert!((2_790..=2_800).contains(most), "{most}");
        assert!(lengths.iter().rev().take(200).all(Option::is_none));
        let usual = flow(
            &[
                ("client_id", "portal"),
                ("redirect_uri", "https://portal.example.com/callback"),
                ("response_type", "code"),
                ("scope", "openid profile email groups"),
                ("state", &random.token()),
                ("nonce", &random.token()),
                ("code_challenge", &random.token()),
                ("code_challenge_method", "S256"),
            ],
            &random,
        );
        let usual = seal(&usual, ISSUER, &keys, &random).unwrap();
        assert!(usual.len() < 1_300, "{}", usual.len());
    }

    /// Attack 10, bad input: values of another issuer, key or kind are no flows, and neither is noise.
    #[test]
    fn attack_10_only_our_own_flows_are_read() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::system());
        let flow = flow(&[], &random);
        let sealed = seal(&flow, ISSUER, &keys, &random).unwrap();
        let now = BEGAN + 1;
        assert!(open(&sealed, ISSUER, &keys, now).is_some());
        assert!(open(&sealed, "https://other.example", &keys, now).is_none());
        assert!(open(&sealed, ISSUER, &KeySet::ephemeral().unwrap(), now).is_none());
        let text = serde_json::to_vec(&flow).unwrap();
        let sealed_as = |kind, text: &[u8]| keys.ring().seal(kind, ISSUER, text, &random).unwrap();
        assert!(open(&sealed_as(KIND, &text), ISSUER, &keys, now).is_some());
        for kind in [
            SealedKind {
                name: "access token",
                ..KIND
            },
            SealedKind { version: 2, ..KIND },
        ] {
            assert!(open(&sealed_as(kind, &text), ISSUER, &keys, now).is_none());
        }
        for end in 0..text.len() {
            assert!(open(&sealed_as(KIND, &text[..end]), ISSUER, &keys, now).is_none());
        }
        // Version and id of the key are good, so each reaches the cipher.
        let noise = |n: usize| sealed[..12].to_owned() + &random.token().repeat(1 + n % 60);
        for n in 0..10_000 {
            assert!(open(&noise(n), ISSUER, &keys, now).is_none());
        }
    }
}
