//! What a client is told about the person, in UserInfo and in the ID token alike.

use serde_json::{Map, Value};

use crate::access::GroupClaims;
use crate::clients::Client;
use crate::directory::{Account, claims, standard_claims};
use crate::sessions::grants::GrantContext;

/// Where claims are told: the members of the `claims` parameter (OpenID Connect Core 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimsTarget {
    /// The answer of the UserInfo endpoint.
    UserInfo,
    /// The ID token.
    IdToken,
}

impl ClaimsTarget {
    fn member(self) -> &'static str {
        match self {
            Self::UserInfo => "userinfo",
            Self::IdToken => "id_token",
        }
    }
}

/// The person whom claims are about.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    /// The account.
    pub account: &'a Account,
    /// Its groups and roles, where they may be told (`access::group_claims::may_be_told`).
    pub groups: Option<&'a GroupClaims>,
}

/// What `client` is told of `person` at `place`: the claims of the granted `scope` values, and those
/// that the `claims` parameter asked for there by name. The ID token carries the claims of scopes only
/// for a client with `id_token_claims`. A scope that was taken from the
/// client since gives nothing any more (attack 29).
pub fn of_person(
    client: &Client,
    person: Person<'_>,
    scope: &[String],
    grant: Option<&GrantContext>,
    place: ClaimsTarget,
) -> Map<String, Value> {
    let by_scope = place == ClaimsTarget::UserInfo || client.id_token_claims;
    let scopes = scope.iter().map(String::as_str);
    let scopes: Vec<&str> = scopes
        .filter(|scope| by_scope && client.may_ask(scope))
        .collect();
    let named = grant.map(|grant| named(client, grant, place));
    let named = named.unwrap_or_default();
    let mut told = standard_claims(person.account, &scopes, &named);
    if let Some(GroupClaims { groups, roles }) = person.groups {
        for (name, values) in [("groups", groups), ("roles", roles)] {
            if scopes.contains(&claims::GROUPS) || named.contains(&name) {
                told.insert(name.to_owned(), values.clone().into());
            }
        }
    }
    told
}

/// The claims that the `claims` parameter asks for at `place`, unless their scope value was taken from
/// the client since.
fn named<'g>(client: &Client, grant: &'g GrantContext, place: ClaimsTarget) -> Vec<&'g str> {
    let asked = grant.claims.as_ref();
    let asked = asked.and_then(|claims| claims.get(place.member()));
    let asked = asked.and_then(Value::as_object).into_iter().flatten();
    asked
        .map(|(name, _)| name.as_str())
        .filter(|name| may_tell(client, name))
        .collect()
}

/// Whether `client` may be told this claim by its name: the scope value that it belongs to is one
/// that the client may ask for (attack 29).
pub fn may_tell(client: &Client, claim: &str) -> bool {
    claims::scope_of(claim).is_none_or(|scope| client.may_ask(scope))
}
