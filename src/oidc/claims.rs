//! The claims that a client gets about a person, in UserInfo and in the ID token.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::catalogue::GroupClaims;
use crate::clients::Client;
use crate::directory::{Account, claims, standard_claims};
use crate::files::picture_in;
use crate::sessions::grants::GrantContext;

/// Where claims are returned: the members of the `claims` parameter (OpenID Connect Core 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimsTarget {
    /// The UserInfo response.
    UserInfo,
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

/// Most values of `groups` or `roles` in an ID token, which applications put into cookies, headers and addresses.
const MOST_NAMES: usize = 100;
/// Most bytes of them: a hundred names of a hundred letters, or about five of the longest kind. Above that, the ID
/// token leaves out the claim.
const MOST_BYTES: usize = 12 * 1024;
/// Most bytes of all claims about a person in an ID token, as JSON, so that it comes back in a form as a hint
/// (`http::form::LARGEST`). Without groups and roles they have at most 34,000: seven names, three links and an address.
const MOST_OF_ALL: usize = 36 * 1024;

/// The person that the claims are about.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    pub account: &'a Account,
    /// The person's groups and roles, if the client may get them (`access::group_claims::may_be_given`).
    pub groups: Option<&'a GroupClaims>,
    /// What stands in front of the path of a picture that is kept here.
    pub pictures: &'a str,
}

/// The claims about `person` that `client` gets at `place`: those of the granted `scope` values, and those that the
/// `claims` parameter requests there by name. The ID token contains claims of scopes only for a client with
/// `id_token_claims`. Claims of a scope that the client has lost since are left out (attack 29). More groups or roles than
/// fit into an ID token are for `UserInfo` alone.
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
    let mut claims = standard_claims(person.account, &scopes, &named);
    // An application has no use for a path (Core 5.1: a URL).
    if let Some(Value::String(address)) = claims.get_mut("picture")
        && picture_in(address).is_some()
    {
        address.insert_str(0, person.pictures);
    }
    if let Some(GroupClaims { groups, roles }) = person.groups {
        for (name, values) in [("groups", groups), ("roles", roles)] {
            let fits = place == ClaimsTarget::UserInfo || fits_id_token(&claims, values);
            if fits && (scopes.contains(&claims::GROUPS) || named.contains(&name)) {
                claims.insert(name.to_owned(), values.clone().into());
            }
        }
    }
    claims
}

fn fits_id_token(others: &Map<String, Value>, names: &[String]) -> bool {
    let bytes: usize = names.iter().map(String::len).sum();
    names.len() <= MOST_NAMES
        && bytes <= MOST_BYTES
        && json_bytes(others) + json_bytes(names) <= MOST_OF_ALL
}

fn json_bytes(value: &(impl Serialize + ?Sized)) -> usize {
    serde_json::to_vec(value).unwrap_or_default().len()
}

/// The claims that the `claims` parameter requests at `place`, except claims whose scope value the client has lost.
fn named<'g>(client: &Client, grant: &'g GrantContext, place: ClaimsTarget) -> Vec<&'g str> {
    let asked = grant.claims.as_ref();
    let asked = asked.and_then(|claims| claims.get(place.member()));
    let asked = asked.and_then(Value::as_object).into_iter().flatten();
    asked
        .map(|(name, _)| name.as_str())
        .filter(|name| may_tell(client, name))
        .collect()
}

/// True when `client` may get this claim by name: the client may request the scope value that the claim belongs to
/// (attack 29).
pub fn may_tell(client: &Client, claim: &str) -> bool {
    claims::scope_of(claim).is_none_or(|scope| client.may_ask(scope))
}
