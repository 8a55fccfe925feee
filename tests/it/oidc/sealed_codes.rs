//! Authorization codes that are sealed and have no row (decision 0096), and those that stay rows.

use std::time::{Duration, Instant};

use atrium::clock::{DAY, MINUTE};
use atrium::config::Config;
use atrium::factors::Acr;
use atrium::keys::{self, SealedKind, SealingKey};
use atrium::random::Random;
use atrium::sessions::revocation;
use atrium::sessions::sealed_codes::SealedCode;
use serde_json::{Value, json};

use crate::support::app::{Answer, ISSUER, TestApp};
use crate::support::browser::Browser;
use crate::support::relying_party::{Ask, Rp};
use crate::support::{clients, database, rows};

/// Characters of a code that is a row.
const STORED: usize = 43;

pub(super) const KIND: SealedKind = SealedKind {
    name: "authorization code",
    version: 1,
};

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let mut tx = app.db().read().await.unwrap();
    rows::number(&mut tx, sql, "").await.unwrap()
}

/// The code after the consent page, which must appear.
pub(super) async fn allowed(browser: &Browser<'_>, rp: &Rp<'_>, ask: &Ask) -> String {
    let page = browser.go(&ask.url()).await;
    let page = browser.submit(&page, &[("decision", "allow")]).await;
    rp.outcome(ask, &page).code()
}

/// What the code contains.
pub(super) fn opened(app: &TestApp, code: &str) -> Value {
    let opened = app.state().keys.ring().open(KIND, &ISSUER, code);
    serde_json::from_slice(&opened.expect("sealed").text).unwrap()
}

/// A code with this content, sealed with the server's own key.
pub(super) fn forged(app: &TestApp, kind: SealedKind, content: &Value) -> String {
    let text = serde_json::to_vec(content).unwrap();
    let ring = app.state().keys.ring();
    ring.seal(kind, &ISSUER, &text, &Random::system()).unwrap()
}

pub(super) fn refused(answer: &Answer, why: &str) {
    let error = answer.json()["error"].clone();
    assert_eq!(
        (answer.status.as_u16(), error),
        (400, json!("invalid_grant")),
        "{why}"
    );
}

/// Sets the key of the codes of the session `sid`; an empty one takes it away.
pub(super) async fn set_key(app: &TestApp, sid: &str, key: &str) {
    const SET: &str = "UPDATE sso_sessions SET code_key = NULLIF($2, '') WHERE id = $1";
    let (sid, key) = (sid.to_owned(), key.to_owned());
    app.write(move |tx| Box::pin(async move { rows::set(tx, SET, &sid, key).await }))
        .await;
}

/// A signed-in person who has agreed leaves no row at the authorization endpoint; the exchange leaves the grant.
#[tokio::test]
async fn a_code_leaves_no_row() {
    const CODES: &str = "SELECT COUNT(*) FROM authorization_codes WHERE hash <> $1";
    const FLOWS: &str = "SELECT COUNT(*) FROM sign_in_flows WHERE id <> $1";
    const GRANTS: &str = "SELECT COUNT(*) FROM grants WHERE id <> $1";
    const ENTRIES: &str =
        "SELECT (SELECT COUNT(*) FROM audit_arrivals) + COUNT(*) FROM audit_entries WHERE id <> $1";
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("asking");
        let ask = rp.ask("openid");
        let first = allowed(&browser, &rp, &ask).await;
        assert_eq!(rp.exchange(&ask, &first).await.status, 200);
        let before = [FLOWS, GRANTS, ENTRIES].map(|sql| count(&app, sql));
        let before = futures_util::future::join_all(before).await;
        let ask = rp.ask("openid");
        let code = rp.code(&browser, &ask).await;
        let after = [FLOWS, GRANTS, ENTRIES].map(|sql| count(&app, sql));
        assert_eq!(futures_util::future::join_all(after).await, before);
        assert_eq!(rp.exchange(&ask, &code).await.status, 200);
        assert_eq!(count(&app, GRANTS).await, before[1] + 1);
        assert_eq!(count(&app, CODES).await, 0);
    }
}

