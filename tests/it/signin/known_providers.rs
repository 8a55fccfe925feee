//! Providers that answer as Microsoft Entra ID and Google do.

use atrium::config::{AbsentClaim, CreateRule};
use serde_json::json;

use super::given_groups::{add_groups, groups_of, mapped, sign_in};
use crate::support::corporate::{Corporate, ends_with, has_reached};
use crate::support::html;
use crate::support::upstream::Upstream;

/// Entra names the tenant in its issuer, which is exact. It has no `email_verified`, so an address is nobody's proof unless
/// the entry names the claim that says so.
#[tokio::test]
async fn entra_links_only_an_address_that_the_entry_lets_it_verify() {
    for (names_it, verified, is_linked) in [
        (false, json!(true), false),
        (true, json!(true), true),
        (true, json!("1"), false),
        (true, json!(null), false),
    ] {
        let corporate = Corporate::of(Upstream::entra().await, |provider| {
            if names_it {
                provider.claims.email_verified = "xms_edov".to_owned();
            }
            provider.claims.username = "upn".to_owned();
        });
        let corporate = corporate.await;
        corporate
            .upstream
            .claim(json!({"xms_edov": verified, "upn": ["no text"]}));
        let browser = corporate.app.browser();
        let page = corporate.trip(&browser).await;
        if is_linked {
            assert!(has_reached(&page), "{}", page.text());
        } else {
            ends_with(&browser, &page, 403, "You have no account here yet").await;
        }
        assert_eq!(corporate.is_linked("DanMember").await, is_linked);
    }
}

/// Attack 22: a token of another tenant is refused, and so is the document that stands for all tenants.
#[tokio::test]
async fn attack_22_another_tenant_of_entra_is_another_issuer() {
    let corporate = Corporate::of(Upstream::entra().await, |_| {}).await;
    let other = corporate.upstream.issuer.replace("/1111/", "/2222/");
    let refused = async || {
        let browser = corporate.app.browser();
        let page = corporate.trip(&browser).await;
        ends_with(&browser, &page, 502, "The sign-in didn’t work").await;
    };
    for claims in [
        json!({"iss": other, "tid": "2222"}),
        json!({"iss": corporate.upstream.issuer.replace("/1111/", "/common/")}),
    ] {
        corporate.upstream.claim(claims);
        refused().await;
    }
    let all = corporate.upstream.issuer.replace("/1111/", "/{tenantid}/");
    let corporate = Corporate::of(Upstream::entra().await, |_| {}).await;
    corporate.upstream.describe(json!({ "issuer": all }));
    let browser = corporate.app.browser();
    let page = corporate.page(&browser).await;
    let way = html::links(&page.text());
    let way = way.iter().find(|link| link.contains("/federation/lion"));
    assert_eq!(browser.get(way.unwrap()).await.status, 502);
}

/// A person with too many groups for a token of Entra keeps the groups of the last sign-in. A newcomer gets no address, which
/// nobody has verified.
#[tokio::test]
async fn entra_leaves_groups_out_of_a_token_that_they_do_not_fit_in() {
    let corporate = Corporate::of(Upstream::entra().await, |provider| {
        mapped(provider);
        provider.create = CreateRule::Make;
        provider.groups.absent = AbsentClaim::None;
    });
    let corporate = corporate.await;
    add_groups(&corporate).await;
    let overage = json!({
        "_claim_names": {"groups": "src1"},
        "_claim_sources": {"src1": {"endpoint": "https://graph.example.com/users/o-1/getMemberObjects"}},
    });
    for claims in [json!({"groups": ["staff"]}), overage] {
        sign_in(&corporate, claims).await;
        assert_eq!(groups_of(&corporate, "dan").await, "g-staff*");
    }
    assert_eq!(corporate.app.account("dan").await.email, None);
}

/// Google says in `hd` whose workspace an account belongs to. Only the domain of the address counts, and only if the entry
/// has it.
#[tokio::test]
async fn the_workspace_that_google_names_vouches_for_no_other_address() {
    for (claims, is_linked) in [
        (json!({}), true),
        // The account belongs to the workspace, its address does not.
        (json!({"email": "dan@gmail.test"}), false),
        (json!({"hd": "demo.test", "email_verified": false}), false),
    ] {
        let corporate = Corporate::of(Upstream::google().await, |_| {}).await;
        corporate.upstream.claim(claims.clone());
        let page = corporate.trip(&corporate.app.browser()).await;
        assert_eq!(has_reached(&page), is_linked, "{claims}");
        assert_eq!(
            corporate.is_linked("DanMember").await,
            is_linked,
            "{claims}"
        );
    }
    // A workspace whose addresses the entry does not have.
    let corporate = Corporate::of(Upstream::google().await, |provider| {
        provider.domains = vec!["other.test".to_owned()];
    });
    let corporate = corporate.await;
    corporate.upstream.claim(json!({"hd": "other.test"}));
    let page = corporate.trip(&corporate.app.browser()).await;
    assert!(page.form("password").is_some(), "{}", page.text());
    assert!(!corporate.is_linked("DanMember").await);
}
