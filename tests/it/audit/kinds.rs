//! The audit trail is complete: a real action writes every kind of event.

use std::collections::BTreeSet;
use std::time::Duration;

use atrium::audit::{AuditContext, CLI, Event, KEPT, Recorded, SERVER};
use atrium::catalogue::role_users::{self, UserChanges};
use atrium::catalogue::{AccessError, RightForm, RoleForm, access_rights, roles};
use atrium::clock::MINUTE;
use atrium::db::DbError;
use atrium::directory::{Account, AccountError, WelcomeOutcome, welcome};
use atrium::groups::{self, GroupError, GroupUpdate, group_details};
use atrium::i18n::language::Language;
use atrium::keys::{KeyUse, SIGNED_LIFETIME, Takeover};
use atrium::limits::Limits;
use atrium::random::Random;
use atrium::sessions::end;
use axum::body::Body;
use axum::http::Request;
use jiff::tz::TimeZone;
use serde_json::Value;

use crate::access::stage;
use crate::directory::named;
use crate::support::app::TestApp;
use crate::support::browser::Browser;
use crate::support::people::PASSWORD;
use crate::support::{server_keys, trail};

/// Covered by other tests: a full recorder, `api::refused_rights`, `api::audit::the_trail_is_a_file`, `api::audited`,
/// `api::caps`, `api::assistant_versions`, `api::assistant_quotas`, `signin::corporate`, `signin::identities`, `signin::second_factor`, `passkeys`, `api::organisations`, `api::iris_mappings`, `api::announcements`, `api::surveys`, `api::survey_answering`, `api::feedback`, `api::jobs`, `api::belonging`, `api::product_changes`, `api::modules`, `api::home`, `api::providers`, `api::account_applications`, `api::own_data`, `api::account_home` and `mail::refused_addresses`.
const ELSEWHERE: &[&str] = &[
    "account.address_refused",
    "announcement.changed",
    "survey.changed",
    "survey.results_read",
    "feedback.changed",
    "account.application_decided",
    "account.data_exported",
    "account.deletion",
    "account.stand_in",
    "account.home_seen",
    "agency.request_decided",
    "agency.requested",
    "audit.dropped",
    "audit.exported",
    "factor.asked",
    "factor.changed",
    "group.member_changed",
    "home_tile.changed",
    "assistant_quota.changed",
    "assistant_version.changed",
    "assistant_version.tested",
    "group.member_removed",
    "group.people_searched",
    "group.person_invited",
    "group.registration_invitation",
    "identity.linked",
    "identity.refused",
    "identity.unlinked",
    "iris_mapping.changed",
    "limit.reached",
    "list.exported",
    "password.asked",
    "module.changed",
    "product.changed",
    "provider.changed",
    "job.retried",
    "file.uploaded",
    "organisation.changed",
    "passkey.added",
    "passkey.removed",
    "passkey.renamed",
    "request.decided",
    "request.made",
    "right.refused",
];

/// Every stable name, as `Event::kind` spells it.
fn kinds() -> BTreeSet<String> {
    let source = include_str!("../../../src/audit/event/kind.rs");
    let body = source.split("pub fn kind(&self)").nth(1).unwrap();
    let body = body.split("\n    }\n").next().unwrap();
    body.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn text<'a>(tokens: &'a Value, name: &str) -> &'a str {
    tokens[name].as_str().unwrap()
}

/// A wrong password, then the right one.
async fn sign_in(app: &TestApp) -> Browser<'_> {
    let browser = app.browser();
    let page = browser.go("/login").await;
    let wrong = [("account", "DanMember"), ("password", "another one")];
    let page = browser.submit(&page, &wrong).await;
    browser.sign_in(&page, "DanMember").await;
    browser
}

/// Codes and tokens: issued, refused, replayed, reused, revoked.
async fn tokens(app: &TestApp, browser: &Browser<'_>) {
    let asking = app.rp("asking");
    let ask = asking.ask("openid");
    let page = browser.go(&ask.url()).await;
    let page = browser.submit(&page, &[("decision", "allow")]).await;
    let code = asking.outcome(&ask, &page).code();
    assert_eq!(asking.exchange(&ask, &code).await.status, 200);
    assert_eq!(asking.exchange(&ask, &code).await.error(), "invalid_grant");
    let denied = asking.ask("openid email").with("prompt", "none");
    let refused = asking.authorize(browser, &denied).await;
    assert_eq!(refused.error(), "consent_required");

    let basic = app.rp("basic");
    let first = basic.tokens(browser, "openid offline_access").await;
    let refresh = text(&first, "refresh_token");
    assert_eq!(basic.refresh(refresh).await.status, 200);
    assert_eq!(basic.refresh(refresh).await.error(), "invalid_grant");
    let second = basic.tokens(browser, "openid offline_access").await;
    for name in ["access_token", "refresh_token"] {
        let given_back = [("token", text(&second, name))];
        let answer = basic.post("/oauth2/revoke", &given_back).await;
        assert_eq!(answer.status, 200);
    }
    let nothing = basic.post("/oauth2/introspect", &[]).await;
    assert_eq!(nothing.error(), "invalid_request");
}

