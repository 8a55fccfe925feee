//! Answers of browsers about passkeys (WebAuthn sections 7.1 and 7.2).

use std::sync::LazyLock;

use atrium::config::Config;
use atrium::db::{Db, DbOptions};
use atrium::directory::{Account, Profile, Status};
use atrium::keys::{KeyRing, KeySet, SealingKey};
use atrium::passkeys::{Asked, Passkey, Place, Purpose, Registered, RelyingParty, Wanted};
use atrium::random::Random;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::tz::TimeZone;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

use crate::case::note_accepted;
use crate::tokens::{ISSUER, NOW, b64, form, replaced, sha256};

const ACCOUNT: &str = "8b4f6a4e-2f0d-4c39-9d58-6b6d2f0a7c11";
const RP_ID: &str = "sso.example.com";
const CREDENTIAL: [u8; 32] = [0x1d; 32];
/// The flags of a user who was present and verified.
const VERIFIED: u8 = 0x05;
/// Longer data have no length of two bytes.
const LONGEST: usize = 60_000;

struct World {
    party: RelyingParty,
    keys: KeySet,
    account: Account,
    key: EcdsaKeyPair,
    /// What the browser was asked for a new key, and for a sign-in.
    registration: Asked,
    sign_in: Asked,
    passkey: Passkey,
}

static WORLD: LazyLock<World> = LazyLock::new(world);

/// `create` or `get`, a line with the client data, and the authenticator data, which are attested or signed; `object`, the
/// client data, and an attestation object; else the JSON of an answer. `@challenge`, `@origin`, `@rp`, `@id` and `@cose`
/// stand for the challenge, our origin, the hash of its name, the id and the public key of a passkey.
pub fn run(input: &[u8]) {
    let (first, rest) = form(&input[..input.len().min(LONGEST)]);
    let (client, data) = form(rest);
    match first {
        b"create" => {
            let data = WORLD.filled(data, &WORLD.registration);
            let is_new = WORLD.create(client, &object(&data));
            assert!(!is_new || data[32] & VERIFIED == VERIFIED);
        }
        b"object" => {
            let data = WORLD.filled(data, &WORLD.registration);
            WORLD.create(client, &data);
        }
        b"get" => WORLD.get(client, data),
        _ => {
            let text = String::from_utf8_lossy(input);
            assert!(!WORLD.believes(&text), "nobody signed it");
            if let Ok(answer) = serde_json::from_str(&text) {
                assert!(WORLD.registers(&answer).is_none(), "it answers nothing");
            }
        }
    }
}

impl World {
    /// `bytes` with the values that its words stand for.
    fn filled(&self, bytes: &[u8], asked: &Asked) -> Vec<u8> {
        let challenge = asked.options["challenge"].as_str().unwrap_or_default();
        let (rp, cose) = (sha256(RP_ID.as_bytes()), cose(&self.key));
        [
            ("@challenge", challenge.as_bytes()),
            ("@origin", ISSUER.as_bytes()),
            ("@rp", &rp[..]),
            ("@id", &CREDENTIAL[..]),
            ("@cose", &cose[..]),
        ]
        .into_iter()
        .fold(bytes.to_vec(), |bytes, (word, value)| {
            replaced(&bytes, word, value)
        })
    }

    /// True if the account gets a key.
    fn create(&self, client: &[u8], object: &[u8]) -> bool {
        let client = self.filled(client, &self.registration);
        let Some(registered) = self.registers(&created(&client, object)) else {
            return false;
        };
        note_accepted();
        is_answer_to(&client, "webauthn.create", &self.registration);
        assert_eq!(registered.key().rp_id, RP_ID);
        assert_eq!(registered.key().account_id, ACCOUNT);
        let stored = URL_SAFE_NO_PAD.decode(&registered.key().credential_id);
        let id = stored.expect("an id in base64url");
        assert!(object.windows(id.len().max(1)).any(|part| part == id));
        true
    }

