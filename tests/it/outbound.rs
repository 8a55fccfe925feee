//! Requests that Atrium makes (attack 39): what is refused, and how much of an answer is read.

use std::{
    io,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use atrium::outbound::{BODY_MAX, Lookup, Outbound, OutboundError};
use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

/// Answers names from a list; the last answer stays.
struct Answers(Vec<Vec<IpAddr>>, AtomicUsize);

impl Lookup for Answers {
    fn lookup(&self, _: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let index = self.1.fetch_add(1, Ordering::SeqCst).min(self.0.len() - 1);
        let answer = self.0[index].clone();
        Box::pin(async move { Ok(answer) })
    }
}

fn answers(lists: &[&[&str]]) -> Arc<Answers> {
    let parsed = lists
        .iter()
        .map(|list| list.iter().map(|ip| ip.parse().unwrap()).collect());
    Arc::new(Answers(parsed.collect(), AtomicUsize::new(0)))
}

fn allowing(entries: &[&str]) -> Outbound {
    let entries: Vec<String> = entries.iter().map(ToString::to_string).collect();
    Outbound::with_lookup(&entries, None, answers(&[&["127.0.0.1"]])).unwrap()
}

/// A server that gives every connection the same bytes and counts the connections.
async fn serve(answer: Vec<u8>) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            counter.fetch_add(1, Ordering::SeqCst);
            let answer = answer.clone();
            tokio::spawn(async move {
                let mut request = vec![0; 4096];
                let read = stream.read(&mut request).await.unwrap_or(0);
                let answer = if answer == b"echo" {
                    let body = String::from_utf8_lossy(&request[..read]).into_owned();
                    response(200, "text/plain", body.as_bytes())
                } else {
                    answer
                };
                drop(stream.write_all(&answer).await);
            });
        }
    });
    (port, count)
}

