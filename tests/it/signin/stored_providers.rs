//! Providers that super administrators add on their screen (R-21).

use std::sync::Arc;

use atrium::clock::Clock;
use atrium::config::{CreateRule, LinkRule, ProviderConfig, Secret};
use atrium::db::feed::ChangeFeed;
use atrium::db::{DbError, SqlQuery};
use atrium::directory::{Account, AccountError};
use atrium::federation::{self, Added, Identity, Method, Provider, ProviderError, Written};
use atrium::sessions::end;

use crate::support::app::TestApp;
use crate::support::browser::Browser;
use crate::support::corporate::{Corporate, ends_with, has_reached};
use crate::support::database::{self, TestDatabase};
use crate::support::factors::Phone;
use crate::support::upstream::{CLIENT, CLIENT_SECRET, Upstream};
use crate::support::{clients, people};

/// A server whose only provider stands in the database.
async fn start(database: &TestDatabase) -> Corporate {
    let clock = Clock::fixed(Clock::system().now());
    people::add_all(&database.db, clock.now()).await;
    let upstream = Upstream::start().await;
    upstream.follow(&clock);
    let host = upstream.issuer.strip_prefix("http://").unwrap().to_owned();
    let text = clients::text();
    let app = TestApp::build(database.db.clone(), clock, &text, |config| {
        config.outbound.allow.push(host);
    });
    let corporate = Corporate {
        app: app.await,
        upstream,
    };
    let (providers, audit) = (
        corporate.app.state().providers.clone(),
        corporate.app.audit(),
    );
    let written = written(&corporate.upstream.issuer);
    let added = corporate.app.db().write::<_, ProviderError, _>(move |tx| {
        Box::pin(async move { providers.add(tx, written, &audit).await })
    });
    added.await.unwrap();
    corporate
}

fn written(issuer: &str) -> Written {
    Written {
        settings: ProviderConfig {
            id: "lion".to_owned(),
            label: "Lion <Identity>".to_owned(),
            issuer: issuer.to_owned(),
            client_id: CLIENT.to_owned(),
            domains: vec!["demo.test".to_owned()],
            ..ProviderConfig::default()
        },
        credential: Some((Method::Secret, Secret::new(CLIENT_SECRET))),
        ..Written::default()
    }
}

async fn set_enabled(app: &TestApp, enabled: bool) {
    let (providers, audit) = (app.state().providers.clone(), app.audit());
    let set = app.db().write::<_, ProviderError, _>(move |tx| {
        Box::pin(async move { providers.set_enabled(tx, ("lion", enabled), &audit).await })
    });
    set.await.unwrap();
}

async fn reload(app: &TestApp) {
    app.state().providers.reload().await.unwrap();
}

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let mut view = app.db().read().await.unwrap();
    let rows: Vec<(i64,)> = SqlQuery::kept(sql).fetch_all(&mut view).await.unwrap();
    rows[0].0
}

const OPEN: &str = "SELECT COUNT(*) FROM sso_sessions WHERE ended_at IS NULL";
const LINKED: &str = "SELECT COUNT(*) FROM federated_identities WHERE unlinked_at IS NULL";

