//! Sealed values: access tokens, sign-in flows, and the passwords that legacy clients encrypt. Signed tokens of ours too.

use std::sync::{Arc, LazyLock};

use atrium::keys::{
    Algorithm, KeyRing, KeySet, PasswordKey, SealedKind, SealingKey, SigningKey, TokenRules,
    TokenType,
};
use atrium::random::Random;
use atrium::sessions::access_tokens::AccessToken;
use atrium::sessions::presented::PresentedToken;
use atrium::sessions::{sealed_flows, sealed_tokens};

use crate::case::note_accepted;
use crate::tokens::{ISSUER, NOW, form};

const ACCESS_TOKEN: SealedKind = SealedKind {
    name: "access token",
    version: 1,
};
const FLOW: SealedKind = SealedKind {
    name: "sign-in flow",
    version: 1,
};

static RANDOM: LazyLock<Random> = LazyLock::new(|| Random::seeded(7));
static KEYS: LazyLock<KeySet> = LazyLock::new(|| {
    let keys = keys(1);
    let token = AccessToken {
        grant_id: None,
        client_id: "client-1".to_owned(),
        scope: vec!["openid".to_owned()],
        audience: vec![ISSUER.to_owned()],
        dpop_jkt: None,
        issued_at: NOW,
        expires_at: NOW + 60_000,
    };
    // The kind that this target forges is the one that the server seals.
    let sealed = sealed_tokens::seal(&token, ISSUER, &keys, &RANDOM).expect("a short token");
    assert!(keys.ring().open(ACCESS_TOKEN, ISSUER, &sealed).is_some());
    keys
});
static OTHERS: LazyLock<KeySet> = LazyLock::new(|| keys(2));

fn keys(seed: u8) -> KeySet {
    let (kid, secret) = SealingKey::generate(&Random::seeded(seed));
    let sealing = SealingKey::from_secret(&kid, &secret).expect("a key");
    let password = PasswordKey::generate().and_then(|der| PasswordKey::from_der(&der));
    let es256 = Algorithm::Es256;
    let signing = SigningKey::generate(es256).and_then(|der| SigningKey::from_der(es256, &der));
    let signing = Arc::new(signing.expect("a key"));
    let active = [kid, signing.kid().to_owned()];
    let password = vec![Arc::new(password.expect("a key"))];
    let ring = KeyRing::new(vec![signing], &active, password);
    KeySet::new(ring.with_sealing(vec![sealing], &active))
}

/// `text`, `token` or `flow`, and what our key seals as such; else a value that nobody sealed.
pub fn run(input: &[u8]) {
    let (first, rest) = form(input);
    match first {
        b"text" => stays_whole(rest),
        b"token" => read_token(rest),
        b"flow" => read_flow(rest),
        _ => is_nothing(&String::from_utf8_lossy(input)),
    }
}

fn sealed(kind: SealedKind, text: &[u8]) -> String {
    let ring = KEYS.ring();
    ring.seal(kind, ISSUER, text, &RANDOM)
        .expect("a sealed value")
}

fn opened(keys: &KeySet, kind: SealedKind, context: &str, value: &str) -> Option<Vec<u8>> {
    let opened = keys.ring().open(kind, context, value)?;
    Some(opened.text.to_vec())
}

/// It opens unchanged, with our key, as its kind and for its context alone.
fn stays_whole(text: &[u8]) {
    let text = &text[..text.len().min(4_096)];
    let value = sealed(FLOW, text);
    assert_eq!(opened(&KEYS, FLOW, ISSUER, &value).as_deref(), Some(text));
    assert_eq!(opened(&KEYS, ACCESS_TOKEN, ISSUER, &value), None);
    assert_eq!(opened(&KEYS, FLOW, "https://other.example", &value), None);
    assert_eq!(opened(&OTHERS, FLOW, ISSUER, &value), None);
    let step = (value.len() / 8).max(1);
    for at in (0..value.len()).step_by(step).chain([value.len() - 1]) {
        for bit in 0..8 {
            let mut bytes = value.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            let changed = String::from_utf8_lossy(&bytes);
            assert_eq!(opened(&KEYS, FLOW, ISSUER, &changed), None, "{at}, {bit}");
        }
        assert_eq!(opened(&KEYS, FLOW, ISSUER, &value[..at]), None);
    }
    for longer in [
        format!("{value}A"),
        format!("{value}="),
        format!(" {value}"),
    ] {
        assert_eq!(opened(&KEYS, FLOW, ISSUER, &longer), None);
    }
}

/// A token whose content is read has one content.
fn read_token(text: &[u8]) {
    let value = sealed(ACCESS_TOKEN, text);
    let Some((_, token)) = sealed_tokens::open(&value, ISSUER, &KEYS) else {
        return;
    };
    note_accepted();
    assert!(value.len() <= sealed_tokens::LONGEST);
    assert!(token.issued_at <= token.expires_at);
    if let Some(again) = sealed_tokens::seal(&token, ISSUER, &KEYS, &RANDOM) {
        let again = sealed_tokens::open(&again, ISSUER, &KEYS);
        assert_eq!(again.map(|(_, token)| token), Some(token.clone()));
    }
    let read = PresentedToken::read(&value, &KEYS, ISSUER, token.expires_at);
    assert!(read.is_none(), "it has expired");
    assert!(PresentedToken::read(&value, &OTHERS, ISSUER, NOW).is_none());
}

/// No flow comes back in which somebody has proved who they are.
fn read_flow(text: &[u8]) {
    let value = sealed(FLOW, text);
    let Some(flow) = sealed_flows::open(&value, ISSUER, &KEYS, NOW) else {
        return;
    };
    note_accepted();
    let progress = &flow.progress;
    assert!(progress.proved.is_none() && progress.authenticated_at.is_none());
    assert!(progress.selected_account.is_none() && progress.consent.is_none());
    assert!(flow.is_sealed());
    let Some(again) = sealed_flows::seal(&flow, ISSUER, &KEYS, &RANDOM) else {
        return;
    };
    let mut again = sealed_flows::open(&again, ISSUER, &KEYS, NOW).expect("a flow of ours");
    again.handle.clone_from(&flow.handle);
    assert_eq!(again, flow);
}

fn is_nothing(text: &str) {
    for kind in [ACCESS_TOKEN, FLOW] {
        assert_eq!(opened(&KEYS, kind, ISSUER, text), None);
    }
    assert!(sealed_tokens::open(text, ISSUER, &KEYS).is_none());
    assert!(sealed_flows::open(text, ISSUER, &KEYS, NOW).is_none());
    // As in `id_token_hint`: a token that has expired counts too.
    let rules = TokenRules {
        typ: TokenType::Jwt,
        issuer: ISSUER,
        now: None,
    };
    assert!(KEYS.verify(text, &rules).is_err());
    let read = PresentedToken::read(text, &KEYS, ISSUER, NOW);
    assert!(matches!(read, None | Some(PresentedToken::Stored(_))));
    if let Ok(password) = KEYS.open_password(text) {
        assert_eq!(*password, text, "a password is changed");
    }
}
