//! Codes, grants, and the tokens of grants.

use atrium::audit::{AuditContext, Origin};
use atrium::clients::{self, Client};
use atrium::clock::{Clock, HOUR, MINUTE, Millis, SECOND};
use atrium::db::{Db, DbError};
use atrium::random::{Random, hashed};
use atrium::sessions::access_tokens::{self, AccessToken};
use atrium::sessions::begin;
use atrium::sessions::codes::{self, CodeContext};
use atrium::sessions::grants::{self, Grant, GrantContext, RevokeReason};
use atrium::sessions::jtis;
use atrium::sessions::presented::PresentedToken;
use atrium::sessions::refresh_tokens::{self, Recovery, RefreshTokenRules};
use atrium::sessions::revocation;
use atrium::sessions::sso::{SessionLifetimes, SsoSession};
use futures_util::future::join_all;

use super::codes::take;
use super::{NOW, commit, recover, session, token_changes};
use crate::support::{database, rows};

pub(super) fn context(session: &SsoSession) -> GrantContext {
    GrantContext {
        client_id: "basic".to_owned(),
        account_id: session.account_id.clone(),
        session_id: session.id.clone(),
        offline: false,
        scope: vec!["openid".to_owned()],
        nonce: Some("n'\"\\ \u{1f600}".to_owned()),
        auth_time: session.auth_time,
        wants_auth_time: true,
        acr: session.acr.clone(),
        amr: session.amr.clone(),
        claims: None,
        resources: Vec::new(),
    }
}

/// A grant in `session`, read back from the database.
pub(super) async fn grant(db: &Db, session: &SsoSession, random: &Random) -> Grant {
    let grant = Grant {
        id: random.uuid_v7(NOW).to_string(),
        context: context(session),
        revoked_at: None,
        session: Some(session.clone()),
    };
    let kept = grant.clone();
    commit(db, move |tx| {
        Box::pin(async move { grants::keep(tx, &kept, None, NOW).await })
    })
    .await;
    grant
}

#[tokio::test]
async fn a_grant_is_revoked_once() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let session = session(db, &random).await;
        let (one, other) = (
            grant(db, &session, &random).await,
            grant(db, &session, &random).await,
        );
        let announced = token_changes(db).await;
        let revoke = |id: String, at| {
            commit(db, move |tx| {
                Box::pin(async move { grants::revoke(tx, &id, RevokeReason::Client, at).await })
            })
        };
        let both = join_all([1, 2].map(|late| revoke(one.id.clone(), NOW + late))).await;
        let revoked: Vec<_> = both.into_iter().flatten().collect();
        assert_eq!(revoked.len(), 1, "one of two ends it");
        let at = revoked[0].revoked_at.unwrap();
        assert!(at > NOW && !revoked[0].is_live(at, SessionLifetimes::default()));
        assert_eq!(revoked[0].context, one.context);
        assert_eq!(token_changes(db).await, announced + 1, "said once");
        assert!(revoke("nobody".to_owned(), NOW).await.is_none());
        assert_eq!(token_changes(db).await, announced + 1);
        assert!(revoke(other.id, NOW).await.is_some(), "the other stood");
    }
}

/// Both engines report a duplicate key in the same way, and the failed write stores nothing.
#[tokio::test]
async fn a_key_that_is_taken_is_a_duplicate() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let first = session(db, &random).await;
        let other = SsoSession {
            id: random.uuid_v7(NOW).to_string(),
            ..first.clone()
        };
        let twice = [other.clone(), first];
        let refused = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                for session in &twice {
                    rows::session(tx, session).await?;
                }
                Ok(())
            })
        });
        let refused = refused.await.unwrap_err();
        assert!(refused.is_duplicate(), "{refused:?}");
        let undone = commit(db, move |tx| {
            Box::pin(async move { begin::hold(tx, &other.id).await })
        });
        assert!(!undone.await, "nothing of it was kept");
    }
}