/// R-21: a provider of the screen lets nobody in before it is enabled, lets people in with its stored secret, and closes
/// what came by it: all processes hear of each change.
#[tokio::test]
async fn people_come_from_a_provider_of_the_screen() {
    for database in database::each_engine().await {
        let corporate = start(&database).await;
        let app = &corporate.app;
        let feed = ChangeFeed::new(app.db().clone());
        let mut topic = feed.topic("providers");
        feed.poll().await.unwrap();
        topic.mark_unchanged();
        reload(app).await;
        assert!(!offers(&corporate, &app.browser()).await, "disabled first");
        set_enabled(app, true).await;
        feed.poll().await.unwrap();
        assert!(topic.has_changed().unwrap(), "other processes hear of it");
        reload(app).await;
        let browser = app.browser();
        assert!(has_reached(&corporate.trip(&browser).await));
        assert!(corporate.is_linked("DanMember").await);
        let before = app.state().providers.get("lion").unwrap();
        reload(app).await;
        let kept = app.state().providers.get("lion").unwrap();
        assert!(Arc::ptr_eq(&before, &kept), "its document stays");

        let away = app.browser();
        let page = corporate.page(&away).await;
        let address = corporate.leave(&away, &page).await;
        set_enabled(app, false).await;
        let settled = settles(&corporate, before).await;
        assert!(!settled, "nor in a process that has not heard of it yet");
        reload(app).await;
        let query = corporate.upstream.sign_in(&address);
        let late = corporate.come_back(&away, &query).await;
        ends_with(&away, &late, 403, "This way to sign in is switched off").await;
        assert!(!offers(&corporate, &away).await);
        assert_eq!(count(app, LINKED).await, 1, "identities stay listed");

        let (clients, audit) = (app.state().clients.clone(), app.audit());
        let ended = app.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let closed = end::by_closed_provider(tx, ("lion", 9), &audit, &clients).await?;
                let which = ("lion", "Lion", "");
                let unlinked = end::unlink_of_provider(tx, which, 9, &audit, &clients).await?;
                Ok((closed, unlinked))
            })
        });
        assert_eq!(ended.await.unwrap(), (1, 1));
        assert_eq!((count(app, OPEN).await, count(app, LINKED).await), (0, 0));
        let (providers, audit) = (app.state().providers.clone(), app.audit());
        let removed = app.db().write::<_, ProviderError, _>(move |tx| {
            Box::pin(async move { providers.remove(tx, "lion", &audit).await })
        });
        removed.await.unwrap();
        let entries = app.entries("provider.changed").await;
        let mut changes: Vec<String> = entries.into_iter().map(|one| one.detail).collect();
        changes.sort();
        let words = ["added", "deleted", "disabled", "enabled"];
        let begins =
            words.map(|word| format!(r#"{{"provider":"lion","change":"{word}","changes":["#));
        for (entry, begin) in changes.iter().zip(&begins) {
            assert!(entry.starts_with(begin), "{entry}");
            assert!(!entry.contains(CLIENT_SECRET), "no secret is in an entry");
        }
        assert_eq!(changes.len(), begins.len());
    }
}

/// Attack 24: who came by a provider and still has a step to do gets no session once the provider is disabled, also in a process
/// that has not heard of it yet.
#[tokio::test]
async fn attack_24_a_disabled_provider_ends_waiting_proofs() {
    for database in database::each_engine().await {
        let corporate = start(&database).await;
        let app = &corporate.app;
        let phone = Phone::of(app, "DanMember").await;
        for has_heard in [false, true] {
            set_enabled(app, true).await;
            reload(app).await;
            let browser = app.browser();
            let page = corporate.trip(&browser).await;
            assert!(page.form("code").is_some(), "{}", page.text());
            set_enabled(app, false).await;
            if has_heard {
                reload(app).await;
            }
            let code = phone.code(app);
            let late = browser.submit(&page, &[("code", &code)]).await;
            assert!(browser.session_cookie().is_none(), "{}", late.text());
            assert_eq!(late.status, 400, "{}", late.text());
            app.clock.advance(30_000);
        }
        assert_eq!(count(app, OPEN).await, 0);
    }
}

/// Changes the provider as another process does: this one may not have heard of it.
async fn update(app: &TestApp, written: Written) {
    let (providers, audit) = (app.state().providers.clone(), app.audit());
    let updated = app.db().write::<_, ProviderError, _>(move |tx| {
        Box::pin(async move {
            providers
                .update(tx, ("lion", None), |_| written, &audit)
                .await
        })
    });
    updated.await.unwrap();
}

