//! `private_key_jwt` with inline and published keys (OpenID Connect Core sections 9 and 10.1.1).

use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use atrium::clients::{ClientAuthError, Credentials, ProvedClient, PublishedKeys, Registry, prove};
use atrium::clock::{HOUR, MINUTE, Millis};
use atrium::keys::AssertionError;
use atrium::outbound::Outbound;
use axum::http::StatusCode;
use axum::routing::get;
use serde_json::{Value, json};

use super::{NOW, sync};
use crate::support::database;
use crate::support::jose::TestKey;
use crate::support::log::Log;

const ISSUER: &str = "https://sso.example.com";

/// A server of `/jwks` whose keys and behaviour the test can change, and which counts requests.
struct Publisher {
    uri: String,
    host: String,
    jwks: Arc<Mutex<Value>>,
    down: Arc<AtomicBool>,
    /// While a test holds it, no answer is sent.
    answers: Arc<tokio::sync::Mutex<()>>,
    fetches: Arc<AtomicUsize>,
}

async fn publisher() -> Publisher {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let (jwks, down, fetches) = (
        Arc::new(Mutex::new(json!({"keys": []}))),
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
    );
    let answers = Arc::<tokio::sync::Mutex<()>>::default();
    let (answer, away, count) = (jwks.clone(), down.clone(), fetches.clone());
    let held = answers.clone();
    let route = get(move || async move {
        count.fetch_add(1, Ordering::SeqCst);
        drop(held.lock().await);
        if away.load(Ordering::SeqCst) {
            return (StatusCode::INTERNAL_SERVER_ERROR, String::new());
        }
        (StatusCode::OK, answer.lock().unwrap().to_string())
    });
    let app = axum::Router::new().route("/jwks", route);
    tokio::spawn(async move { axum::serve(listener, app).await });
    Publisher {
        uri: format!("http://{host}/jwks"),
        host,
        jwks,
        down,
        answers,
        fetches,
    }
}

fn entry(client_id: &str, keys: &str) -> String {
    format!(
        "[[client]]\nclient_id = \"{client_id}\"\ntoken_endpoint_auth_method = \"private_key_jwt\"\n\
         redirect_uris = [\"https://{client_id}.test/cb\"]\n{keys}\n"
    )
}

fn assertion(key: &TestKey, kid: &str, client_id: &str, now: Millis) -> String {
    key.sign(
        &json!({"alg": key.alg(), "kid": kid}),
        &json!({"iss": client_id, "sub": client_id, "aud": ISSUER, "jti": "one",
            "iat": now / 1_000, "exp": now / 1_000 + 60}),
    )
}