fn response(status: u16, kind: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nlocation: http://127.0.0.1:1/\r\nconnection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// A-09, attack 39: every spelling of a private address is refused before anything is sent.
#[tokio::test]
async fn attack_39_private_addresses_are_refused_in_every_spelling() {
    let outbound = allowing(&[]);
    let literals = [
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://0x7f.1/",
        "https://127.0.0.1./",
        "https://0/",
        "https://①②⑦.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[fd00:ec2::254]/",
        "https://10.0.0.1/",
        "https://192.168.1.1:8443/",
        "https://172.16.0.1/",
        "https://[fe80::1]/",
        "https://224.0.0.1/",
        "https://100.100.100.200/",
    ];
    for address in literals {
        assert_eq!(
            outbound.get(address).await.unwrap_err(),
            OutboundError::Forbidden,
            "{address}"
        );
    }
    for name in [
        "https://localhost/",
        "https://LOCALHOST./",
        "https://internal.test/",
        "https://metadata/",
    ] {
        assert_eq!(
            outbound.get(name).await.unwrap_err(),
            OutboundError::Forbidden,
            "{name}"
        );
    }
}

/// A-09, attack 39: no other scheme, no downgrade, no user name, no nonsense.
#[tokio::test]
async fn attack_39_only_https_is_fetched() {
    let outbound = allowing(&["crm.lan"]);
    for address in [
        "http://example.com/",
        "http://1.1.1.1/",
        "ftp://crm.lan/",
        "file:///etc/passwd",
        "gopher://crm.lan/",
    ] {
        let error = outbound.get(address).await.unwrap_err();
        assert!(
            matches!(error, OutboundError::Scheme | OutboundError::Address),
            "{address}"
        );
    }
    for address in [
        "",
        "crm.lan",
        "https://",
        "https://a@crm.lan/",
        "https://:b@crm.lan/",
        "data:,x",
        "https://exa mple.com/",
    ] {
        assert_eq!(
            outbound.get(address).await.unwrap_err(),
            OutboundError::Address,
            "{address}"
        );
    }
}

/// Attack 39: a name with one private address among public ones is refused whole.
#[tokio::test]
async fn attack_39_mixed_answers_are_refused() {
    let lookup = answers(&[&["1.1.1.1", "127.0.0.1"]]);
    let outbound = Outbound::with_lookup(&[], None, lookup).unwrap();
    assert_eq!(
        outbound.get("https://mixed.test/").await.unwrap_err(),
        OutboundError::Forbidden
    );
}

/// Attack 39, rebinding: Atrium connects to the address that it checked, because it looks up the name once
/// for each connection and checks a changed answer again.
#[tokio::test]
async fn attack_39_rebinding_meets_the_same_check() {
    let (port, hits) = serve(response(200, "text/plain", b"secret")).await;
    let lookup = answers(&[&["198.51.100.7"], &["127.0.0.1"]]);
    let outbound = Outbound::with_lookup(
        &["198.51.100.0/24".into()],
        None,
        Arc::<Answers>::clone(&lookup),
    )
    .unwrap();
    let address = format!("https://rebind.test:{port}/");
    let first = tokio::time::timeout(Duration::from_secs(5), outbound.get(&address)).await;
    assert!(matches!(
        first,
        Err(_) | Ok(Err(OutboundError::Unreachable | OutboundError::Timeout))
    ));
    assert_eq!(
        lookup.1.load(Ordering::SeqCst),
        1,
        "asked once, at the connection"
    );
    assert_eq!(
        outbound.get(&address).await.unwrap_err(),
        OutboundError::Forbidden
    );
    assert_eq!(
        hits.load(Ordering::SeqCst),
        0,
        "the private server saw nothing"
    );
}

/// A-09: a host in `outbound.allow` may be private and use plain http, but only on its port.
#[tokio::test]
async fn named_hosts_may_be_private() {
    let (port, _) = serve(response(200, "application/json", br#"{"keys":[]}"#)).await;
    let outbound = allowing(&[&format!("rp.lan:{port}"), "127.0.0.1"]);
    let by_name: Value = outbound
        .get_json(&format!("http://rp.lan:{port}/jwks"))
        .await
        .unwrap();
    let by_address: Value = outbound
        .get_json(&format!("http://127.0.0.1:{port}/jwks"))
        .await
        .unwrap();
    assert_eq!(by_name, by_address);
    let other = allowing(&[&format!("rp.lan:{}", port.wrapping_add(1))]);
    assert_eq!(
        other
            .get(&format!("http://rp.lan:{port}/"))
            .await
            .unwrap_err(),
        OutboundError::Scheme
    );
}

/// OIDC Back-Channel Logout section 2.5: a form arrives as a form, and nothing else is sent.
#[tokio::test]
async fn forms_are_posted() {
    let (port, _) = serve(b"echo".to_vec()).await;
    let outbound = allowing(&["rp.lan"]);
    let answer = outbound
        .post_form(
            &format!("http://rp.lan:{port}/logout?a=b"),
            &[("logout_token", "x.y&z=")],
        )
        .await
        .unwrap();
    let seen = String::from_utf8(answer.body).unwrap().to_lowercase();
    assert!(seen.starts_with("post /logout?a=b http/1.1\r\n"), "{seen}");
    assert!(seen.contains("content-type: application/x-www-form-urlencoded\r\n"));
    assert!(seen.ends_with("\r\n\r\nlogout_token=x.y%26z%3d"));
    assert!(
        !seen.contains("cookie") && !seen.contains("referer") && !seen.contains("authorization")
    );
}

/// A-09, attack 39: redirects are not followed.
#[tokio::test]
async fn attack_39_redirects_are_not_followed() {
    for status in [301, 302, 303, 307, 308] {
        let (port, _) = serve(response(status, "text/plain", b"")).await;
        let address = format!("http://rp.lan:{port}/");
        assert_eq!(
            allowing(&["rp.lan"]).get(&address).await.unwrap_err(),
            OutboundError::Redirect
        );
    }
}

/// A-09, attack 44: an answer is read up to its limit, with a length, without one, or compressed.
#[tokio::test]
async fn attack_44_long_answers_are_cut_off() {
    let fetch = |answer| async move {
        let (port, _) = serve(answer).await;
        allowing(&["rp.lan"])
            .get(&format!("http://rp.lan:{port}/"))
            .await
    };
    let limit = fetch(response(200, "text/plain", &vec![b'x'; BODY_MAX]))
        .await
        .unwrap();
    assert_eq!(limit.body.len(), BODY_MAX);
    let announced = response(200, "text/plain", &vec![b'x'; BODY_MAX + 1]);
    assert_eq!(fetch(announced).await.unwrap_err(), OutboundError::TooLong);
    let endless = [
        b"HTTP/1.1 200 X\r\nconnection: close\r\n\r\n".as_slice(),
        &vec![b'x'; 2 * BODY_MAX],
    ]
    .concat();
    assert_eq!(fetch(endless).await.unwrap_err(), OutboundError::TooLong);
    let other = allowing(&["rp.lan"]).get("http://rp.lan:1/").await;
    assert_eq!(other.unwrap_err(), OutboundError::Unreachable);
}

/// A server that accepts requests and sends nothing, or a byte now and then; its port.
async fn hesitate(drips: bool) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = vec![0; 4096];
        drop(stream.read(&mut request).await);
        if drips {
            let head = b"HTTP/1.1 200 X\r\ncontent-type: application/json\r\n\r\n";
            drop(stream.write_all(head).await);
        }
        loop {
            tokio::time::sleep(Duration::from_millis(200)).await;
            if drips && stream.write_all(b" ").await.is_err() {
                return;
            }
        }
    });
    port
}