/// RFC 7009 section 2.1: only the client that got a token can revoke it.
#[tokio::test]
async fn an_access_token_is_revoked_alone() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let session = session(db, &random).await;
        let grant = grant(db, &session, &random).await;
        let token = AccessToken {
            grant_id: Some(grant.id.clone()),
            client_id: "basic".to_owned(),
            scope: Vec::new(),
            audience: vec!["one".to_owned(), "two".to_owned()],
            dpop_jkt: None,
            issued_at: NOW,
            expires_at: NOW + HOUR,
        };
        let kept = token.clone();
        let secrets = commit(db, move |tx| {
            Box::pin(async move {
                let first = access_tokens::issue(tx, &kept, &random).await?;
                let second = access_tokens::issue(tx, &kept, &random).await?;
                Ok([first, second])
            })
        });
        let [first, second] = secrets
            .await
            .map(|secret| PresentedToken::Stored(hashed(&secret)));
        let lives = async |presented: &PresentedToken, now| {
            let mut view = db.read().await.unwrap();
            let found = presented.find_live(&mut view, now, SessionLifetimes::default());
            found.await.unwrap()
        };
        let live = lives(&first, NOW + HOUR - 1).await.unwrap();
        assert_eq!(live.token, token, "empty lists and lists of two come back");
        assert_eq!(live.grant.unwrap().session.unwrap(), session);
        assert!(
            lives(&first, NOW + HOUR).await.is_none(),
            "to the millisecond"
        );

        let announced = token_changes(db).await;
        give_back(db, &first, "other").await;
        assert!(lives(&first, NOW).await.is_some());
        assert_eq!(token_changes(db).await, announced);
        for _ in 0..2 {
            give_back(db, &first, "basic").await;
            assert!(lives(&first, NOW).await.is_none());
            assert_eq!(token_changes(db).await, announced + 1, "said once");
        }
        assert!(lives(&second, NOW).await.is_some(), "the other stands");
    }
}

#[tokio::test]
async fn a_signed_token_is_revoked_by_its_id() {
    for database in database::each_engine().await {
        let db = &database.db;
        let signed = |id: &str| PresentedToken::SelfContained {
            id: id.to_owned(),
            token: Box::new(AccessToken {
                grant_id: None,
                client_id: "basic".to_owned(),
                scope: Vec::new(),
                audience: vec!["one".to_owned()],
                dpop_jkt: None,
                issued_at: NOW,
                expires_at: NOW + HOUR,
            }),
        };
        let lives = async |presented: &PresentedToken| {
            let mut view = db.read().await.unwrap();
            let found = presented.find_live(&mut view, NOW, SessionLifetimes::default());
            found.await.unwrap().is_some()
        };
        let announced = token_changes(db).await;
        // Ids are compared exactly: case and spaces count on both engines.
        let tokens = ["id", "ID", "id "].map(signed);
        for _ in 0..2 {
            give_back(db, &tokens[0], "basic").await;
            assert_eq!(token_changes(db).await, announced + 1, "said once");
        }
        assert!(!lives(&tokens[0]).await);
        assert!(lives(&tokens[1]).await && lives(&tokens[2]).await);
    }
}

/// How long a server may not know a new secret yet.
const MARGIN: Millis = 2 * SECOND;

