//! Refresh tokens (RFC 6749 section 6, RFC 9700 section 4.14, OpenID Connect Core 12).

use atrium::clock::{DAY, HOUR, MINUTE};
use atrium::jobs::Routine as _;
use atrium::random::hashed;
use atrium::sessions::sweeps;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::access::stage;
use crate::support::app::{Answer, TestApp};
use crate::support::factors::Phone;
use crate::support::jose::TestKey;
use crate::support::relying_party::refresh_of;
use crate::support::{clients, database, rows};

/// same iss, sub, aud, auth_time and azp, new iat; no widened claims. 128 bits or more.
#[tokio::test]
async fn a_refreshed_id_token_says_the_same() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let ask = rp.ask("openid offline_access").with("max_age", "10000");
    let first = rp.tokens_of(&browser, &ask).await;
    let before = rp.id_token(&first).await;
    assert!(refresh_of(&first).len() >= 43);
    app.clock.advance(5 * MINUTE);
    let answer = rp.refresh(refresh_of(&first)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    let after = rp.id_token(&answer.json()).await;
    for claim in ["iss", "sub", "aud", "auth_time", "sid", "acr", "amr"] {
        assert_eq!(before[claim], after[claim], "{claim}");
    }
    assert!(after["iat"].as_i64() > before["iat"].as_i64());
    assert!(after.get("azp").is_none() && after.get("email").is_none());
    assert_ne!(answer.json()["access_token"], first["access_token"]);
}

/// A-60, RFC 6749 section 6: a refresh may request fewer scopes, and the next one gets all again.
#[tokio::test]
async fn scope_may_only_narrow() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let tokens = rp.tokens(&browser, "openid email offline_access").await;
    let with = |token: String, scope: &'static str| {
        let rp = &rp;
        async move {
            let pairs = [
                ("grant_type", "refresh_token"),
                ("refresh_token", token.as_str()),
                ("scope", scope),
            ];
            rp.token(&pairs).await
        }
    };
    let token = refresh_of(&tokens).to_owned();
    for wider in ["openid phone", "profile", "openid \"x\""] {
        assert_eq!(
            with(token.clone(), wider).await.error(),
            "invalid_scope",
            "{wider}"
        );
    }
    let narrowed = with(token, "email").await.json();
    assert_eq!(narrowed["scope"], "email");
    assert!(narrowed.get("id_token").is_none());
    let whole = rp.refresh(refresh_of(&narrowed)).await.json();
    assert_eq!(whole["scope"], "email offline_access openid");
}

/// another client's is `invalid_grant`, without client authentication `invalid_client`; and neither uses up the
/// token.
#[tokio::test]
async fn it_belongs_to_its_client() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let tokens = rp.tokens(&browser, "openid offline_access").await;
    let token = refresh_of(&tokens);
    for other in ["post", "spa", "jwt"] {
        assert_eq!(app.rp(other).refresh(token).await.error(), "invalid_grant");
    }
    let pairs = [
        ("grant_type", "refresh_token"),
        ("refresh_token", token),
        ("client_id", "basic"),
    ];
    let unproven = app.post_form("/oauth2/token", &[], &pairs).await;
    assert_eq!(
        (unproven.status.as_u16(), unproven.error().as_str()),
        (401, "invalid_client")
    );
    assert_eq!(rp.refresh(token).await.status, 200);
}

/// RFC 6749 section 6: a refresh may repeat scope values that were not granted at first, or that the entry has lost.
/// The refresh gets what it had. A refresh that would widen the grant is refused.
#[tokio::test]
async fn a_dropped_scope_may_be_repeated() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("steady");
    // Neither offline_access, which nobody consented to, nor an unknown value was granted.
    stage::change_client(&app, "steady", |client| client.first_party = false).await;
    let ask = rp.ask("openid email offline_access teams");
    let page = browser.go(&ask.url()).await;
    let page = browser.submit(&page, &[("decision", "allow")]).await;
    let code = rp.outcome(&ask, &page).code();
    let tokens = rp.exchange(&ask, &code).await.json();
    assert_eq!(tokens["scope"], "email openid");
    let with = async |scope: &str| {
        let pairs = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh_of(&tokens)),
            ("scope", scope),
        ];
        rp.token(&pairs).await
    };
    let repeated = with("openid email offline_access teams").await;
    assert_eq!(repeated.status, 200, "{}", repeated.text());
    assert_eq!(repeated.json()["scope"], "email openid");
    assert_eq!(with("email teams").await.json()["scope"], "email");
    for refused in ["openid phone teams", "teams", "openid \"x\""] {
        let answer = with(refused).await;
        assert_eq!(answer.error(), "invalid_scope", "{refused}");
    }
    stage::change_client(&app, "steady", |client| {
        client.first_party = false;
        client.scopes.retain(|scope| scope != "email");
    })
    .await;
    let repeated = with("openid email offline_access teams").await;
    assert_eq!(repeated.status, 200, "{}", repeated.text());
    assert_eq!(repeated.json()["scope"], "openid");
}