/// A-09, attack 44: a server that never answers, or answers very slowly, holds a request
/// for ten seconds in total. The test waits that long, because there is no setting.
#[tokio::test]
async fn attack_44_an_answer_that_does_not_come_is_not_waited_for() {
    let fetch = |drips| async move {
        let address = format!("http://rp.lan:{}/", hesitate(drips).await);
        let began = Instant::now();
        let outbound = allowing(&["rp.lan"]);
        let fetched = tokio::time::timeout(Duration::from_secs(30), outbound.get(&address));
        let refused = fetched.await.expect("waits for ever").unwrap_err();
        (refused, began.elapsed())
    };
    let (silent, dripping) = tokio::join!(fetch(false), fetch(true));
    for (refused, after) in [silent, dripping] {
        assert_eq!(refused, OutboundError::Timeout);
        assert!(after < Duration::from_secs(15), "{after:?}");
    }
}

/// Only 200 with the expected JSON is accepted as a document.
#[tokio::test]
async fn only_a_200_with_json_is_a_document() {
    for answer in [
        response(404, "application/json", b"{}"),
        response(200, "text/html", b"<html>"),
        b"nonsense".to_vec(),
    ] {
        let (port, _) = serve(answer).await;
        let outbound = allowing(&["rp.lan"]);
        let read = outbound
            .get_json::<Value>(&format!("http://rp.lan:{port}/"))
            .await;
        assert!(matches!(
            read,
            Err(OutboundError::Unexpected | OutboundError::Unreachable)
        ));
    }
}

/// Setting `outbound.ca_file`: a private authority is trusted only if the setting names it.
#[tokio::test]
async fn a_private_authority_is_trusted_when_named() {
    let made = rcgen::generate_simple_self_signed(vec!["rp.test".into()]).unwrap();
    let pem = made.cert.pem();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let key = rustls::pki_types::PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let mut request = vec![0; 4096];
            drop(stream.read(&mut request).await);
            drop(
                stream
                    .write_all(&response(200, "application/json", b"{}"))
                    .await,
            );
            drop(stream.shutdown().await);
        }
    });
    let network = ["127.0.0.0/8".to_owned()];
    let fetch = |pem: Option<String>, host: &'static str| async move {
        let outbound = Outbound::with_lookup(
            &["127.0.0.0/8".to_owned()],
            pem.as_deref().map(str::as_bytes),
            answers(&[&["127.0.0.1"]]),
        )
        .unwrap();
        outbound
            .get_json::<Value>(&format!("https://{host}:{port}/"))
            .await
    };
    assert!(fetch(Some(pem.clone()), "rp.test").await.is_ok());
    assert_eq!(
        fetch(None, "rp.test").await.unwrap_err(),
        OutboundError::Unreachable
    );
    assert_eq!(
        fetch(Some(pem), "other.test").await.unwrap_err(),
        OutboundError::Unreachable
    );
    let none = Outbound::new(&network, Some(b"no certificate"));
    assert_eq!(none.unwrap_err(), OutboundError::Certificates);
}
