//! A provider that finds our key by its certificate, as Microsoft Entra ID does.

use std::path::PathBuf;

use atrium::config::ProviderConfig;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};

use crate::support::corporate::{Corporate, has_reached};
use crate::support::upstream::Upstream;

/// A key in PEM, its certificate in PEM and that one's thumbprint.
pub struct Certified {
    pub key: String,
    pub certificate: String,
    pub thumbprint: String,
}

/// Makes a key whose certificate is valid until the first day of a year.
pub fn certified(year: i32) -> Certified {
    let key = rcgen::KeyPair::generate().unwrap();
    let mut params = rcgen::CertificateParams::new(vec!["atrium.demo.test".to_owned()]).unwrap();
    params.not_after = rcgen::date_time_ymd(year, 1, 1);
    let made = params.self_signed(&key).unwrap();
    Certified {
        key: key.serialize_pem(),
        certificate: made.pem(),
        thumbprint: URL_SAFE_NO_PAD.encode(digest(&SHA256, made.der())),
    }
}

/// RFC 7515 section 4.1.8: with `certificate_file` each assertion names the certificate, and a tenant that knows the key by
/// it alone lets people in. Without the certificate, or with another one, it does not.
#[tokio::test]
async fn a_tenant_finds_the_key_by_its_certificate() {
    let made = certified(2100);
    let start = async |with_certificate: bool, thumbprint: &str| {
        let upstream = Upstream::entra().await;
        upstream.register(thumbprint);
        let write = |provider: &mut ProviderConfig| {
            let key = provider.secret_file.with_file_name("lion.pem");
            let certificate = provider.secret_file.with_file_name("lion.crt");
            std::fs::write(&key, &made.key).unwrap();
            std::fs::write(&certificate, &made.certificate).unwrap();
            (provider.secret_file, provider.key_file) = (PathBuf::new(), key);
            if with_certificate {
                provider.certificate_file = certificate;
            }
            provider.claims.email_verified = "xms_edov".to_owned();
        };
        let corporate = Corporate::of(upstream, write).await;
        corporate
            .upstream
            .claim(serde_json::json!({ "xms_edov": true }));
        has_reached(&corporate.trip(&corporate.app.browser()).await)
    };
    assert!(start(true, &made.thumbprint).await);
    assert!(!start(false, &made.thumbprint).await);
    assert!(!start(true, &certified(2100).thumbprint).await);
}
