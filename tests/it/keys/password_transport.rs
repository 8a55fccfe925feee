//! Passwords encrypted by legacy clients (contract F-11, F-12).

use atrium::keys::PASSWORD_ALGORITHM;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use openssl::{md::Md, pkey::PKey, pkey_ctx::PkeyCtx, rsa::Padding};

use crate::support::key_set::new_keys;

/// Encrypts like a legacy page: RSA-OAEP, SHA-256 for the hash and the mask.
fn encrypt(pem: &str, password: &str) -> String {
    let key = PKey::public_key_from_pem(pem.as_bytes()).unwrap();
    let mut context = PkeyCtx::new(&key).unwrap();
    context.encrypt_init().unwrap();
    context.set_rsa_padding(Padding::PKCS1_OAEP).unwrap();
    context.set_rsa_oaep_md(Md::sha256()).unwrap();
    context.set_rsa_mgf1_md(Md::sha256()).unwrap();
    let mut sealed = Vec::new();
    context
        .encrypt_to_vec(password.as_bytes(), &mut sealed)
        .unwrap();
    STANDARD.encode(sealed)
}

/// F-11: base64, URL-encoded or not, plus signs kept or replaced by a form decoder: all are decrypted.
#[test]
fn f_11_every_spelling_of_a_ciphertext_is_opened() {
    assert_eq!(PASSWORD_ALGORITHM, "RSA-OAEP-256");
    let keys = new_keys();
    let ring = keys.ring();
    let password = "Atrium 2026* 密码 +%2B";
    let pem = ring.password_key().unwrap().pem();
    assert!(pem.lines().all(|line| line.len() <= 64));
    let mut sealed = encrypt(&pem, password);
    for _ in 0..50 {
        if sealed.contains('+') && sealed.contains('/') {
            break;
        }
        sealed = encrypt(&pem, password);
    }
    let escaped = sealed
        .replace('+', "%2B")
        .replace('/', "%2f")
        .replace('=', "%3D");
    let spellings = [
        sealed.clone(),
        sealed.replace('+', " "),
        sealed.trim_end_matches('=').to_owned(),
        escaped.clone(),
        escaped.replace("%2B", "+"),
        escaped.replace("%2B", "%20"),
    ];
    for spelling in spellings {
        assert_eq!(
            keys.open_password(&spelling).unwrap().as_str(),
            password,
            "{spelling}"
        );
    }
}

/// Attack T7, F-11, F-12: any other value is the password as typed. An md5 hash is not accepted; it is only a wrong
/// password.
#[test]
fn attack_t7_any_other_value_is_the_password_itself() {
    let keys = new_keys();
    let long = "x".repeat(5000);
    for plain in [
        "Atrium2026*",
        "100% sure",
        "%",
        "%zz",
        "a b+c",
        "",
        "5f4dcc3b5aa765d61d8327deb882cf99",
        "密码",
        &long,
    ] {
        assert_eq!(keys.open_password(plain).unwrap().as_str(), plain);
    }
}

/// F-11: every value that cannot be decrypted fails in the same way.
#[test]
fn f_11_what_cannot_be_opened_fails_in_one_way() {
    let (keys, other) = (new_keys(), new_keys());
    let foreign = encrypt(&other.ring().password_key().unwrap().pem(), "Atrium2026*");
    for bad in [
        foreign,
        STANDARD.encode([0; 256]),
        STANDARD.encode([255; 256]),
    ] {
        let error = keys.open_password(&bad).unwrap_err();
        assert_eq!(error.to_string(), "the password cannot be decrypted");
    }
}