/// Attack 25: what our own key sealed is a code only with its kind, version, issuer, key and length.
#[tokio::test]
async fn attack_25_only_our_own_codes_are_read() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid");
    let code = rp.code(&browser, &ask).await;
    let content = opened(&app, &code);
    let with = |name: &str, value: Value| {
        let mut changed = content.clone();
        changed[name] = value;
        forged(&app, KIND, &changed)
    };
    let text = serde_json::to_vec(&content).unwrap();
    let random = Random::system();
    let (kid, secret) = SealingKey::generate(&random);
    let strange = SealingKey::from_secret(&kid, &secret).unwrap();
    let bad = [
        (
            "another kind",
            forged(
                &app,
                SealedKind {
                    name: "access token",
                    ..KIND
                },
                &content,
            ),
        ),
        (
            "another kind",
            forged(
                &app,
                SealedKind {
                    name: "sign-in flow",
                    ..KIND
                },
                &content,
            ),
        ),
        (
            "another version",
            forged(&app, SealedKind { version: 2, ..KIND }, &content),
        ),
        (
            "another issuer",
            app.state()
                .keys
                .ring()
                .seal(KIND, "https://other.example", &text, &random)
                .unwrap(),
        ),
        (
            "another key",
            strange.seal(KIND, &ISSUER, &text, &random).unwrap(),
        ),
        ("shorter", code[..code.len() - 1].to_owned()),
        ("longer", format!("{code}A")),
        ("padded", format!("{code}=")),
        ("too long", with("nonce", json!("x".repeat(3_000)))),
        (
            "an account of its own",
            with("account_id", json!(app.account("AdaSuper").await.id)),
        ),
        (
            "a field is missing",
            forged(&app, KIND, &json!({ "client_id": "basic" })),
        ),
        ("nothing", forged(&app, KIND, &Value::Null)),
    ];
    for (why, code) in &bad {
        assert!(
            SealedCode::open(code, &ISSUER, &app.state().keys).is_none(),
            "{why}"
        );
        refused(&rp.exchange(&ask, code).await, why);
    }
    assert_eq!(
        rp.exchange(&ask, &code).await.status,
        200,
        "none of them used it up"
    );
}

/// Attack 25: a code is bound to client, redirect URI, PKCE challenge, DPoP key and session, and ends after a minute.
#[tokio::test]
async fn attack_25_a_sealed_code_is_bound() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let (browser, other) = (app.browser(), app.browser());
        browser.sign_in_directly("DanMember").await;
        let sid = other.sign_in_directly("DanMember").await;
        let (rp, ask) = (app.rp("basic"), app.rp("basic").ask("openid"));
        let code = rp.code(&browser, &ask).await;
        refused(&app.rp("jwt").exchange(&ask, &code).await, "another client");
        let elsewhere = Ask {
            params: ask
                .clone()
                .with("redirect_uri", "https://evil.example/cb")
                .params,
            ..ask.clone()
        };
        refused(
            &rp.exchange(&elsewhere, &code).await,
            "another redirect URI",
        );
        let unproved = Ask {
            verifier: "v".repeat(43),
            ..ask.clone()
        };
        refused(&rp.exchange(&unproved, &code).await, "another verifier");
        let of_other = rp.code(&other, &ask).await;
        app.sign_out(&sid).await;
        refused(
            &rp.exchange(&ask, &of_other).await,
            "the browser signed out",
        );
        assert_eq!(
            rp.exchange(&ask, &code).await.status,
            200,
            "nobody used it up"
        );
        let late = rp.code(&browser, &ask).await;
        app.clock.advance(MINUTE);
        refused(&rp.exchange(&ask, &late).await, "a minute later");
    }
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let (bound, ask) = (app.rp("bound"), app.rp("bound").ask("openid"));
    let code = bound
        .code(&browser, &ask.clone().with("dpop_jkt", &"k".repeat(43)))
        .await;
    let answer = bound.exchange(&ask, &code).await;
    assert_eq!(answer.error(), "invalid_dpop_proof", "{}", answer.text());
}

