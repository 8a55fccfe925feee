//! A server whose people come from a corporate provider.

use atrium::clock::Clock;
use atrium::config::{Config, ProviderConfig};
use atrium::db::SqlQuery;
use serde_json::Value;
use url::Url;

use super::app::TestApp;
use super::browser::{Browser, Page};
use super::database::TestDatabase;
use super::upstream::Upstream;
use super::{clients, html, people};

/// A server with one provider.
pub struct Corporate {
    pub app: TestApp,
    pub upstream: Upstream,
}

impl Corporate {
    pub async fn start(change: impl FnOnce(&mut ProviderConfig)) -> Self {
        Self::start_with(change, |_| {}).await
    }

    /// The same, with other settings of the server.
    pub async fn start_with(
        change: impl FnOnce(&mut ProviderConfig),
        more: impl FnOnce(&mut Config),
    ) -> Self {
        Self::with(Upstream::start().await, change, more).await
    }

    /// A server whose provider is `upstream`.
    pub async fn of(upstream: Upstream, change: impl FnOnce(&mut ProviderConfig)) -> Self {
        Self::with(upstream, change, |_| {}).await
    }

    async fn with(
        upstream: Upstream,
        change: impl FnOnce(&mut ProviderConfig),
        more: impl FnOnce(&mut Config),
    ) -> Self {
        let configured = upstream.clone();
        let app = TestApp::start_with(|config| {
            configured.configure(config, change);
            more(config);
        });
        let app = app.await;
        upstream.follow(&app.clock);
        Self { app, upstream }
    }

    /// The same on a fresh database of either engine.
    pub async fn on(database: &TestDatabase) -> Self {
        Self::changed_on(database, |_| {}).await
    }

    /// The same, with a changed entry of the provider.
    pub async fn changed_on(
        database: &TestDatabase,
        change: impl FnOnce(&mut ProviderConfig),
    ) -> Self {
        let clock = Clock::fixed(Clock::system().now());
        people::add_all(&database.db, clock.now()).await;
        let upstream = Upstream::start().await;
        upstream.follow(&clock);
        let configured = upstream.clone();
        let text = clients::text();
        let app = TestApp::build(database.db.clone(), clock, &text, |config| {
            configured.configure(config, change);
        });
        Self {
            app: app.await,
            upstream,
        }
    }

    /// A sign-in page for an application, in `browser`.
    pub async fn page(&self, browser: &Browser<'_>) -> Page {
        let ask = self.app.rp("basic").ask("openid");
        browser.go(&ask.url()).await
    }

    /// The address of the provider to which the link of `page` leads.
    pub async fn leave(&self, browser: &Browser<'_>, page: &Page) -> Url {
        let links = html::links(&page.text());
        let way = links
            .into_iter()
            .find(|link| link.contains("/federation/lion"));
        let there = browser.get(&way.expect("a way to the provider")).await;
        self.there(&there)
    }

    /// The address of the provider to which `page` redirects.
    pub fn there(&self, page: &Page) -> Url {
        let location = page.location();
        let location = location.unwrap_or_else(|| panic!("no redirect: {}", page.text()));
        assert!(
            location.as_str().starts_with(&self.upstream.issuer),
            "{location}"
        );
        location
    }

    /// A whole trip: the page that the browser gets when it comes back.
    pub async fn trip(&self, browser: &Browser<'_>) -> Page {
        let page = self.page(browser).await;
        let address = self.leave(browser, &page).await;
        self.come_back(browser, &self.upstream.sign_in(&address))
            .await
    }

    pub async fn come_back(&self, browser: &Browser<'_>, query: &str) -> Page {
        browser.go(&callback(query)).await
    }

    /// Whether the identity `lion-1` belongs to the account `name`.
    pub async fn is_linked(&self, name: &str) -> bool {
        let id = self.app.account(name).await.id;
        let mut tx = self.app.db().read().await.unwrap();
        let linked = SqlQuery::kept(
            "SELECT account_id FROM federated_identities WHERE subject = 'lion-1' AND unlinked_at IS NULL",
        );
        let rows: Vec<(String,)> = linked.fetch_all(&mut tx).await.unwrap();
        rows == [(id,)]
    }

    /// The only email that was sent.
    pub async fn mail(&self) -> String {
        self.mails().await.pop().unwrap()
    }

    /// The emails that were sent. A job ends when its file is there.
    pub async fn mails(&self) -> Vec<String> {
        let none_waits =
            "SELECT COUNT(*) + 1 FROM jobs WHERE kind = 'mail.send' AND attempts >= $1";
        self.app.becomes(none_waits, 0).await;
        let folder = self.app.state().config.mail.url.expose().to_owned();
        let files = std::fs::read_dir(folder.strip_prefix("file:").unwrap()).unwrap();
        let paths = files.map(|entry| entry.unwrap().path());
        let mails = paths.filter(|path| path.extension().is_some_and(|kind| kind == "eml"));
        mails
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect()
    }

    pub async fn sql(&self, sql: &'static str) {
        self.app
            .write(move |tx| {
                Box::pin(async move { SqlQuery::kept(sql).execute(tx).await.map(drop) })
            })
            .await;
    }

    /// The reasons of the refused trips, of which there is at least one.
    pub async fn refusals(&self) -> Vec<String> {
        let any = "SELECT COALESCE(MIN(1), 0) FROM audit_entries \
            WHERE kind = 'identity.refused' AND at >= $1";
        self.app.becomes(any, 0).await;
        let entries = self.app.entries("identity.refused").await;
        let reason = |detail: &str| {
            let detail: Value = serde_json::from_str(detail).unwrap();
            detail["reason"].as_str().unwrap().to_owned()
        };
        entries.iter().map(|entry| reason(&entry.detail)).collect()
    }
}

fn callback(query: &str) -> String {
    format!("/federation/lion/callback?{query}")
}

/// True for the redirect that brings the application its code: the deep link was kept.
pub fn has_reached(page: &Page) -> bool {
    page.location()
        .is_some_and(|to| to.query_pairs().any(|(name, _)| name == "code"))
}

/// True if the page says so, in a heading, and its button leads back to the sign-in.
pub async fn ends_with(browser: &Browser<'_>, page: &Page, status: u16, heading: &str) {
    assert_eq!(page.status, status, "{}", page.text());
    assert!(
        page.text().contains(&format!("<h1>{heading}</h1>")),
        "{}",
        page.text()
    );
    assert!(browser.session_cookie().is_none(), "nobody is signed in");
    let back = html::button_link(&page.text()).expect("a way back");
    let again = browser.go(&back).await;
    assert!(again.form("password").is_some(), "{}", again.text());
}
