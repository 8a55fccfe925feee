//! The complete server inside the test process. The production builder builds it with other
//! arguments.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use atrium::app::key_trail::KeyTrail;
use atrium::app::start::App;
use atrium::audit::{self, AuditContext, Origin, Recorded};
use atrium::clients::{file, sync};
use atrium::clock::{Clock, Millis};
use atrium::config::{Config, Secret, SecretPlace};
use atrium::db::{Db, DbError, SqlQuery};
use atrium::directory::{self, Account};
use atrium::jobs;
use atrium::keys::{Keeper, Master};
use atrium::random::Random;
use atrium::state::AppState;
use atrium_listener::Peer;
use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::{HeaderMap, Request, Response, StatusCode};
use serde_json::Value;
use tokio::sync::OnceCell;
use tower::ServiceExt as _;

use super::browser::Browser;
use super::config::in_folder;
use super::database::{self, Files, TestDatabase};
use super::relying_party::Rp;
use super::{base_path, clients, people, server_keys, trail};

pub use super::base_path::{ISSUER, ORIGIN};

/// A started server.
pub struct TestApp {
    pub app: App,
    /// The clock stays at the real time of the start until a test moves it.
    pub clock: Clock,
    router: Router,
    _folder: tempfile::TempDir,
    database: Option<TestDatabase>,
}

/// A complete response.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl TestApp {
    /// Starts a server with its own database, all people and all clients. Uses PostgreSQL if
    /// `ATRIUM_TEST_ENGINE` is `postgres`, else SQLite.
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// Starts a server with changed settings.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let clock = present();
        let database = match database::postgres_alone() {
            Some(server) => {
                let name = postgres_template(&server).await;
                database::postgres_from(&server, name).await
            }
            None => database::sqlite_from(sqlite_template().await).await,
        };
        let db = database.db.clone();
        let mut app = Self::build(db, clock, &clients::text(), change).await;
        app.database = Some(database);
        app
    }

    /// Starts a server on a fresh database of either engine, and adds all people.
    pub async fn on(database: &TestDatabase) -> Self {
        Self::on_with(database, |_| {}).await
    }

    /// The same with changed settings.
    pub async fn on_with(database: &TestDatabase, change: impl FnOnce(&mut Config)) -> Self {
        let clock = present();
        people::add_all(&database.db, clock.now()).await;
        Self::build(database.db.clone(), clock, &clients::text(), change).await
    }

    /// Starts a second server on the database of `other`, with its own connections `db`.
    pub async fn beside(other: &Self, db: Db) -> Self {
        Self::build(db, other.clock.clone(), &clients::text(), |_| {}).await
    }

    /// Builds a server from settings, a database with all people, a clock, and the text of
    /// `clients.toml`.
    pub async fn build(
        db: Db,
        clock: Clock,
        clients: &str,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = in_folder(folder.path());
        config.keys.master_file = None;
        config.keys.master = Some(Secret::new(server_keys::MASTER));
        change(&mut config);
        std::fs::write(&config.clients.file, clients).unwrap();
        server_keys::put(&db, clock.now()).await;
        let app = App::start(config, db, clock.clone(), Random::system())
            .await
            .unwrap();
        Self {
            router: base_path::seen(&app),
            app,
            clock,
            _folder: folder,
            database: None,
        }
    }

    /// Loads another `clients.toml`, as `atrium client sync` does.
    pub async fn declare(&self, clients: &str) {
        let public_url = ISSUER.parse().unwrap();
        let declared = file::parse(clients, &public_url, &SecretPlace::read).unwrap();
        let audit = self.audit();
        sync(self.db(), declared, true, audit).await.unwrap();
        self.state().clients.reload().await.unwrap();
    }

    pub fn state(&self) -> &Arc<AppState> {
        self.app.state()
    }

    pub fn db(&self) -> &Db {
        &self.state().db
    }

    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// The server as a test sees it, without the path of its address.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// A new browser without cookies.
    pub fn browser(&self) -> Browser<'_> {
        Browser::new(self)
    }

    /// A relying party for this client.
    pub fn rp(&self, client_id: &str) -> Rp<'_> {
        Rp::new(self, client_id)
    }

    pub async fn account(&self, name: &str) -> Account {
        let mut tx = self.db().read().await.unwrap();
        let found = directory::find_by_name(&mut tx, name).await;
        found.unwrap().unwrap()
    }

    /// Sends one request, unchanged, from an address on this machine.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        self.send_from([127, 0, 0, 1], request).await
    }

    /// Sends one request from the address `address`.
    pub async fn send_from(&self, address: impl Into<IpAddr>, request: Request<Body>) -> Answer {
        sent(self.router.clone(), address, request).await
    }

    /// `GET path` without any header.
    pub async fn get(&self, path: &str) -> Answer {
        let request = Request::get(path).body(Body::empty()).unwrap();
        self.send(request).await
    }

    /// Posts a form to `path` with these headers, as a program does.
    pub async fn post_form(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        pairs: &[(&str, &str)],
    ) -> Answer {
        let mut request = Request::post(path).header(
            "content-type",
            "application/x-www-form-urlencoded;charset=UTF-8",
        );
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = Body::from(form(pairs));
        self.send(request.body(body).unwrap()).await
    }

    /// The audit context of an action that happens now.
    pub fn audit(&self) -> AuditContext {
        let origin = Origin {
            call: Some("test".to_owned()),
            ..Origin::default()
        };
        self.state().audit(self.now(), &origin)
    }

    /// The keys in the database `db` of this server, as `atrium keys withdraw` opens them.
    pub async fn keeper(&self, db: Db) -> Keeper {
        let secret = self.state().config.keys.master.clone().unwrap();
        let master = Arc::new(Master::from_secret(secret.expose().as_bytes()).unwrap());
        let random = Random::system();
        let trail = Arc::new(KeyTrail::of_operator(&random, "keys withdraw"));
        let opened = Keeper::open(db, master, random, trail, &self.clock).await;
        opened.unwrap().0
    }

    /// The audit entries of this kind, newest first.
    pub async fn entries(&self, kind: &str) -> Vec<Recorded> {
        trail::of_kind(self.db(), kind).await
    }

    /// Waits until `sql` returns the count 1 for the parameter `value`.
    ///
    /// # Panics
    /// After a minute: emails are slow while a machine compiles beside the tests.
    pub async fn becomes(&self, sql: &'static str, value: i64) {
        for _ in 0..2_400 {
            audit::settle(self.db()).await.unwrap();
            let mut view = self.db().read().await.unwrap();
            let count = SqlQuery::kept(sql).bind(value).fetch_one(&mut view);
            let (count,): (i64,) = count.await.unwrap();
            drop(view);
            if count == 1 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let jobs = "SELECT kind, attempts, COALESCE(last_error, '') FROM jobs ORDER BY kind";
        let mut view = self.db().read().await.unwrap();
        let jobs: Vec<(String, i64, String)> =
            SqlQuery::kept(jobs).fetch_all(&mut view).await.unwrap();
        panic!("never one row: {sql}; the jobs are {jobs:?}");
    }

    /// Makes the worker look for jobs now, for example after the clock was moved.
    pub async fn look_for_jobs(&self) {
        self.write(|tx| {
            Box::pin(async move {
                tx.announce(jobs::QUEUED);
                Ok(())
            })
        })
        .await;
    }

    /// Runs `job` in a write transaction.
    pub async fn write<F>(&self, job: F)
    where
        F: for<'t> FnOnce(
                &'t mut atrium::db::WriteTx,
            ) -> futures_util::future::BoxFuture<'t, Result<(), DbError>>
            + Send
            + 'static,
    {
        self.db().write(job).await.unwrap();
    }
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("not JSON: {} {:?}", self.status, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// The `error` of an OAuth error response, after a check of its format (RFC 6749 section 5.2).
    pub fn error(&self) -> String {
        assert_eq!(self.header("content-type"), "application/json");
        assert_eq!(self.header("cache-control"), "no-store");
        let body = self.json();
        let description = body["error_description"].as_str().unwrap_or_default();
        let allowed = |c: char| (' '..='~').contains(&c) && c != '"' && c != '\\';
        assert!(description.chars().all(allowed), "{description:?}");
        body["error"].as_str().unwrap().to_owned()
    }
}

