//! Assertions with unknown keys, while the client's server of keys is slow.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::browser::{Answer, Http, elsewhere};
use crate::server::Server;
use crate::{Error, Plan, Result, Row};

const UNKNOWN: &str = "assertions with unknown keys, while the server of keys is slow";

/// The flood.
pub const NAMES: &[&str] = &[UNKNOWN];

/// The client whose keys are published.
pub const CLIENT: &str = "published";
/// How long a slow answer takes.
const SLOW: Duration = Duration::from_secs(8);
/// The shortest time between two fetches of a client's keys.
const PAUSE: Duration = Duration::from_secs(31);

/// A client's server of keys, and the client's own key.
pub struct KeyServer {
    pub port: u16,
    slow: Arc<AtomicBool>,
    /// How often the keys were fetched.
    fetches: Arc<AtomicUsize>,
    key: EcdsaKeyPair,
}

impl KeyServer {
    /// Serves a new key until the program ends.
    pub fn start() -> Result<Self> {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let failed = |_| Error::from("a key cannot be made");
        let made = EcdsaKeyPair::generate_pkcs8(algorithm, &random).map_err(failed)?;
        let key = EcdsaKeyPair::from_pkcs8(algorithm, made.as_ref(), &random);
        let key = key.map_err(|why| Error::from(why.to_string()))?;
        let point = key.public_key().as_ref();
        let keys = json!({"keys": [{
            "kty": "EC", "crv": "P-256", "alg": "ES256", "kid": "good",
            "x": encoded(&point[1..33]), "y": encoded(&point[33..]),
        }]});
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let (slow, fetches) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let (keys, waits) = (keys.to_string(), Arc::clone(&slow));
        let counter: Arc<AtomicUsize> = Arc::clone(&fetches);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counter.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(publish(stream, keys.clone(), Arc::clone(&waits)));
            }
        });
        Ok(Self {
            port,
            slow,
            fetches,
            key,
        })
    }

    /// Waits until the keys are fetched more often than `before`.
    async fn fetched_again(&self, before: usize) -> Result<()> {
        let since = Instant::now();
        while self.fetches.load(Ordering::SeqCst) == before {
            if since.elapsed() > SLOW {
                return Err(format!("{UNKNOWN}: the keys are not fetched").into());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    /// A client authentication by the key with this name (RFC 7523 section 2.2).
    #[expect(
        clippy::disallowed_methods,
        reason = "the besieged server has the machine's clock"
    )]
    fn assertion(&self, issuer: &str, kid: &str, jti: &str) -> Result<String> {
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)?
            .as_secs();
        let header = json!({"alg": "ES256", "kid": kid});
        let claims = json!({
            "iss": CLIENT, "sub": CLIENT, "aud": issuer, "jti": jti, "iat": now, "exp": now + 60,
        });
        let part = |value: &Value| encoded(value.to_string().as_bytes());
        let input = format!("{}.{}", part(&header), part(&claims));
        let signed = self.key.sign(&SystemRandom::new(), input.as_bytes());
        let signed = signed.map_err(|_| Error::from("the assertion cannot be signed"))?;
        Ok(format!("{input}.{}", encoded(signed.as_ref())))
    }
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

async fn publish(mut stream: TcpStream, keys: String, slow: Arc<AtomicBool>) {
    let mut head = [0; 4096];
    let _ = stream.read(&mut head).await;
    if slow.load(Ordering::SeqCst) {
        tokio::time::sleep(SLOW).await;
    }
    let length = keys.len();
    let answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{keys}"
    );
    let _ = stream.write_all(answer.as_bytes()).await;
}

/// Lets the keys be fetched for a good assertion, and returns when that was.
pub async fn fetched(server: &Server, keys: &KeyServer) -> Result<Instant> {
    accepted(&sign_in(&Http::new(server.port), keys, "first").await?)?;
    Ok(Instant::now())
}

/// Keys that were `fetched` before save a part of the pause.
pub async fn floods(
    plan: &Plan,
    server: &Server,
    keys: &KeyServer,
    fetched: Option<Instant>,
) -> Result<Vec<Row>> {
    if !plan.wants_one(UNKNOWN) {
        return Ok(Vec::new());
    }
    let http = Http::new(server.port);
    let since = match fetched {
        Some(since) => since,
        None => self::fetched(server, keys).await?,
    };
    tokio::time::sleep(PAUSE.saturating_sub(since.elapsed())).await;
    keys.slow.store(true, Ordering::SeqCst);
    let before = keys.fetches.load(Ordering::SeqCst);
    let mut unknown = tokio::task::JoinSet::new();
    for n in 0..plan.count(200, 50) {
        let (http, assertion) = (
            http.clone(),
            keys.assertion(&http.origin, "bad", &n.to_string())?,
        );
        unknown.spawn(async move { post(&http, &assertion).await.map(|answer| answer.status) });
    }
    // Without a fetch nothing would have to wait.
    keys.fetched_again(before).await?;
    let mut slowest = 0;
    for n in 0..5 {
        let since = Instant::now();
        accepted(&sign_in(&http, keys, &format!("next {n}")).await?)?;
        slowest = slowest.max(since.elapsed().as_millis());
    }
    while let Some(status) = unknown.join_next().await {
        let status = status??;
        if !(400..=503).contains(&status) || status == 500 {
            return Err(format!("{UNKNOWN}: {status}").into());
        }
    }
    keys.slow.store(false, Ordering::SeqCst);
    Ok(vec![Row {
        flood: format!("{UNKNOWN}: a good one waits"),
        unit: "ms",
        figure: slowest as f64,
        bound: plan.second(),
    }])
}

async fn sign_in(http: &Http, keys: &KeyServer, jti: &str) -> Result<Answer> {
    post(http, &keys.assertion(&http.origin, "good", jti)?).await
}

async fn post(http: &Http, assertion: &str) -> Result<Answer> {
    let fields = [
        ("grant_type", "client_credentials"),
        (
            "client_assertion_type",
            "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        ),
        ("client_assertion", assertion),
    ];
    http.post(elsewhere(0x00e0_0000), "/oauth2/token", &[], &fields)
        .await
}

fn accepted(answer: &Answer) -> Result<()> {
    match answer.status {
        200 => Ok(()),
        status => Err(format!("a good assertion gets {status}: {}", answer.text()).into()),
    }
}
