//! Memberships that follow a claim of a corporate provider.

use atrium::clock::DAY;
use atrium::config::{AbsentClaim, CreateRule, GroupsClaim, ProviderConfig};
use atrium::db::{DbError, SqlQuery};
use atrium::directory::Status;
use atrium::groups::{self, GivenEnd};
use atrium::jobs::Routine as _;
use atrium::random::Random;
use serde_json::{Value, json};

use crate::api::group_stage::give_group_right;
use crate::support::corporate::{Corporate, has_reached};
use crate::support::database::{self, TestDatabase};
use crate::support::factors::Phone;

/// The groups of every server here. The claim names them without `g-`, except `g-own`.
const GROUPS: [&str; 4] = ["g-staff", "g-lions", "g-hand", "g-own"];

pub(super) fn mapped(provider: &mut ProviderConfig) {
    let map = [
        ("staff", "g-staff"),
        ("lions", "g-lions"),
        ("hand", "g-hand"),
        ("gone", "no such group"),
    ];
    let map = map.map(|(value, id)| (value.to_owned(), id.to_owned()));
    provider.groups = GroupsClaim {
        claim: "groups".to_owned(),
        absent: AbsentClaim::Unknown,
        map: map.into(),
    };
}

pub(super) async fn add_groups(corporate: &Corporate) {
    let now = corporate.app.now();
    let added = corporate.app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for id in GROUPS {
                groups::save(tx, id, id, "", now).await?;
            }
            Ok(())
        })
    });
    added.await.unwrap();
}

async fn start(change: impl FnOnce(&mut ProviderConfig)) -> Corporate {
    let corporate = Corporate::start(|provider| {
        mapped(provider);
        change(provider);
    })
    .await;
    add_groups(&corporate).await;
    corporate
}

async fn on(database: &TestDatabase) -> Corporate {
    let corporate = Corporate::changed_on(database, mapped).await;
    add_groups(&corporate).await;
    corporate
}

/// Signs in with these claims.
pub(super) async fn sign_in(corporate: &Corporate, claims: Value) {
    corporate.upstream.claim(claims);
    assert!(has_reached(&corporate.trip(&corporate.app.browser()).await));
}

/// The groups of the account; a `*` after those with another source than people.
pub(super) async fn groups_of(corporate: &Corporate, name: &str) -> String {
    let sql = "SELECT m.group_id, m.source FROM memberships m JOIN accounts a ON a.id = m.account_id \
        WHERE a.username = $1 AND m.status = 0 ORDER BY m.group_id";
    let mut view = corporate.app.db().read().await.unwrap();
    let query = SqlQuery::kept(sql).bind(name);
    let rows: Vec<(String, Option<String>)> = query.fetch_all(&mut view).await.unwrap();
    let shown = rows
        .into_iter()
        .map(|(id, source)| match source.as_deref() {
            Some("federation:lion") => format!("{id}*"),
            Some(other) => panic!("{id} has the source {other}"),
            None => id,
        });
    shown.collect::<Vec<_>>().join(" ")
}

/// Each sign-in gives and takes the groups that the claim names, each with an entry. Memberships that people gave are never
/// touched, also in a group that the claim names. A token without the claim, or with too many groups for a token (OpenID
/// Connect Core section 5.6.2), changes nothing.
#[tokio::test]
async fn memberships_follow_the_claim_in_both_directions() {
    for database in database::each_engine().await {
        let corporate = on(&database).await;
        let app = &corporate.app;
        let dan = app.account("DanMember").await.id;
        let by_hand = app.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                groups::set_membership(tx, &dan, "g-own", Status::Enabled, 1).await?;
                groups::set_membership(tx, &dan, "g-hand", Status::Enabled, 1).await
            })
        });
        by_hand.await.unwrap();
        let elsewhere = json!({
            "_claim_names": {"groups": "src1"},
            "_claim_sources": {"src1": {"endpoint": "https://graph.example.com/"}},
        });
        for (claims, expected) in [
            (
                json!({"groups": ["staff", "gone", "hand", "others"]}),
                "g-hand g-own g-staff*",
            ),
            (
                json!({"groups": ["lions", "staff"]}),
                "g-hand g-lions* g-own g-staff*",
            ),
            (json!({}), "g-hand g-lions* g-own g-staff*"),
            (elsewhere, "g-hand g-lions* g-own g-staff*"),
            (json!({"groups": "lions"}), "g-hand g-lions* g-own"),
            (json!({"groups": []}), "g-hand g-own"),
        ] {
            sign_in(&corporate, claims.clone()).await;
            assert_eq!(
                groups_of(&corporate, "DanMember").await,
                expected,
                "{claims}"
            );
        }
        assert_eq!(app.entries("group.member_added").await.len(), 2);
        assert_eq!(app.entries("group.member_removed").await.len(), 2);
    }
}

