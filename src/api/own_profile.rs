//! The profile of the signed-in person: what administrators keep, and what the person sets.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::calls::{Caller, WritingCaller, operation};
use crate::directory::{self, Account, AccountError, ClaimValue};
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::{Fields, optional_integer};

/// The profile of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnProfile {
    /// Changes with each change of the account.
    pub version: i64,
    /// The nickname; empty without one, as all that follow.
    pub nickname: String,
    /// The address of a page about the person.
    pub profile: String,
    /// The address of a picture of the person; of one that is kept here, its path below the address of the server.
    pub picture: String,
    /// The address of the person's website.
    pub website: String,
    /// The time zone, by its name in the tz database.
    pub zoneinfo: String,
    /// The phone number, which administrators set.
    pub phone_number: String,
    /// True if the phone number is known to be the person's.
    pub phone_number_verified: bool,
    /// The last day on which the account works, as `yyyy-MM-dd`; empty if it has none.
    pub last_day: String,
}

impl OwnProfile {
    pub(super) fn of(account: &Account) -> Self {
        let known = account.profile.clone();
        let text = Option::unwrap_or_default;
        Self {
            version: account.version,
            nickname: text(known.nickname),
            profile: text(known.profile),
            picture: text(known.picture),
            website: text(known.website),
            zoneinfo: text(known.zoneinfo),
            phone_number: text(known.phone_number),
            phone_number_verified: known.phone_number_verified.unwrap_or_default(),
            last_day: text(account.expire_date.map(|day| day.to_string())),
        }
    }
}

/// Read my profile
///
/// What applications with the scope `profile` or `phone` learn about the caller besides the names, and the last day of the
/// account.
#[operation(tag = "account")]
pub async fn own_profile(caller: Caller) -> Answered<OwnProfile> {
    Ok(Answer(OwnProfile::of(&caller.account())))
}

/// What the caller sets. A missing field stays as it is, and an empty text removes the value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveProfileBody {
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The nickname: one line of at most 100 characters.
    pub nickname: Option<String>,
    /// The https address of a page about the person.
    pub profile: Option<String>,
    /// The https address of a picture of the person. An uploaded one stays if its address is sent.
    pub picture: Option<String>,
    /// The https address of the person's website.
    pub website: Option<String>,
    /// The time zone, such as `Europe/Paris`.
    pub zoneinfo: Option<String>,
}

/// Save my profile
///
/// Changes all sent fields of the caller's own profile or none; the answer lists all faults. Other claims are the
/// administrators'. If somebody changed the account after `version`, nothing changes and `conflict` says who and when.
#[operation(tag = "account", request_body = SaveProfileBody)]
pub async fn save_profile(
    caller: WritingCaller,
    Fields(body): Fields<SaveProfileBody>,
) -> Answered<OwnProfile> {
    let id = caller.account().id.clone();
    let version = body.version;
    let sent = [
        ("nickname", body.nickname),
        ("profile", body.profile),
        ("picture", body.picture),
        ("website", body.website),
        ("zoneinfo", body.zoneinfo),
    ];
    let wish = |(claim, value): (&str, Option<String>)| {
        value.map(|value| ClaimValue {
            claim: claim.to_owned(),
            value,
        })
    };
    let wishes: Vec<ClaimValue> = sent.into_iter().filter_map(wish).collect();
    let saved = caller.write::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move { directory::save_profile(tx, &id, version, &wishes, audit).await })
    });
    Ok(Answer(OwnProfile::of(&saved.await?)))
}