/// RFC 9700 section 4.14.2: a public client whose tokens are bound to its key may keep its refresh token,
/// also one that it got before it was bound. The portal may not.
#[tokio::test]
async fn a_bound_public_client_may_keep_its_token() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let keep = async |dpop: bool| {
            stage::change_client(&app, "bound", |client| {
                client.rotate_refresh_tokens = !dpop;
                client.dpop_bound_access_tokens = dpop;
            })
            .await;
        };
        let mut rp = app.rp("bound");
        let key = rp.dpop.take();
        keep(false).await;
        let unbound = rp.tokens(&browser, "openid").await;
        keep(true).await;
        rp.dpop = key;
        let bound = rp.tokens(&browser, "openid").await;
        for token in [refresh_of(&unbound), refresh_of(&bound)] {
            for _ in 0..2 {
                let answer = rp.refresh(token).await;
                assert_eq!(answer.status, 200, "{}", answer.text());
                assert!(answer.json().get("refresh_token").is_none());
            }
            let own = rp.dpop.replace(TestKey::es256());
            let stolen = rp.refresh(token).await;
            assert_eq!(stolen.error(), "invalid_dpop_proof");
            rp.dpop = own;
        }
    }
}

/// A-63, RFC 9700 section 4.14.2: a used token revokes the grant.
#[tokio::test]
async fn a_spent_token_revokes_the_family() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    for client in ["basic", "spa"] {
        let rp = app.rp(client);
        let first = rp.tokens(&browser, "openid offline_access").await;
        let second = rp.refresh(refresh_of(&first)).await.json();
        assert_ne!(refresh_of(&first), refresh_of(&second), "rotated");
        assert_eq!(
            rp.refresh(refresh_of(&first)).await.error(),
            "invalid_grant"
        );
        assert_eq!(
            rp.refresh(refresh_of(&second)).await.error(),
            "invalid_grant",
            "revoked too"
        );
    }
}

/// A family stays one row, the grant's, through all renewals. No secret of it is stored.
#[tokio::test]
async fn a_family_is_one_row() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let mut tokens = rp.tokens(&browser, "openid offline_access").await;
        let before = rows::in_each_table(app.db()).await;
        for _ in 0..5 {
            tokens = rp.refresh(refresh_of(&tokens)).await.json();
        }
        let after = rows::in_each_table(app.db()).await;
        for table in ["grants", "access_tokens"] {
            assert_eq!(after[table], before[table], "{table}");
        }
        assert_eq!(after["grants"], 1);
        let mut view = app.db().read().await.unwrap();
        let valid = "SELECT COUNT(*) FROM grants WHERE refresh_hash = $1";
        let hash = hashed(refresh_of(&tokens));
        assert_eq!(rows::number(&mut view, valid, &hash).await, Some(1));
        // The id of the grant is no secret; the rest is the family's and the token's own.
        let (family, own) = refresh_of(&tokens)[22..].split_at(20);
        let stored = "SELECT COUNT(*) FROM grants WHERE refresh_hash LIKE '%' || $1 || '%' \
            OR refresh_family_hash LIKE '%' || $1 || '%'";
        for secret in [family, own] {
            assert_eq!(rows::number(&mut view, stored, secret).await, Some(0));
        }
    }
}

