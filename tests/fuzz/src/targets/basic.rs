//! `Authorization: Basic` with the id and secret of a client (RFC 6749 section 2.3.1).

use atrium::clients::{Credentials, PresentedCredentials};
use atrium::oidc::client_authentication::basic;
use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use url::form_urlencoded::byte_serialize;

use crate::case::note_accepted;
use crate::tokens::form;

/// `plain`, and what base64 hides; else one header in each line.
pub fn run(input: &[u8]) {
    let lines: Vec<Vec<u8>> = match form(input) {
        (b"plain", pair) => vec![encoded(pair)],
        _ => input
            .split(|byte| *byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect(),
    };
    let Some(headers) = headers(&lines) else {
        return;
    };
    let Ok(Some((user, password))) = basic(&headers) else {
        return;
    };
    note_accepted();
    assert_eq!(lines.len(), 1, "one of several headers is chosen");
    assert!(!user.contains('\0') && !password.contains('\0'));
    let form = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", form(&user), form(&password));
    let again = headers_of(&pair).and_then(|headers| basic(&headers).ok().flatten());
    assert_eq!(again.as_ref(), Some(&(user.clone(), password.clone())));
    let credentials = Credentials {
        basic: Some((&user, &password)),
        ..Credentials::default()
    };
    let presented = PresentedCredentials::of(credentials);
    assert_eq!(presented.map(|one| one.client_id), Ok(user));
}

fn encoded(pair: &[u8]) -> Vec<u8> {
    format!("Basic {}", STANDARD.encode(pair)).into_bytes()
}

fn headers_of(pair: &str) -> Option<HeaderMap> {
    headers(&[encoded(pair.as_bytes())])
}

/// `None` if HTTP has no such header.
fn headers(lines: &[Vec<u8>]) -> Option<HeaderMap> {
    let mut headers = HeaderMap::new();
    for line in lines {
        let value = HeaderValue::from_bytes(line).ok()?;
        headers.append(header::AUTHORIZATION, value);
    }
    Some(headers)
}