    fn get(&self, client: &[u8], data: &[u8]) {
        let client = self.filled(client, &self.sign_in);
        let data = self.filled(data, &self.sign_in);
        let signed = [&data[..], &sha256(&client)].concat();
        let signature = signature(&self.key, &signed);
        let answer = |client: &[u8], data: &[u8]| got(client, data, &signature).to_string();
        if !self.believes(&answer(&client, &data)) {
            return;
        }
        note_accepted();
        is_answer_to(&client, "webauthn.get", &self.sign_in);
        assert_eq!(data[..32], sha256(RP_ID.as_bytes()));
        assert_eq!(data[32] & VERIFIED, VERIFIED);
        for at in [0, 32, 33, data.len() - 1] {
            let mut changed = data.clone();
            changed[at] ^= 0x02;
            assert!(!self.believes(&answer(&client, &changed)), "byte {at}");
        }
        for at in 0..8 {
            let mut changed = client.clone();
            changed[at * client.len() / 8] ^= 0x01;
            assert!(!self.believes(&answer(&changed, &data)), "byte {at}");
        }
        let spaced = [&client[..], b" "].concat();
        assert!(!self.believes(&answer(&spaced, &data)));
    }

    /// A key that the account gets if a browser answers so.
    fn registers(&self, answer: &Value) -> Option<Registered> {
        let place = Place::account(ISSUER, ACCOUNT);
        let wanted = wanted(&self.account, &place, &self.keys);
        let sent = (answer, &*self.registration.state);
        wanted.check(&self.party, sent, "My key").ok()
    }

    /// True if the account is signed in.
    fn believes(&self, answer: &str) -> bool {
        let place = sign_in_place();
        let shown = self.party.shown(
            (answer, &self.sign_in.state),
            (Purpose::SignIn, &place),
            (&self.keys, NOW),
        );
        let Ok(shown) = shown else { return false };
        let found = (self.passkey.clone(), self.account.clone());
        let believed = self.party.believe(shown, found, (NOW, &TimeZone::UTC));
        believed.is_ok()
    }
}

/// The client data name what was asked, and our origin.
fn is_answer_to(client: &[u8], kind: &str, asked: &Asked) {
    let said: Value = serde_json::from_slice(client).expect("client data are JSON");
    assert_eq!(said["type"], kind);
    assert_eq!(said["origin"], ISSUER);
    assert_ne!(said["crossOrigin"], true);
    let plain = |challenge: &Value| {
        let text = challenge.as_str().expect("a challenge").to_owned();
        let text = text.replace('+', "-").replace('/', "_");
        URL_SAFE_NO_PAD
            .decode(text.trim_end_matches('='))
            .expect("base64")
    };
    assert_eq!(
        plain(&said["challenge"]),
        plain(&asked.options["challenge"])
    );
}

fn sign_in_place() -> Place {
    Place::sign_in(ISSUER, "browser", "flow")
}

fn wanted<'a>(account: &'a Account, place: &'a Place, keys: &'a KeySet) -> Wanted<'a> {
    Wanted {
        account,
        place,
        keys,
        now: NOW,
    }
}

/// An attestation object without attestation (section 8.7).
fn object(data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap_or(u16::MAX).to_be_bytes();
    let head = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59";
    [&head[..], &length, data].concat()
}

fn created(client: &[u8], object: &[u8]) -> Value {
    json!({
        "id": b64(CREDENTIAL), "rawId": b64(CREDENTIAL), "type": "public-key",
        "response": { "attestationObject": b64(object), "clientDataJSON": b64(client) },
        "clientExtensionResults": { "credProps": { "rk": true } },
    })
}

fn got(client: &[u8], data: &[u8], signature: &[u8]) -> Value {
    let handle = ACCOUNT.replace('-', "");
    let handle = (0..16).map(|at| u8::from_str_radix(&handle[2 * at..2 * at + 2], 16));
    let handle: Vec<u8> = handle.collect::<Result<_, _>>().expect("a UUID");
    json!({
        "id": b64(CREDENTIAL), "rawId": b64(CREDENTIAL), "type": "public-key",
        "response": {
            "authenticatorData": b64(data), "clientDataJSON": b64(client),
            "signature": b64(signature), "userHandle": b64(handle),
        },
    })
}

