//! An authenticator in software: makes an ES256 key (WebAuthn section 6.3.2) and signs with it (section 6.3.3), as honestly as
//! its fields say.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openssl::bn::{BigNum, BigNumContext};
use openssl::ec::{EcGroup, EcKey};
use openssl::hash::MessageDigest;
use openssl::nid::Nid;
use openssl::pkey::{PKey, Private};
use openssl::sha::sha256;
use openssl::sign::Signer;
use serde_json::{Value, json};
use uuid::Uuid;

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const ELIGIBLE: u8 = 0x08;
const BACKED_UP: u8 = 0x10;
const ATTESTED: u8 = 0x40;

#[derive(Clone)]
pub struct Authenticator {
    pub key: PKey<Private>,
    pub id: Vec<u8>,
    pub user_handle: Vec<u8>,
    pub rp_id: String,
    pub origin: String,
    pub counter: u32,
    pub verifies: bool,
    pub eligible: bool,
    pub backed_up: bool,
    /// What the browser says of the key: `credProps.rk`.
    pub discoverable: Option<bool>,
}

impl Authenticator {
    /// An authenticator on one device, in a browser at `origin`.
    pub fn new(origin: &str) -> Self {
        let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).unwrap();
        let key = EcKey::generate(&group).unwrap();
        Self {
            key: PKey::from_ec_key(key).unwrap(),
            id: Uuid::new_v4().as_bytes().repeat(2),
            user_handle: Vec::new(),
            rp_id: "localhost".to_owned(),
            origin: origin.to_owned(),
            counter: 0,
            verifies: true,
            eligible: false,
            backed_up: false,
            discoverable: Some(true),
        }
    }

    /// One whose keys are on all devices of a person. It has no counter.
    pub fn synced(origin: &str) -> Self {
        Self {
            eligible: true,
            backed_up: true,
            ..Self::new(origin)
        }
    }

    /// Answers `navigator.credentials.create`.
    pub fn create(&mut self, options: &Value) -> Value {
        self.user_handle = bytes(&options["user"]["id"]);
        let mut data = self.data(ATTESTED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose());
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        let client = self.client_data("webauthn.create", &options["challenge"]);
        let says = self
            .discoverable
            .map(|rk| json!({ "credProps": { "rk": rk } }));
        json!({
            "id": text(&self.id), "rawId": text(&self.id), "type": "public-key",
            "response": {
                "attestationObject": text(&object), "clientDataJSON": text(&client),
                "transports": ["internal"],
            },
            "clientExtensionResults": says.unwrap_or_else(|| json!({})),
        })
    }

    /// Answers `navigator.credentials.get`.
    pub fn get(&mut self, options: &Value) -> Value {
        if !self.eligible {
            self.counter += 1;
        }
        let data = self.data(0);
        let client = self.client_data("webauthn.get", &options["challenge"]);
        let mut signer = Signer::new(MessageDigest::sha256(), &self.key).unwrap();
        signer.update(&data).unwrap();
        signer.update(&sha256(&client)).unwrap();
        json!({
            "id": text(&self.id), "rawId": text(&self.id), "type": "public-key",
            "response": {
                "authenticatorData": text(&data), "clientDataJSON": text(&client),
                "signature": text(&signer.sign_to_vec().unwrap()),
                "userHandle": text(&self.user_handle),
            },
        })
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let mut flags = PRESENT | more;
        for (has, flag) in [
            (self.verifies, VERIFIED),
            (self.eligible, ELIGIBLE),
            (self.backed_up, BACKED_UP),
        ] {
            flags |= if has { flag } else { 0 };
        }
        let mut data = sha256(self.rp_id.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        let said = json!({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false,
        });
        said.to_string().into_bytes()
    }

    /// The public key in COSE (RFC 9053 section 2.1).
    fn cose(&self) -> Vec<u8> {
        let key = self.key.ec_key().unwrap();
        let (mut x, mut y) = (BigNum::new().unwrap(), BigNum::new().unwrap());
        let mut context = BigNumContext::new().unwrap();
        let point = key.public_key();
        point
            .affine_coordinates(key.group(), &mut x, &mut y, &mut context)
            .unwrap();
        let mut cose = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        cose.extend(x.to_vec_padded(32).unwrap());
        cose.extend([0x22, 0x58, 0x20]);
        cose.extend(y.to_vec_padded(32).unwrap());
        cose
    }
}

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn bytes(value: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(value.as_str().unwrap()).unwrap()
}
