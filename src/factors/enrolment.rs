//! What a person needs to add an authenticator app: the secret as text and as a QR code.

use data_encoding::BASE32_NOPAD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::secrets::Secret;
use crate::pages::qr_code;

/// An offer of a secret.
#[derive(Clone)]
pub struct Offer {
    /// The secret in groups of four characters, for people who type it.
    pub text: String,
    /// The address that apps read (the Key URI Format of Google Authenticator).
    pub uri: String,
    /// The address as a QR code: an SVG document.
    pub qr: String,
}

impl Offer {
    /// The offer of `secret` to the account with this name; `issuer` is the product's name.
    pub fn of(secret: &Secret, issuer: &str, username: &str) -> Self {
        let encoded = BASE32_NOPAD.encode(secret.as_slice());
        let part = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let (issuer, name) = (part(issuer), part(username));
        let uri = format!("otpauth://totp/{issuer}:{name}?secret={encoded}&issuer={issuer}");
        let groups: Vec<&str> = (0..encoded.len())
            .step_by(4)
            .filter_map(|at| encoded.get(at..at + 4))
            .collect();
        Self {
            text: groups.join(" "),
            qr: qr_code::svg(&uri),
            uri,
        }
    }
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::*;

    #[test]
    fn an_offer_has_text_address_and_qr_code() {
        let secret = Zeroizing::new(*b"12345678901234567890");
        let offer = Offer::of(&secret, "Agency & Co", "DanMember");
        assert_eq!(offer.text, "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert_eq!(
            offer.uri,
            "otpauth://totp/Agency%20%26%20Co:DanMember?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Agency%20%26%20Co"
        );
        assert!(offer.qr.starts_with("<svg") && offer.qr.ends_with("</svg>"));
    }
}