fn signature(key: &EcdsaKeyPair, signed: &[u8]) -> Vec<u8> {
    let signature = key.sign(&SystemRandom::new(), signed).expect("a signature");
    signature.as_ref().to_vec()
}

/// The public key in COSE (RFC 9053 section 2.1).
fn cose(key: &EcdsaKeyPair) -> Vec<u8> {
    let point = key.public_key().as_ref();
    let (x, y) = (&point[1..33], &point[33..]);
    let head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
    [&head[..], x, &[0x22, 0x58, 0x20], y].concat()
}

/// A relying party that has asked for a key and for a sign-in, and the key.
fn world() -> World {
    let random = Random::seeded(7);
    let mut config = Config::default();
    config.server.public_url = ISSUER.parse().expect("an address");
    let party = RelyingParty::of(&config).expect("settings of passkeys");
    let party = party.expect("a relying party");
    let (kid, secret) = SealingKey::generate(&random);
    let sealing = SealingKey::from_secret(&kid, &secret).expect("a key");
    let ring = KeyRing::new(Vec::new(), &[], Vec::new()).with_sealing(vec![sealing], &[kid]);
    let keys = KeySet::new(ring);
    let system = SystemRandom::new();
    let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
    let key = EcdsaKeyPair::generate_pkcs8(algorithm, &system).expect("a key");
    let key = EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &system).expect("a key");

    let account = account();
    let place = Place::account(ISSUER, ACCOUNT);
    let registration = asked(&wanted(&account, &place, &keys), &party, &random);
    let sign_in = party.ask(&sign_in_place(), &keys, (NOW, &random));
    let challenge = registration.options["challenge"].clone();
    let client = json!({ "type": "webauthn.create", "challenge": challenge, "origin": ISSUER });
    let length = [0, 32];
    let data = [
        &sha256(RP_ID.as_bytes())[..],
        &[VERIFIED | 0x40, 0, 0, 0, 0],
        &[0; 16],
        &length,
        &CREDENTIAL,
        &cose(&key),
    ]
    .concat();
    let answer = created(client.to_string().as_bytes(), &object(&data));
    let wanted = wanted(&account, &place, &keys);
    let registered = wanted.check(&party, (&answer, &registration.state), "My key");
    let passkey = registered.expect("a good answer").key().clone();
    World {
        party,
        keys,
        key,
        registration,
        sign_in: sign_in.expect("a challenge"),
        passkey,
        account,
    }
}

/// What the browser of an account without keys is asked.
fn asked(wanted: &Wanted<'_>, party: &RelyingParty, random: &Random) -> Asked {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("atrium.db");
    let options = DbOptions::new(format!("sqlite:{}", file.display()));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let db = Db::connect(&options).await.expect("a database");
        db.migrate().await.expect("its schema");
        let mut view = db.read().await.expect("a view");
        wanted
            .ask(party, &mut view, random)
            .await
            .expect("a challenge")
    })
}

fn account() -> Account {
    Account {
        id: ACCOUNT.to_owned(),
        username: "ada".to_owned(),
        email: None,
        email_verified: false,
        full_name: "Ada".to_owned(),
        password_hash: None,
        password_changed_at: None,
        must_change_password: false,
        status: Status::Enabled,
        expire_date: None,
        lang: None,
        agency: None,
        company: None,
        brand: None,
        sup_admin: false,
        user_manager: false,
        lion_id: None,
        wechat_bound: false,
        profile: Profile::default(),
        login_count: 0,
        last_login_at: None,
        created_at: NOW,
        updated_at: NOW,
        version: 1,
        changed_at: NOW,
        changed_by: None,
        password_expires_at: None,
    }
}