async fn proved(
    registry: &Registry,
    (published, outbound): (&PublishedKeys, &Outbound),
    assertion: &str,
    now: Millis,
) -> Result<ProvedClient, ClientAuthError> {
    let credentials = Credentials {
        client_assertion_type: Some("urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        client_assertion: Some(assertion),
        ..Credentials::default()
    };
    prove(registry, published, outbound, credentials, &[ISSUER], now)
        .await
        .map(|(_, proved)| proved)
}

#[tokio::test]
async fn a_client_signs_with_its_published_keys_through_their_rotation() {
    for database in database::each_engine().await {
        let publisher = publisher().await;
        let fetches = || publisher.fetches.load(Ordering::SeqCst);
        let (first, second) = (TestKey::es256(), TestKey::es256());
        *publisher.jwks.lock().unwrap() = json!({"keys": [first.named("first")]});
        sync(
            &database.db,
            &entry("app", &format!("jwks_uri = \"{}\"", publisher.uri)),
        )
        .await
        .unwrap();
        let registry = Registry::load(&database.db).await.unwrap();
        let outbound = Outbound::new(std::slice::from_ref(&publisher.host), None).unwrap();
        let published = (&PublishedKeys::default(), &outbound);

        let by_first = assertion(&first, "first", "app", NOW);
        for _ in 0..3 {
            let used = proved(&registry, published, &by_first, NOW).await.unwrap();
            assert!(used.assertion.is_some(), "its jti must be remembered");
        }
        assert_eq!(fetches(), 1, "kept");

        // An unknown key is requested once, even if it is used often.
        let by_second = |now| assertion(&second, "second", "app", now);
        let soon = NOW + MINUTE;
        for _ in 0..3 {
            let unknown = proved(&registry, published, &by_second(soon), soon).await;
            let expected = ClientAuthError::Assertion(AssertionError::UnknownKey);
            assert_eq!(unknown, Err(expected));
        }
        assert_eq!(fetches(), 2, "rate-limited");

        *publisher.jwks.lock().unwrap() = json!({"keys": [second.named("second")]});
        let later = soon + MINUTE;
        assert!(
            proved(&registry, published, &by_second(later), later)
                .await
                .is_ok()
        );
        assert_eq!(fetches(), 3);

        // During an outage, clients with cached keys can still sign in.
        publisher.down.store(true, Ordering::SeqCst);
        let next = later + HOUR;
        assert!(
            proved(&registry, published, &by_second(next), next)
                .await
                .is_ok()
        );
        assert_eq!(fetches(), 4);
        let days = next + 30 * HOUR;
        assert!(
            proved(&registry, published, &by_second(days), days)
                .await
                .is_err()
        );
    }
}

/// Attack 44: anybody can name an unknown key of a client whose server of keys is slow. Assertions with kept keys do
/// not wait for that fetch; assertions with old keys wait a second at most.
#[tokio::test]
async fn a_slow_server_of_keys_delays_nobody_whose_keys_are_kept() {
    let database = database::sqlite().await;
    let publisher = publisher().await;
    let fetches = || publisher.fetches.load(Ordering::SeqCst);
    let (key, unknown) = (TestKey::es256(), TestKey::es256());
    *publisher.jwks.lock().unwrap() = json!({"keys": [key.named("first")]});
    let keys = format!("jwks_uri = \"{}\"", publisher.uri);
    sync(&database.db, &entry("app", &keys)).await.unwrap();
    let registry = Registry::load(&database.db).await.unwrap();
    let outbound = Outbound::new(std::slice::from_ref(&publisher.host), None).unwrap();
    let published = (&PublishedKeys::default(), &outbound);
    let good = |now| assertion(&key, "first", "app", now);
    assert!(proved(&registry, published, &good(NOW), NOW).await.is_ok());

    let held = publisher.answers.lock().await;
    let soon = NOW + MINUTE;
    let forged = assertion(&unknown, "second", "app", soon);
    let mut waiting = pin!(proved(&registry, published, &forged, soon));
    let begun = async {
        while fetches() < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        early = &mut waiting => panic!("an answer without the fetch: {early:?}"),
        () = begun => {}
    }
    assert!(
        proved(&registry, published, &good(soon), soon)
            .await
            .is_ok()
    );
    let later = NOW + HOUR;
    assert!(
        proved(&registry, published, &good(later), later)
            .await
            .is_ok(),
        "old keys serve after a second"
    );
    assert_eq!(fetches(), 2, "one fetch at a time");
    drop(held);
    let expected = ClientAuthError::Assertion(AssertionError::UnknownKey);
    assert_eq!(waiting.await, Err(expected));
}

///
#[tokio::test]
async fn a_client_signs_with_its_inline_keys_and_no_other_client_does() {
    for database in database::each_engine().await {
        let (ours, theirs) = (TestKey::es256(), TestKey::es256());
        let inline = |key: &TestKey| {
            let jwk = key.jwk();
            let text = |name: &str| jwk[name].as_str().unwrap().to_owned();
            format!(
                "jwks = {{ keys = [{{ kty = \"EC\", crv = \"P-256\", x = \"{}\", y = \"{}\" }}] }}",
                text("x"),
                text("y")
            )
        };
        let text = format!(
            "{}{}",
            entry("ours", &inline(&ours)),
            entry("theirs", &inline(&theirs))
        );
        sync(&database.db, &text).await.unwrap();
        let registry = Registry::load(&database.db).await.unwrap();
        let published = (
            &PublishedKeys::default(),
            &Outbound::new(&[], None).unwrap(),
        );
        let good = assertion(&ours, "any", "ours", NOW);
        assert!(proved(&registry, published, &good, NOW).await.is_ok());
        let forged = assertion(&theirs, "any", "ours", NOW);
        let refused = proved(&registry, published, &forged, NOW).await;
        assert_eq!(
            refused,
            Err(ClientAuthError::Assertion(AssertionError::Signature))
        );
        let nobody = assertion(&ours, "any", "nobody", NOW);
        let refused = proved(&registry, published, &nobody, NOW).await;
        assert_eq!(refused, Err(ClientAuthError::Refused));
    }
}

/// Attacks 32 and 38: a query may contain a secret of the application, so the log leaves it out.
#[tokio::test]
async fn keys_that_cannot_be_fetched_are_logged_without_the_query() {
    let database = database::sqlite().await;
    let publisher = publisher().await;
    publisher.down.store(true, Ordering::SeqCst);
    let keys = format!("jwks_uri = \"{}?key=a-secret\"", publisher.uri);
    sync(&database.db, &entry("app", &keys)).await.unwrap();
    let registry = Registry::load(&database.db).await.unwrap();
    let outbound = Outbound::new(std::slice::from_ref(&publisher.host), None).unwrap();
    let log = Log::listen();
    let signed = assertion(&TestKey::es256(), "first", "app", NOW);
    let published = (&PublishedKeys::default(), &outbound);
    assert!(proved(&registry, published, &signed, NOW).await.is_err());
    assert!(!log.text().contains("a-secret"), "{}", log.text());
    let lines = log.take("the keys of a client cannot be fetched");
    assert_eq!(lines[0]["address"], publisher.uri, "{lines:?}");
}