/// Attack 22: the issuer is replaced while a person is there. The answer of the earlier one signs nobody in and links nobody,
/// whether this process has heard of the new one or not.
#[tokio::test]
async fn attack_22_an_answer_of_the_earlier_issuer_links_nobody() {
    for database in database::each_engine().await {
        let corporate = start(&database).await;
        let app = &corporate.app;
        set_enabled(app, true).await;
        reload(app).await;
        let before = app.state().providers.get("lion").unwrap();
        assert!(settles(&corporate, Arc::clone(&before)).await);
        update(app, written("https://tiger.demo.test")).await;
        assert!(!settles(&corporate, before).await, "not heard of it");
        reload(app).await;
        let changed = app.state().providers.get("lion").unwrap();
        assert!(!settles(&corporate, changed).await, "heard of it");
        assert_eq!(count(app, LINKED).await, 0);
        assert_eq!(count(app, OPEN).await, 0);
    }
}

/// Attack 24: where nobody has heard yet that the provider is off, it gives no account to a newcomer, and neither a proof of the
/// account's own way in nor the account page links an identity.
#[tokio::test]
async fn attack_24_a_newcomer_of_a_provider_that_is_off_gets_no_account() {
    for database in database::each_engine().await {
        let corporate = start(&database).await;
        let app = &corporate.app;
        let mut open = written(&corporate.upstream.issuer);
        (open.settings.link, open.settings.create) = (LinkRule::Prove, CreateRule::Make);
        update(app, open).await;
        set_enabled(app, true).await;
        reload(app).await;
        let waiting = app.browser();
        let proves = corporate.trip(&waiting).await;
        let before = app.state().providers.get("lion").unwrap();
        set_enabled(app, false).await;
        assert!(welcomed_by(&corporate, Arc::clone(&before)).await.is_none());
        let leo = "SELECT COUNT(*) FROM accounts WHERE username = 'leo'";
        assert_eq!(count(app, leo).await, 0);
        waiting.sign_in(&proves, "DanMember").await;
        assert!(waiting.session_cookie().is_some(), "by the password");
        assert_eq!(adds(&corporate, before).await, None);
        assert_eq!(count(app, LINKED).await, 0);
    }
}

/// The account that somebody new gets by `provider`, if any.
async fn welcomed_by(corporate: &Corporate, provider: Arc<Provider>) -> Option<Account> {
    let leo = Identity {
        subject: "lion-2".to_owned(),
        email: Some("leo@demo.test".to_owned()),
        username: Some("leo".to_owned()),
        ..identity(corporate)
    };
    let audit = corporate.app.audit();
    let welcomed = corporate.app.db().write::<_, AccountError, _>(move |tx| {
        Box::pin(async move { federation::welcome_newcomer(tx, &provider, &leo, &audit).await })
    });
    welcomed.await.unwrap()
}

/// What comes of linking the identity `lion-1` on the account page.
async fn adds(corporate: &Corporate, provider: Arc<Provider>) -> Option<Added> {
    let app = &corporate.app;
    let (dan, audit) = (app.account("DanMember").await, app.audit());
    let identity = identity(corporate);
    let added = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { federation::add(tx, &provider, &identity, &dan, &audit).await })
    });
    added.await.unwrap()
}

/// Dan at the provider.
fn identity(corporate: &Corporate) -> Identity {
    Identity {
        provider: "lion".to_owned(),
        issuer: corporate.upstream.issuer.clone(),
        subject: "lion-1".to_owned(),
        email: Some("dan@demo.test".to_owned()),
        email_verified: true,
        name: None,
        username: None,
        groups: None,
    }
}

/// True if the identity `lion-1` still signs in by `provider`.
async fn settles(corporate: &Corporate, provider: Arc<Provider>) -> bool {
    let app = &corporate.app;
    let (dan, now) = (app.account("DanMember").await.id, app.now());
    let (identity, zone) = (identity(corporate), app.state().zone.clone());
    let settled = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(
            async move { federation::arrives(tx, &provider, &identity, &dan, (now, &zone)).await },
        )
    });
    settled.await.unwrap()
}

/// True if the sign-in page has a button that leads there.
async fn offers(corporate: &Corporate, browser: &Browser<'_>) -> bool {
    let page = corporate.page(browser).await;
    page.text().contains("/federation/lion")
}
