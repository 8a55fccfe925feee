//! An authenticator in software (WebAuthn section 6.3). Its key is on all devices of its owner, so it has no counter.

use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use url::Url;

use crate::http::Result;
use crate::signing_key::{SigningKey, bytes, random, text};

/// The user is present and verified; the key may be, and is, on several devices.
const SYNCED: u8 = 0x01 | 0x04 | 0x08 | 0x10;
/// The data has a new key.
const ATTESTED: u8 = 0x40;

/// An authenticator with one key.
pub struct Authenticator {
    key: SigningKey,
    id: [u8; 32],
    user_handle: Vec<u8>,
    origin: String,
}

impl Authenticator {
    /// Makes a key as `options` ask (`navigator.credentials.create`), in a browser at `origin`. Returns the authenticator and
    /// its answer.
    pub fn create(options: &Value, origin: &Url) -> Result<(Self, Value)> {
        let made = Self {
            key: SigningKey::new()?,
            id: random()?,
            user_handle: bytes(options["user"]["id"].as_str().unwrap_or_default())?,
            origin: origin.origin().ascii_serialization(),
        };
        let mut data = data_for(&options["rp"]["id"], SYNCED | ATTESTED);
        // No model, and the length of the id.
        data.extend([0; 16]);
        data.extend([0, 32]);
        data.extend(made.id);
        data.extend(made.cose());
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len())?);
        object.extend(data);
        let client = made.client_data("webauthn.create", &options["challenge"]);
        let response = json!({
            "attestationObject": text(object), "clientDataJSON": text(client),
            "transports": ["internal"],
        });
        let mut answer = made.answer(&response);
        answer["clientExtensionResults"] = json!({ "credProps": { "rk": true } });
        Ok((made, answer))
    }

    /// Answers `navigator.credentials.get`.
    pub fn get(&self, options: &Value) -> Result<Value> {
        let data = data_for(&options["rpId"], SYNCED);
        let client = self.client_data("webauthn.get", &options["challenge"]);
        let signed = [&data, digest(&SHA256, client.as_bytes()).as_ref()].concat();
        Ok(self.answer(&json!({
            "authenticatorData": text(data), "clientDataJSON": text(client),
            "signature": text(self.key.asn1(&signed)?), "userHandle": text(&self.user_handle),
        })))
    }

    fn answer(&self, response: &Value) -> Value {
        let id = text(self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response })
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> String {
        let said = json!({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false,
        });
        said.to_string()
    }

    /// The public key in COSE (RFC 9053 section 2.1).
    fn cose(&self) -> Vec<u8> {
        let (x, y) = self.key.point();
        let head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        [&head[..], x, &[0x22, 0x58, 0x20], y].concat()
    }
}

/// The authenticator data (WebAuthn section 6.1) up to the counter.
fn data_for(rp_id: &Value, flags: u8) -> Vec<u8> {
    let rp_id = rp_id.as_str().unwrap_or_default();
    let mut data = digest(&SHA256, rp_id.as_bytes()).as_ref().to_vec();
    data.push(flags);
    data.extend([0; 4]);
    data
}