/// Attack 23: whose second factor is missing links no identity and joins no group by a claim; with the factor both follow.
#[tokio::test]
async fn attack_23_nothing_is_linked_before_the_second_factor() {
    for database in database::each_engine().await {
        let corporate = on(&database).await;
        let app = &corporate.app;
        let phone = Phone::of(app, "DanMember").await;
        corporate.upstream.claim(json!({"groups": ["staff"]}));
        let browser = app.browser();
        let page = corporate.trip(&browser).await;
        assert!(page.form("code").is_some(), "{}", page.text());
        assert!(!corporate.is_linked("DanMember").await);
        assert_eq!(groups_of(&corporate, "DanMember").await, "");
        assert!(app.entries("identity.linked").await.is_empty());
        let done = browser.submit(&page, &[("code", &phone.code(app))]).await;
        assert!(has_reached(&done), "{}", done.text());
        assert!(corporate.is_linked("DanMember").await);
        assert_eq!(groups_of(&corporate, "DanMember").await, "g-staff*");
    }
}

/// A membership of a claim ends 90 days after the last sign-in there, with an entry.
/// Attack 34: a claim gives no group with rights of Atrium, and the next sign-in takes it from those who have it.
#[tokio::test]
async fn attack_34_a_claim_gives_no_rights_of_atrium_and_its_groups_end() {
    for database in database::each_engine().await {
        let corporate = on(&database).await;
        let app = &corporate.app;
        let both = json!({"groups": ["staff", "lions"]});
        sign_in(&corporate, both.clone()).await;
        assert_eq!(
            groups_of(&corporate, "DanMember").await,
            "g-lions* g-staff*"
        );
        let right = "account_maintain.AccountManagement.AuditLog.view";
        give_group_right(app.db(), "g-staff", right).await;
        for _ in 0..2 {
            sign_in(&corporate, both.clone()).await;
            assert_eq!(groups_of(&corporate, "DanMember").await, "g-lions*");
        }
        corporate
            .sql("UPDATE memberships SET confirmed_at = confirmed_at - 5184000000")
            .await;
        // Also a token without the claim shows that the person is still there.
        sign_in(&corporate, json!({})).await;
        let (end, now) = (GivenEnd::new(&Random::system()), app.now());
        end.run(app.db(), now + 90 * DAY - 1).await.unwrap();
        assert_eq!(groups_of(&corporate, "DanMember").await, "g-lions*");
        end.run(app.db(), now + 90 * DAY).await.unwrap();
        assert_eq!(groups_of(&corporate, "DanMember").await, "");
        assert_eq!(app.entries("group.member_removed").await.len(), 2);
    }
}

/// Decision 0066: who manages a group as a member by a claim stops managing it with the membership, also as its last manager,
/// and the entry of the group says so. Other managers stay.
#[tokio::test]
async fn management_ends_with_a_membership_from_a_claim() {
    for database in database::each_engine().await {
        let corporate = on(&database).await;
        let app = &corporate.app;
        let both = json!({"groups": ["staff", "lions"]});
        sign_in(&corporate, both.clone()).await;
        let dan = app.account("DanMember").await.id;
        let appointed = dan.clone();
        app.write(move |tx| {
            Box::pin(async move {
                for group in ["g-staff", "g-lions", "g-own"] {
                    groups::appoint(tx, group, &appointed).await?;
                }
                Ok(())
            })
        })
        .await;
        let managed = async || {
            let mut view = app.db().read().await.unwrap();
            let found = SqlQuery::kept(
                "SELECT group_id FROM group_managers WHERE account_id = $1 ORDER BY group_id",
            );
            let rows: Vec<(String,)> = found.bind(&dan).fetch_all(&mut view).await.unwrap();
            rows.into_iter().map(|(id,)| id).collect::<Vec<_>>()
        };
        sign_in(&corporate, json!({"groups": ["lions"]})).await;
        assert_eq!(managed().await, ["g-lions", "g-own"]);
        let entries = app.entries("group.changed").await;
        assert_eq!(entries.len(), 1);
        assert!(
            entries[0].detail.contains("managers"),
            "{}",
            entries[0].detail
        );
        let end = GivenEnd::new(&Random::system());
        end.run(app.db(), app.now() + 90 * DAY).await.unwrap();
        assert_eq!(managed().await, ["g-own"], "no claim made it");
        assert_eq!(app.entries("group.changed").await.len(), 2);
    }
}

/// A newcomer has the groups from the first sign-in on, here from UserInfo, and reads who gave them. `absent = "none"` takes
/// them where neither names the claim.
#[tokio::test]
async fn a_newcomer_gets_the_groups() {
    let corporate = start(|provider| {
        provider.create = CreateRule::Make;
        provider.groups.absent = AbsentClaim::None;
    });
    let corporate = corporate.await;
    let leo = json!({"sub": "lion-2", "email": "leo@demo.test", "preferred_username": "leo"});
    let user = |more: Value| corporate.upstream.user(more);
    user(json!({"sub": "lion-2", "groups": ["staff"]}));
    sign_in(&corporate, leo.clone()).await;
    assert_eq!(groups_of(&corporate, "leo").await, "g-staff*");
    let mail = corporate.mail().await;
    assert!(mail.contains("g-staff") && mail.contains("Lion"), "{mail}");
    user(json!({"sub": "lion-2"}));
    sign_in(&corporate, leo).await;
    assert_eq!(groups_of(&corporate, "leo").await, "");
}