/// Attack 26: knowing the id of a grant does not end it: a token that does not share the secret of the family is
/// unknown, at every endpoint. A changed token of the family is a spent one.
#[tokio::test]
async fn attack_26_a_forged_token_revokes_nothing() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        for client in ["basic", "steady"] {
            let rp = app.rp(client);
            let tokens = rp.tokens(&browser, "openid offline_access").await;
            let bytes = URL_SAFE_NO_PAD.decode(refresh_of(&tokens)).unwrap();
            let changed = |at: usize| {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1;
                URL_SAFE_NO_PAD.encode(bytes)
            };
            for forged in [changed(0), changed(15), changed(16), changed(31)] {
                assert_eq!(rp.refresh(&forged).await.error(), "invalid_grant");
                let asked = [("token", forged.as_str())];
                assert_eq!(rp.post("/oauth2/revoke", &asked).await.status, 200);
                let told = rp.post("/oauth2/introspect", &asked).await.json();
                assert_eq!(told, json!({"active": false}));
            }
            let asked = [("token", refresh_of(&tokens))];
            let told = rp.post("/oauth2/introspect", &asked).await.json();
            assert_eq!(told["active"], true, "{client}");
            // A spent token of the family is unknown at another client.
            let other = app.rp("post").refresh(&changed(47)).await;
            assert_eq!(other.error(), "invalid_grant");
            let told = rp.post("/oauth2/introspect", &asked).await.json();
            assert_eq!(told["active"], true, "{client}");
            assert_eq!(rp.refresh(&changed(47)).await.error(), "invalid_grant");
            let told = rp.post("/oauth2/introspect", &asked).await.json();
            assert_eq!(
                told,
                json!({"active": false}),
                "{client}: its family is revoked"
            );
        }
    }
}

/// RFC 7009 section 2.1: revoking an already used refresh token revokes its family.
#[tokio::test]
async fn a_spent_token_can_be_given_back() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let first = rp.tokens(&browser, "openid offline_access").await;
    let second = rp.refresh(refresh_of(&first)).await.json();
    let spent = [("token", refresh_of(&first))];
    for (client, is_alive) in [("post", true), ("basic", false)] {
        let answer = app.rp(client).post("/oauth2/revoke", &spent).await;
        assert_eq!(answer.status, 200);
        let asked = [("token", refresh_of(&second))];
        let told = rp.post("/oauth2/introspect", &asked).await.json();
        assert_eq!(told["active"], is_alive, "{client}");
    }
}

/// A grant stays while its family lives, and is deleted when that has expired.
#[tokio::test]
async fn a_grant_stays_as_long_as_its_family() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        rp.tokens(&browser, "openid offline_access").await;
        let all = sweeps::sweeps(0);
        let sweep = all.iter().find(|sweep| sweep.name() == "grants").unwrap();
        // It deletes families a day after their end.
        let expired = app.now() + 30 * DAY + DAY;
        for (now, left) in [(expired, 1), (expired + 1, 0)] {
            sweep.run(app.db(), now).await.unwrap();
            assert_eq!(rows::in_each_table(app.db()).await["grants"], left);
        }
    }
}

/// A-63, attack 26: of parallel uses exactly one succeeds, and the second use revokes the grant, in any process and on
/// both engines.
#[tokio::test]
async fn of_parallel_refreshes_one_wins_and_the_family_dies() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let beside = TestApp::beside(&app, database.again().await).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        for count in [2, 7] {
            let rps = [app.rp("basic"), beside.rp("basic")];
            let tokens = rps[0].tokens(&browser, "openid offline_access").await;
            let token = refresh_of(&tokens);
            let tries = (0..count).map(|at| rps[at % 2].refresh(token));
            let answers = futures_util::future::join_all(tries).await;
            let won: Vec<&Answer> = answers.iter().filter(|one| one.status == 200).collect();
            assert_eq!(won.len(), 1, "{:?}", app.db().engine());
            let lost = answers.iter().filter(|one| one.status != 200);
            lost.for_each(|one| assert_eq!(one.error(), "invalid_grant"));
            let next = won[0].json();
            for rp in &rps {
                assert_eq!(rp.refresh(refresh_of(&next)).await.error(), "invalid_grant");
            }
        }
    }
}

/// A client that does not rotate keeps its token.
#[tokio::test]
async fn a_client_may_keep_its_token() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let rp = app.rp("steady");
    let tokens = rp.tokens(&browser, "openid").await;
    for _ in 0..3 {
        app.clock.advance(MINUTE);
        let answer = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(answer.status, 200);
        assert!(answer.json().get("refresh_token").is_none());
    }
}