/// A guessed client secret is recorded at each endpoint that asks for it.
#[tokio::test]
async fn a_guessed_client_secret_is_recorded_at_every_endpoint() {
    let app = TestApp::start().await;
    for path in ["/oauth2/introspect", "/oauth2/revoke"] {
        let guessed = Request::post(path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("authorization", "Basic YmFzaWM6Z3Vlc3NlZA==");
        let answer = app.send(guessed.body(Body::from("token=x")).unwrap()).await;
        assert_eq!(answer.error(), "invalid_client");
    }
    app.state().recorder.stop().await;
    let recorded = app.entries("client.refused").await;
    assert_eq!(recorded.len(), 2, "{recorded:?}");
    let named = |entry: &Recorded| entry.client_id.as_deref() == Some("basic");
    assert!(recorded.iter().all(named), "{recorded:?}");
}

/// The legacy application: its token, and more invalid tokens than are recorded.
async fn launches(app: &TestApp, browser: &Browser<'_>) {
    let to = "/login?callbackUrl=http://localhost:9200/start&appName=OLD";
    let launched = browser.go(to).await;
    assert!(launched.header("location").contains("token="));
    for _ in 0..=KEPT {
        let request = Request::post("/api/security/user/info?appName=OLD")
            .header("access-token", "x".repeat(43))
            .body(Body::empty());
        app.send(request.unwrap()).await;
    }
}

/// A request without any valid address for the answer.
async fn pages(browser: &Browser<'_>) {
    let refused = browser.go("/oauth2/authorize?client_id=nobody").await;
    assert_eq!(refused.status, 400);
}

/// An application that the person has no access to.
async fn closed(app: &TestApp, browser: &Browser<'_>) {
    stage::furnish(app).await;
    let refused = browser.go(&app.rp("basic").ask("openid").url()).await;
    assert_eq!(refused.status, 403);
}

/// A newcomer's new password.
async fn newcomer(app: &TestApp) {
    let browser = app.browser();
    let page = browser.go("/login").await;
    let filled = [("account", "EveNewcomer"), ("password", PASSWORD)];
    let page = browser.submit(&page, &filled).await;
    let wanted = [
        ("new_password", "quite another one"),
        ("confirm_password", "quite another one"),
    ];
    browser.submit(&page, &wanted).await;
}

/// An operator's actions, by the functions that the commands call.
async fn operator(app: &TestApp) {
    let audit = AuditContext::of_operator(app.now(), &Random::system(), "user disable");
    let (id, by) = (app.account("DanMember").await.id, audit.clone());
    let withdrawn = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { end::withdraw_consent(tx, &id, "asking", &by).await })
    });
    assert!(withdrawn.await.unwrap());
    let (eve, by) = (app.account("EveNewcomer").await, audit.clone());
    let eve = Account {
        must_change_password: true,
        ..eve
    };
    let sent = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { welcome(tx, &eve, Language::EnUs, &by).await })
    });
    assert_eq!(sent.await.unwrap(), WelcomeOutcome::Queued);
    let (by, new) = (app.audit(), named("NewMember"));
    let added = app.db().write::<_, AccountError, _>(move |tx| {
        Box::pin(async move {
            groups::save(tx, "team", "Team", "", by.now).await?;
            groups::memberships::add_account(
                tx,
                new,
                Some("team"),
                Language::EnUs,
                (&Limits::default(), &TimeZone::UTC),
                &by,
            )
            .await
        })
    });
    added.await.unwrap();
    let by = app.audit().by(CLI);
    let described = app.db().write::<_, GroupError, _>(move |tx| {
        Box::pin(async move {
            let update = GroupUpdate {
                description: Some("New".to_owned()),
                ..GroupUpdate::default()
            };
            group_details::change(tx, "team", &update, (false, &TimeZone::UTC), &by).await
        })
    });
    described.await.unwrap();
    app.disable("ChloeManager").await;
}