/// Attack 28: `atrium client revoke-tokens`: everything that a client was given until now ends, in every form, and
/// nothing of another client; later tokens are valid.
#[tokio::test]
async fn everything_of_a_client_ends_at_once() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let session = session(db, &random).await;
        for client_id in ["basic", "other"] {
            let client = Client {
                client_id: client_id.to_owned(),
                ..Client::default()
            };
            commit(db, move |tx| {
                Box::pin(async move { clients::save(tx, &client, NOW).await })
            })
            .await;
        }
        let of_basic = Given::to("basic", db, &session, NOW).await;
        let of_other = Given::to("other", db, &session, NOW).await;
        assert_eq!(of_basic.good(db, NOW + 1).await, [true; 5]);
        let announced = token_changes(db).await;
        let end = |client_id: &'static str, at| {
            let audit = AuditContext::new(at, &Random::system(), &Origin::default());
            let clock = Clock::fixed(at);
            commit(db, move |tx| {
                Box::pin(async move {
                    revocation::revoke_client_tokens(tx, client_id, &audit, &clock).await
                })
            })
        };
        assert!(!end("nobody", NOW + 1).await);
        assert_eq!(token_changes(db).await, announced);
        assert!(end("basic", NOW).await);
        assert_eq!(token_changes(db).await, announced + 1, "said");
        assert_eq!(of_basic.good(db, NOW + 1).await, [false; 5]);
        assert_eq!(of_other.good(db, NOW + 1).await, [true; 5]);
        let soon = Given::to("basic", db, &session, NOW + MARGIN).await;
        assert_eq!(
            soon.good(db, NOW + MARGIN).await,
            [false; 5],
            "perhaps for the old secret"
        );
        let later = Given::to("basic", db, &session, NOW + MARGIN + 1).await;
        assert!(end("basic", NOW - HOUR).await, "a clock that is behind");
        assert_eq!(
            of_basic.good(db, NOW + 2).await,
            [false; 5],
            "ended for good"
        );
        assert_eq!(later.good(db, NOW + MARGIN + 2).await, [true; 5]);
        assert!(redeemed(db, &of_other.code, NOW + 2).await);
        assert!(
            !redeemed(db, &of_basic.code, NOW + 2).await,
            "nor is a code exchanged"
        );
        // Later writes to the client keep this time.
        let client = Client {
            client_id: "basic".to_owned(),
            name: "Renamed".to_owned(),
            ..Client::default()
        };
        commit(db, move |tx| {
            Box::pin(async move { clients::save(tx, &client, NOW + 2).await })
        })
        .await;
        assert_eq!(of_basic.good(db, NOW + 3).await, [false; 5]);
    }
}

async fn redeemed(db: &Db, code: &str, now: Millis) -> bool {
    take(db, code, now).await.is_ok()
}

/// The tokens that one client was given at one moment.
struct Given {
    client_id: &'static str,
    /// A stored and a sealed token of a grant, and both of the client itself.
    tokens: [PresentedToken; 4],
    refresh: String,
    code: String,
}

impl Given {
    async fn to(client_id: &'static str, db: &Db, session: &SsoSession, now: Millis) -> Self {
        let random = Random::system();
        let mut context = context(session);
        context.client_id = client_id.to_owned();
        let grant = Grant {
            id: random.uuid_v7(now).to_string(),
            context: context.clone(),
            revoked_at: None,
            session: Some(session.clone()),
        };
        let token = AccessToken {
            grant_id: Some(grant.id.clone()),
            client_id: client_id.to_owned(),
            scope: Vec::new(),
            audience: vec!["one".to_owned()],
            dpop_jkt: None,
            issued_at: now,
            expires_at: now + HOUR,
        };
        let itself = AccessToken {
            grant_id: None,
            ..token.clone()
        };
        let carried = [&token, &itself].map(|token| PresentedToken::SelfContained {
            id: random.token(),
            token: Box::new(token.clone()),
        });
        let code = CodeContext {
            grant: context,
            redirect_uri: "https://basic.test/cb".to_owned(),
            redirect_uri_named: true,
            pkce: None,
            dpop_jkt: None,
        };
        let written = commit(db, move |tx| {
            Box::pin(async move {
                grants::keep(tx, &grant, None, now).await?;
                let one = access_tokens::issue(tx, &token, &random).await?;
                let other = access_tokens::issue(tx, &itself, &random).await?;
                let rules = RefreshTokenRules {
                    rotate: false,
                    ..RefreshTokenRules::default()
                };
                let refresh = refresh_tokens::issue(tx, &grant, None, rules, now, &random).await?;
                let code = codes::store(tx, &code, MINUTE, now, &random).await?;
                Ok(([one, other], refresh, code))
            })
        });
        let (stored, refresh, code) = written.await;
        let [one, other] = stored.map(|secret| PresentedToken::Stored(hashed(&secret)));
        let [carried, of_itself] = carried;
        Self {
            client_id,
            tokens: [one, carried, other, of_itself],
            refresh,
            code,
        }
    }