/// Attack 25: a later step-up makes no code stronger, and a weaker proof ends those of the stronger one.
#[tokio::test]
async fn attack_25_a_code_says_how_the_person_had_signed_in() {
    const SET: &str = "UPDATE sso_sessions SET acr = $2 WHERE id = $1";
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let becomes = async |acr: Acr| {
        let sid = sid.clone();
        app.write(move |tx| Box::pin(async move { rows::set(tx, SET, &sid, acr.as_str()).await }))
            .await;
    };
    let rp = app.rp("basic");
    let ask = rp.ask("openid").with("max_age", "3600");
    let code = rp.code(&browser, &ask).await;
    becomes(Acr::Mfa).await;
    let tokens = rp.exchange(&ask, &code).await.json();
    assert_eq!(rp.id_token(&tokens).await["acr"], Acr::Password.as_str());
    let code = rp.code(&browser, &ask).await;
    becomes(Acr::Password).await;
    refused(&rp.exchange(&ask, &code).await, "the proof is weaker now");
}

/// Attacks 25 and 24: a code ends with the consent that it was issued under, also when the person gives another one later,
/// and with the tokens of its client.
#[tokio::test]
async fn attack_24_a_sealed_code_ends_with_its_consent_and_its_client() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("asking");
        let wide = rp.ask("openid email");
        let code = allowed(&browser, &rp, &wide).await;
        assert_eq!(rp.exchange(&wide, &code).await.status, 200);

        let waiting = rp.code(&browser, &wide).await;
        app.clock.advance(1);
        let narrow = rp.ask("openid").with("prompt", "consent");
        let code = allowed(&browser, &rp, &narrow).await;
        refused(
            &rp.exchange(&wide, &waiting).await,
            "the person allowed less",
        );
        assert_eq!(rp.exchange(&narrow, &code).await.status, 200);

        let waiting = rp.code(&browser, &wide).await;
        app.withdraw("DanMember", "asking").await;
        refused(&rp.exchange(&wide, &waiting).await, "withdrawn");
        app.clock.advance(1);
        let code = allowed(&browser, &rp, &wide).await;
        refused(&rp.exchange(&wide, &waiting).await, "given again later");
        assert_eq!(rp.exchange(&wide, &code).await.status, 200);

        let waiting = rp.code(&browser, &wide).await;
        let (audit, clock) = (app.audit(), app.clock.clone());
        app.write(move |tx| {
            Box::pin(async move {
                revocation::revoke_client_tokens(tx, "asking", &audit, &clock).await?;
                Ok(())
            })
        })
        .await;
        app.clock.advance(revocation::KNOWS_OLD_SECRET + 1);
        refused(
            &rp.exchange(&wide, &waiting).await,
            "the client lost its tokens",
        );
        let code = rp.code(&browser, &wide).await;
        assert_eq!(rp.exchange(&wide, &code).await.status, 200, "a later one");
    }
}

/// Attack 25: a replay after the code has expired revokes what it gave, as long as its key opens it.
#[tokio::test]
async fn attack_25_a_late_replay_revokes_too() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid offline_access");
    let code = rp.code(&browser, &ask).await;
    let tokens = rp.exchange(&ask, &code).await.json();
    app.clock.advance(5 * MINUTE);
    refused(&app.rp("jwt").exchange(&ask, &code).await, "another client");
    let refresh = tokens["refresh_token"].as_str().unwrap();
    refused(&rp.refresh(refresh).await, "revoked");
    assert_eq!(app.entries("code.replayed").await.len(), 1);
    // An old address, which others may know, revokes nothing for ever.
    let code = rp.code(&browser, &ask).await;
    let tokens = rp.exchange(&ask, &code).await.json();
    app.clock.advance(DAY + 2 * MINUTE);
    refused(&rp.exchange(&ask, &code).await, "a day later");
    let refresh = tokens["refresh_token"].as_str().unwrap();
    assert_eq!(rp.refresh(refresh).await.status, 200, "it stands");
}