/// A right and a role of a product; a person gets the role and loses it.
async fn rights_and_roles(app: &TestApp) {
    let (by, dan) = (app.audit().by("cli"), app.account("DanMember").await.id);
    stage::furnish(app).await;
    let changed = app.db().write::<_, AccessError, _>(move |tx| {
        Box::pin(async move {
            let right = RightForm {
                code: Some("a.code".to_owned()),
                name: Some("A right".to_owned()),
                ..RightForm::default()
            };
            access_rights::add_access_right(tx, 71, right, &by).await?;
            let role = RoleForm {
                name: Some("A role".to_owned()),
                ..RoleForm::default()
            };
            let role = roles::add_role(tx, 71, role, false, &by).await?;
            let given = UserChanges {
                given: [dan.clone()].into(),
                ..UserChanges::default()
            };
            role_users::change_users(tx, (&role, None), &given, &by).await?;
            let taken = UserChanges {
                taken: [dan].into(),
                ..UserChanges::default()
            };
            role_users::change_users(tx, (&role, None), &taken, &by).await
        })
    });
    changed.await.unwrap();
}

/// Keys rotate, old ones are retired, and one that leaked is withdrawn.
async fn keys(app: &TestApp) {
    let keeper = app.keeper(app.db().clone()).await;
    let later = app.now() + SIGNED_LIFETIME + MINUTE;
    let mut changes = Vec::new();
    for now in [app.now(), later] {
        let rotated = keeper.rotate(&KeyUse::ALL, Takeover::AtOnce, now).await;
        changes.extend(rotated.unwrap());
    }
    let active = changes.iter().rfind(|change| change.state == "active");
    let leaked = active.unwrap().kid.clone();
    keeper.withdraw(&leaked, later).await.unwrap();
}

#[tokio::test]
async fn every_kind_of_event_is_written() {
    let listed = Event::KINDS.map(str::to_owned);
    assert_eq!(
        BTreeSet::from(listed),
        kinds(),
        "the list that screens read"
    );
    let app = TestApp::start().await;
    let browser = sign_in(&app).await;
    tokens(&app, &browser).await;
    launches(&app, &browser).await;
    pages(&browser).await;
    closed(&app, &browser).await;
    newcomer(&app).await;
    keys(&app).await;
    let page = browser.go("/logout").await;
    browser.submit(&page, &[("logout", "yes")]).await;
    operator(&app).await;
    rights_and_roles(&app).await;
    for _ in 0..200 {
        if !app.entries("logout.delivered").await.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    app.state().recorder.stop().await;
    let mut missing = Vec::new();
    for kind in kinds() {
        let entries = app.entries(&kind).await;
        if entries.is_empty() && !ELSEWHERE.contains(&kind.as_str()) {
            missing.push(kind);
        }
        for entry in &entries {
            assert!(entry.call.is_some(), "no call: {entry:?}");
            let may_have_none = entry.kind.ends_with("refused") || kind_is_of_the_trail(entry);
            let has_object = entry.object_kind.is_some() && entry.object_id.is_some();
            assert!(has_object || may_have_none, "no object: {entry:?}");
            let has_actor = entry.actor_id.is_some() || entry.kind.ends_with("refused");
            assert!(has_actor, "no actor: {entry:?}");
        }
    }
    assert!(missing.is_empty(), "never written: {missing:?}");
}

fn kind_is_of_the_trail(entry: &Recorded) -> bool {
    entry.kind.starts_with("audit.")
}

/// Each entry names its call: the route (never the address, which may contain a secret),
/// the command, or the server's task. For a task the server is the actor.
#[tokio::test]
async fn each_entry_has_its_call() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.go("/login?hush=hush-hush").await;
    browser.sign_in(&page, "DanMember").await;
    app.rp("basic").tokens(&browser, "openid").await;
    keys(&app).await;
    for (kind, actor, call) in [
        ("sign_in.succeeded", None, "POST /login"),
        ("token.granted", None, "POST /oauth2/token"),
        ("key.withdrawn", Some(CLI), "cli keys withdraw"),
    ] {
        let entry = app.entries(kind).await.remove(0);
        assert_eq!(entry.call.as_deref(), Some(call), "{kind}");
        let dan = app.account("DanMember").await.id;
        assert_eq!(entry.actor_id.as_deref(), actor.or(Some(&dan)), "{kind}");
    }
    let (server, database) = server_keys::first_start().await;
    let made = trail::of_kind(&database.db, "key.created").await;
    let at_start = made.last().unwrap();
    assert_eq!(at_start.actor_id.as_deref(), Some(SERVER));
    assert_eq!(at_start.call.as_deref(), Some("server: key rotation"));
    server.stop().await;
}