/// Sends one request into `router`, from the address `address`.
pub async fn sent(
    router: Router,
    address: impl Into<IpAddr>,
    mut request: Request<Body>,
) -> Answer {
    let peer = Peer(SocketAddr::new(address.into(), 50_000));
    request.extensions_mut().insert(peer);
    let response: Response<Body> = router.oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: body.collect().await.unwrap().to_bytes(),
    }
}

/// Encodes `pairs` as a form.
pub fn form(pairs: &[(&str, &str)]) -> String {
    let mut text = url::form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(pairs);
    text.finish()
}

/// A fixed clock at the real time, because cookies expire by the machine's clock.
fn present() -> Clock {
    Clock::fixed(Clock::system().now())
}

/// The files of a database with keys and people. A test run makes them once, because password
/// hashing is slow.
async fn sqlite_template() -> &'static Files {
    static TEMPLATE: OnceCell<Files> = OnceCell::const_new();
    let made = TEMPLATE.get_or_init(|| async {
        let database = populated(database::sqlite().await).await;
        database::files(&database.url)
    });
    made.await
}

/// The name of a PostgreSQL database with keys and people. Tests copy it.
async fn postgres_template(server: &str) -> &'static str {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let made =
        TEMPLATE.get_or_init(|| async { populated(database::postgres(server).await).await.name() });
    made.await
}

/// Adds keys and people to a database and closes it.
async fn populated(database: TestDatabase) -> TestDatabase {
    let app = TestApp::on(&database).await;
    app.app.stop().await;
    database
}