/// Attack 28: a withdrawn sealing key ends open codes in every process.
#[tokio::test]
async fn attack_28_a_withdrawn_key_ends_open_codes() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let ask = rp.ask("openid");
        let code = rp.code(&browser, &ask).await;
        let is_open = || SealedCode::open(&code, &ISSUER, &app.state().keys).is_some();
        assert!(is_open());
        let db = database.again().await;
        let rows = keys::list(&mut db.read().await.unwrap()).await.unwrap();
        let sealing = rows
            .iter()
            .find(|row| row.alg == "A256GCM" && row.state == "active");
        let keeper = app.keeper(db).await;
        keeper
            .withdraw(&sealing.unwrap().kid, app.now())
            .await
            .unwrap();
        let withdrawn = Instant::now();
        while is_open() {
            assert!(withdrawn.elapsed() < Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        refused(&rp.exchange(&ask, &code).await, "its key was withdrawn");
        let code = rp.code(&browser, &ask).await;
        assert_eq!(
            rp.exchange(&ask, &code).await.status,
            200,
            "the next key seals"
        );
    }
}

/// A code is a row where the settings say so, where no remembered consent stands behind it, where the address would be
/// longer than proxies read, and where the session began at a server of an older version. A code of either form is read after the setting changed.
#[tokio::test]
async fn some_codes_are_rows() {
    for database in database::each_engine().await {
        let sealing = TestApp::on(&database).await;
        let (db, clock) = (database.again().await, sealing.clock.clone());
        let stored = |config: &mut Config| config.sessions.sealed_codes = false;
        let storing = TestApp::build(db, clock, &clients::text(), stored).await;
        let browser = sealing.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = sealing.rp("basic");
        let ask = rp.ask("openid");
        let sealed = rp.code(&browser, &ask).await;
        assert!(
            sealed.len() > STORED && sealed.len() < 1_000,
            "{}",
            sealed.len()
        );
        assert_eq!(
            storing.rp("basic").exchange(&ask, &sealed).await.status,
            200
        );

        let visitor = storing.browser();
        visitor.sign_in_directly("DanMember").await;
        let ask = storing.rp("basic").ask("openid");
        let stored = storing.rp("basic").code(&visitor, &ask).await;
        assert_eq!(stored.len(), STORED);
        assert_eq!(rp.exchange(&ask, &stored).await.status, 200);
        refused(&rp.exchange(&ask, &stored).await, "replayed");

        let mut desk = sealing.rp("desk");
        "http://127.0.0.1:51004/callback".clone_into(&mut desk.redirect_uri);
        let ask = desk.ask("openid");
        assert_eq!(allowed(&browser, &desk, &ask).await.len(), STORED);

        let fits = rp.ask("openid").with("state", &"s".repeat(800));
        assert!(rp.code(&browser, &fits).await.len() > STORED);
        let long = rp.ask("openid").with("state", &"s".repeat(2_500));
        let code = rp.code(&browser, &long).await;
        assert_eq!(code.len(), STORED);
        assert_eq!(rp.exchange(&long, &code).await.status, 200);

        let sid = browser.sign_in_directly("DanMember").await;
        set_key(&sealing, &sid, "").await;
        let ask = rp.ask("openid");
        let code = rp.code(&browser, &ask).await;
        assert_eq!(code.len(), STORED, "an older version began the session");
        assert_eq!(rp.exchange(&ask, &code).await.status, 200);
    }
}