    /// Which of the tokens are valid, the refresh token last.
    async fn good(&self, db: &Db, now: Millis) -> [bool; 5] {
        let mut good = [false; 5];
        for (token, good) in self.tokens.iter().zip(&mut good) {
            let mut view = db.read().await.unwrap();
            let found = token.find_live(&mut view, now, SessionLifetimes::default());
            *good = found.await.unwrap().is_some();
        }
        let (refresh, client_id) = (self.refresh.clone(), self.client_id);
        let rules = RefreshTokenRules {
            rotate: false,
            ..RefreshTokenRules::default()
        };
        let recovered = commit(db, move |tx| {
            Box::pin(async move { recover(tx, &refresh, client_id, rules, now).await })
        });
        good[4] = matches!(recovered.await, Recovery::Good { .. });
        good
    }
}

async fn give_back(db: &Db, token: &PresentedToken, client_id: &'static str) {
    let token = token.clone();
    let audit = AuditContext::new(NOW, &Random::system(), &Origin::default());
    commit(db, move |tx| {
        Box::pin(async move { revocation::give_back(tx, &token, client_id, &audit).await })
    })
    .await;
}

/// RFC 9700 section 4.14.2: a token is valid in its last millisecond and not in the next. A token that is not rotated
/// is extended by each use.
#[tokio::test]
async fn a_refresh_token_ends_to_the_millisecond() {
    for database in database::each_engine().await {
        let (db, random) = (&database.db, Random::seeded(1));
        let session = session(db, &random).await;
        let mut grant = grant(db, &session, &random).await;
        grant.context.offline = true;
        let fixed = RefreshTokenRules {
            rotate: false,
            grace: false,
            offline_idle: HOUR,
            session: SessionLifetimes {
                idle: i64::MAX / 4,
                absolute: i64::MAX / 4,
            },
        };
        let rotated = RefreshTokenRules {
            rotate: true,
            ..fixed
        };
        let token = commit(db, move |tx| {
            Box::pin(async move {
                let jkt = Some("key".to_owned());
                refresh_tokens::issue(tx, &grant, jkt, fixed, NOW, &random).await
            })
        });
        let token = token.await;
        let recover = |client_id: &'static str, rules, now| {
            let token = token.clone();
            commit(db, move |tx| {
                Box::pin(async move { super::recover(tx, &token, client_id, rules, now).await })
            })
        };
        let foreign = recover("other", rotated, NOW).await;
        assert!(matches!(foreign, Recovery::Unknown), "{foreign:?}");
        let last = NOW + HOUR - 1;
        let Recovery::Good { dpop_jkt, .. } = recover("basic", fixed, last).await else {
            panic!("the last millisecond is good");
        };
        assert_eq!(dpop_jkt.as_deref(), Some("key"));
        // The row of the grant says that it ends with its session. From then on its token does too.
        let ends = session.ends_by(fixed.session);
        let late = recover("basic", rotated, ends).await;
        assert!(matches!(late, Recovery::Unknown), "{late:?}");
        let good = recover("basic", rotated, ends - 1).await;
        assert!(matches!(good, Recovery::Good { .. }), "{good:?}");
        let again = recover("basic", rotated, ends - 1).await;
        assert!(
            matches!(again, Recovery::Reused { revoked: Some(_) }),
            "{again:?}"
        );
    }
}

/// RFC 9449 section 11.1: exactly one of many requests with one proof is served.
#[tokio::test]
async fn an_identifier_is_seen_once() {
    for database in database::each_engine().await {
        let db = &database.db;
        let see = |hash: &'static str, until| {
            commit(db, move |tx| {
                Box::pin(async move { jtis::see(tx, hash, until).await })
            })
        };
        let seen = join_all((0..8).map(|n| see("proof", NOW + n))).await;
        assert_eq!(seen.into_iter().filter(|first| *first).count(), 1);
        assert!(see("Proof", i64::MAX).await, "another one");
        assert!(see("", i64::MIN).await, "no text is a text");
        assert!(!see("", NOW).await);
    }
}