/// One entry for each sign-in, refusal and grant, through every door.
#[tokio::test]
async fn each_door_writes_its_own_entry() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser
        .sign_in(&browser.go("/login").await, "DanMember")
        .await;
    let stranger = app.browser();
    let wrong = [("account", "DanMember"), ("password", "wrong")];
    stranger.submit(&stranger.go("/login").await, &wrong).await;
    for password in [PASSWORD, "wrong"] {
        let body = serde_json::json!({"account": "DanMember", "password": password});
        let request = Request::post("/api/security/acc-login")
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        assert_eq!(app.send(request).await.status, 200);
    }
    let rp = app.rp("basic");
    let tokens = rp.tokens(&browser, "openid offline_access").await;
    let renewed = rp.refresh(text(&tokens, "refresh_token")).await;
    assert_eq!(renewed.status, 200);
    for client in ["basic", "jwt", "pkjwt"] {
        let rp = app.rp(client);
        let granted = rp.token(&[("grant_type", "client_credentials")]).await;
        assert_eq!(granted.status, 200, "{client}");
    }
    app.state().recorder.stop().await;
    assert_eq!(
        app.entries("sign_in.succeeded").await.len(),
        2,
        "page and call"
    );
    assert_eq!(
        app.entries("sign_in.refused").await.len(),
        2,
        "page and call"
    );
    let mut granted: Vec<String> = app
        .entries("token.granted")
        .await
        .iter()
        .map(|entry| {
            let detail: Value = serde_json::from_str(&entry.detail).unwrap();
            let client = entry.client_id.as_deref().unwrap();
            format!(
                "{client} {} {}",
                text(&detail, "grant_type"),
                text(&detail, "format")
            )
        })
        .collect();
    granted.sort();
    assert_eq!(
        granted,
        [
            "basic authorization_code opaque",
            "basic client_credentials opaque",
            "basic refresh_token opaque",
            "jwt client_credentials at+jwt",
            "pkjwt client_credentials opaque",
        ]
    );
}

/// The actor of a change on the command line is not the person whom it concerns.
#[tokio::test]
async fn an_operator_is_not_the_person_it_is_about() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("asking");
    let ask = rp.ask("openid");
    let page = browser.go(&ask.url()).await;
    let page = browser.submit(&page, &[("decision", "allow")]).await;
    let code = rp.outcome(&ask, &page).code();
    rp.exchange(&ask, &code).await;
    operator(&app).await;
    let dan = app.account("DanMember").await.id;
    for kind in ["consent.withdrawn", "grant.revoked"] {
        let entry = app.entries(kind).await.remove(0);
        assert_eq!(entry.actor_id.as_deref(), Some(CLI), "{kind}");
        assert_eq!(entry.account_id.as_deref(), Some(&*dan), "{kind}");
        assert_eq!(entry.client_id.as_deref(), Some("asking"), "{kind}");
    }
}

/// RFC 6749 section 5.2: a refused token request is recorded with its error, its grant type and its client,
/// if the client exists; an invented name is not recorded.
#[tokio::test]
async fn refused_token_requests_are_recorded() {
    let app = TestApp::start().await;
    let rp = app.rp("basic");
    let unknown = [("grant_type", "authorization_code"), ("code", "none")];
    assert_eq!(rp.token(&unknown).await.error(), "invalid_grant");
    let wrong = [
        ("grant_type", "client_credentials"),
        ("client_id", "post"),
        ("client_secret", "wrong"),
    ];
    let foreign = [("grant_type", "made up"), ("client_id", "made up")];
    for pairs in [&wrong[..], &foreign] {
        let refused = app.post_form("/oauth2/token", &[], pairs).await;
        assert_eq!(refused.error(), "invalid_client");
    }
    app.state().recorder.stop().await;
    let recorded: Vec<_> = app
        .entries("token.refused")
        .await
        .into_iter()
        .rev()
        .collect();
    let of = |entry: &Recorded| (entry.client_id.clone(), entry.detail.clone());
    let detail =
        |grant: &str, error: &str| format!(r#"{{"grant_type":"{grant}","error":"{error}"}}"#);
    assert_eq!(recorded.len(), 3);
    for expected in [
        (
            Some("basic".to_owned()),
            detail("authorization_code", "invalid_grant"),
        ),
        (
            Some("post".to_owned()),
            detail("client_credentials", "invalid_client"),
        ),
        (None, detail("unknown", "invalid_client")),
    ] {
        assert!(
            recorded.iter().any(|entry| of(entry) == expected),
            "{recorded:?}"
        );
    }
}
