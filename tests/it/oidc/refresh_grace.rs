//! `refresh_grace`: an application that lost the answer of a refresh may repeat it (decision 0051).

use atrium::clock::SECOND;
use futures_util::future::join_all;
use serde_json::Value;

use crate::access::stage;
use crate::support::app::{Answer, TestApp};
use crate::support::database;
use crate::support::jose::TestKey;
use crate::support::relying_party::{Rp, refresh_of};

/// `basic` has a secret, `bound` a DPoP key.
const CLIENTS: [(&str, &str); 2] = [("basic", "openid offline_access"), ("bound", "openid")];

/// Lets both repeat a lost answer.
async fn allow(app: &TestApp) {
    for (client, _) in CLIENTS {
        stage::change_client(app, client, |client| client.refresh_grace = true).await;
    }
}

async fn is_valid(rp: &Rp<'_>, tokens: &Value) -> bool {
    rp.refresh(refresh_of(tokens)).await.status == 200
}

/// A repeated token gets a new successor, once. The first successor is dead, and its use ends the family.
#[tokio::test]
async fn a_lost_answer_may_be_repeated_once() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        allow(&app).await;
        for (client, scope) in CLIENTS {
            let browser = app.browser();
            browser.sign_in_directly("DanMember").await;
            let rp = app.rp(client);
            for late in [0, 10 * SECOND] {
                let first = rp.tokens(&browser, scope).await;
                let lost = rp.refresh(refresh_of(&first)).await.json();
                app.clock.advance(late);
                let found = rp.refresh(refresh_of(&first)).await;
                assert_eq!(found.status, 200, "{client} after {late}: {}", found.text());
                let found = found.json();
                assert_ne!(refresh_of(&lost), refresh_of(&found));
                // The repeated answer's token works, and the answer to its use may be lost too.
                let next = rp.refresh(refresh_of(&found)).await.json();
                let again = rp.refresh(refresh_of(&found)).await.json();
                assert_ne!(refresh_of(&next), refresh_of(&again));
                let last = rp.refresh(refresh_of(&again)).await.json();
                assert_eq!(rp.refresh(refresh_of(&lost)).await.error(), "invalid_grant");
                assert!(
                    !is_valid(&rp, &last).await,
                    "{client}: its family is revoked"
                );
            }
        }
    }
}

/// Attack 26, RFC 9700 section 4.14.2: later, a second time, or once its successor was used, a repeated token is a
/// stolen one.
#[tokio::test]
async fn beyond_its_grace_a_second_use_revokes() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        allow(&app).await;
        for (client, scope) in CLIENTS {
            let browser = app.browser();
            browser.sign_in_directly("DanMember").await;
            let rp = app.rp(client);
            for case in ["too late", "twice", "its successor was used"] {
                let first = rp.tokens(&browser, scope).await;
                let mut newest = rp.refresh(refresh_of(&first)).await.json();
                match case {
                    "too late" => app.clock.advance(10 * SECOND + 1),
                    "twice" => newest = rp.refresh(refresh_of(&first)).await.json(),
                    _ => newest = rp.refresh(refresh_of(&newest)).await.json(),
                }
                let refused = rp.refresh(refresh_of(&first)).await;
                assert_eq!(refused.error(), "invalid_grant", "{client}, {case}");
                assert!(!is_valid(&rp, &newest).await, "{client}, {case}");
            }
        }
    }
}

/// Another client or key cannot repeat it and uses nothing up.
#[tokio::test]
async fn only_who_lost_the_answer_repeats_it() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        allow(&app).await;
        stage::change_client(&app, "post", |client| client.refresh_grace = true).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        for (client, scope) in CLIENTS {
            let mut rp = app.rp(client);
            let first = rp.tokens(&browser, scope).await;
            rp.refresh(refresh_of(&first)).await;
            let other = app.rp("post").refresh(refresh_of(&first)).await;
            assert_eq!(other.error(), "invalid_grant");
            if rp.dpop.is_some() {
                let own = rp.dpop.replace(TestKey::es256());
                let other = rp.refresh(refresh_of(&first)).await;
                assert_eq!(other.error(), "invalid_dpop_proof");
                rp.dpop = own;
            }
            assert!(is_valid(&rp, &first).await, "{client}");
        }
    }
}

/// Attack 26: two of many parallel uses succeed, in any process and on both engines: the first, and one repetition. Any
/// further use ends the family, and so does the dead successor.
#[tokio::test]
async fn attack_26_of_parallel_uses_one_is_a_repetition() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        allow(&app).await;
        let beside = TestApp::beside(&app, database.again().await).await;
        allow(&app).await;
        beside.state().clients.reload().await.unwrap();
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        for count in [2, 7] {
            let rps = [app.rp("basic"), beside.rp("basic")];
            let tokens = rps[0].tokens(&browser, "openid offline_access").await;
            let tries = (0..count).map(|at| rps[at % 2].refresh(refresh_of(&tokens)));
            let answers = join_all(tries).await;
            let won: Vec<Value> = answers
                .iter()
                .filter(|one| one.status == 200)
                .map(Answer::json)
                .collect();
            assert_eq!(won.len(), 2, "{count}, {:?}", app.db().engine());
            let mut alive = 0;
            for tokens in &won {
                alive += usize::from(is_valid(&rps[0], tokens).await);
            }
            assert!(alive <= 1, "{count}");
            for tokens in &won {
                assert!(!is_valid(&rps[1], tokens).await, "{count}: revoked");
            }
        }
    }
}