/// without offline_access it ends with the session, by logout, idle time and absolute time. Its use counts
/// as use of the session.
#[tokio::test]
async fn a_session_token_dies_with_its_session() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("bound");
    let mut tokens = rp.tokens(&browser, "openid").await;
    for _ in 0..3 {
        app.clock.advance(HOUR + 30 * MINUTE);
        tokens = rp.refresh(refresh_of(&tokens)).await.json();
    }
    let token = refresh_of(&tokens).to_owned();
    app.sign_out(&sid).await;
    assert_eq!(rp.refresh(&token).await.error(), "invalid_grant");
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    tokens = rp.tokens(&browser, "openid").await;
    app.clock.advance(2 * HOUR);
    assert_eq!(
        rp.refresh(refresh_of(&tokens)).await.error(),
        "invalid_grant",
        "idle"
    );
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    tokens = rp.tokens(&browser, "openid").await;
    for _ in 0..11 {
        app.clock.advance(HOUR);
        tokens = rp.refresh(refresh_of(&tokens)).await.json();
    }
    app.clock.advance(HOUR);
    assert_eq!(
        rp.refresh(refresh_of(&tokens)).await.error(),
        "invalid_grant",
        "in use, but twelve hours after the sign-in"
    );
}

/// offline grants outlive the session, as long as they are used within 30 days.
#[tokio::test]
async fn an_offline_token_outlives_its_session() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("basic");
    let mut tokens = rp.tokens(&browser, "openid offline_access").await;
    app.sign_out(&sid).await;
    for _ in 0..2 {
        app.clock.advance(29 * DAY);
        let answer = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        tokens = answer.json();
    }
    app.clock.advance(30 * DAY);
    assert_eq!(
        rp.refresh(refresh_of(&tokens)).await.error(),
        "invalid_grant",
        "unused"
    );
}

/// A-63, RFC 9449 section 5: a public client's refresh token works only with its own key, and an attempt with another
/// key does not use it up.
#[tokio::test]
async fn a_bound_token_needs_its_key() {
    let app = TestApp::start().await;
    let browser = app.browser();
    browser.sign_in_directly("DanMember").await;
    let mut rp = app.rp("bound");
    let tokens = rp.tokens(&browser, "openid").await;
    let own = rp.dpop.replace(TestKey::es256());
    assert_eq!(
        rp.refresh(refresh_of(&tokens)).await.error(),
        "invalid_dpop_proof"
    );
    rp.dpop = None;
    assert_eq!(
        rp.refresh(refresh_of(&tokens)).await.error(),
        "invalid_dpop_proof"
    );
    rp.dpop = own;
    assert_eq!(rp.refresh(refresh_of(&tokens)).await.status, 200);
}

/// An application that requires a second factor from now on refreshes what it got for less only until the person has one, or
/// until the date; the refusal uses up nothing. A grant with a second factor goes on.
#[tokio::test]
async fn a_weak_grant_ends_with_the_date_of_the_factor() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let tokens = rp.tokens(&browser, "openid offline_access").await;
        let entry = "client_id = \"basic\"\n";
        let strict = format!("{entry}require_second_factor = true\n");
        let text = clients::text();
        assert!(text.contains(entry));
        app.declare(&text.replacen(entry, &strict, 1)).await;
        let answer = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(answer.status, 200, "the date begins: {}", answer.text());
        let tokens = answer.json();
        let dates = "SELECT COUNT(*) FROM factor_deadlines WHERE due_at > $1";
        app.becomes(dates, app.now() + 13 * DAY).await;
        let set = async |due_at: i64| {
            let sql = format!("UPDATE factor_deadlines SET due_at = {due_at}");
            app.write(move |tx| Box::pin(rows::run(tx, sql))).await;
        };
        set(app.now()).await;
        let refused = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(refused.error(), "invalid_grant");
        assert!(refused.text().contains("requires a second factor"));
        set(app.now() + DAY).await;
        let answer = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let tokens = answer.json();
        Phone::of(&app, "DanMember").await;
        let refused = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(refused.error(), "invalid_grant");
        let strong = "UPDATE grants SET context = REPLACE(context, ':acr:password', ':acr:mfa')";
        app.write(move |tx| Box::pin(rows::run(tx, strong.to_owned())))
            .await;
        let answer = rp.refresh(refresh_of(&tokens)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
}
