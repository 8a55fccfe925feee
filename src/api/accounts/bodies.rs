//! Accounts in their JSON form.

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Millis;
use crate::directory::deletion::AccountDeletion;
use crate::directory::{
    Account, AccountRow, AccountStatusNumber, Address, AddressRefusal, ClaimValue, EarlierChange,
    Organisation, Profile, SecondFactor, has_expired, welcome_refused,
};
use crate::http::number::Number;

/// An account in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the flags of an account")]
pub struct AccountListRow {
    /// The account's id, a UUID.
    pub user_id: String,
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The email address, or empty.
    pub email: String,
    /// The id at the corporate identity provider, or empty.
    pub lion_id: String,
    /// The agency's id, or empty.
    pub agency_id: String,
    /// The agency's name, or empty.
    pub agency_name: String,
    /// The client's id, or empty.
    pub client_id: String,
    /// The client's name, or empty.
    pub client_name: String,
    pub account_status: AccountStatusNumber,
    /// The last valid day as `yyyy-MM-dd`; null if the account does not expire.
    pub expire_date: Option<String>,
    /// True if that day has passed.
    pub expired: bool,
    /// True if the owner must set a new password at the next sign-in.
    pub must_change_password: bool,
    /// 1 for a super administrator, else 0.
    pub sup_admin: i64,
    pub second_factor: SecondFactor,
    /// True if its owner forgot the password and waits for an administrator's approval.
    pub password_asked: bool,
    /// When the account is erased, in milliseconds since 1970; null if it is not deleted.
    pub erase_at: Option<i64>,
    /// True if the mail server of its reader refused the address for good.
    pub email_refused: bool,
    /// When the owner last signed in, in milliseconds since 1970; null for never.
    pub last_login_at: Option<i64>,
    /// When the account was created, in milliseconds since 1970.
    pub created_at: i64,
    /// What the caller may do with it.
    pub rights: AccountRights,
}

impl AccountListRow {
    /// `row` at `now` in `zone`, with what the caller may do.
    pub fn of(row: AccountRow, rights: AccountRights, now: Millis, zone: &TimeZone) -> Self {
        Self {
            user_id: row.id,
            username: row.username,
            full_name: row.full_name,
            email: row.email.unwrap_or_default(),
            lion_id: row.lion_id.unwrap_or_default(),
            agency_id: row.agency_id.unwrap_or_default(),
            agency_name: row.agency_name.unwrap_or_default(),
            client_id: row.company_id.unwrap_or_default(),
            client_name: row.company_name.unwrap_or_default(),
            account_status: Number(row.status),
            expire_date: row.expire_date.0.map(|day| day.to_string()),
            expired: has_expired(row.expire_date.0, now, zone),
            must_change_password: row.must_change_password,
            sup_admin: i64::from(row.sup_admin),
            second_factor: row.second_factor,
            password_asked: row.password_asked,
            erase_at: row.erase_at,
            email_refused: row.email_refused,
            last_login_at: row.last_login_at,
            created_at: row.created_at,
            rights,
        }
    }
}

/// All that administrators may see of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the flags of an account")]
pub struct AccountDetails {
    /// The account's id, a UUID.
    pub user_id: String,
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The email address, or empty.
    pub email: String,
    /// True if the owner has proved that they read that address.
    pub email_verified: bool,
    /// The refusal of that address by the mail server of its reader; null if it takes emails, as far as is known.
    pub email_refused: Option<EmailRefusal>,
    /// The id at the corporate identity provider, or empty.
    pub lion_id: String,
    /// The language chosen for the account; empty if none is chosen.
    pub lang: String,
    /// The agency's id, or empty.
    pub agency_id: String,
    /// The agency's name, or empty.
    pub agency_name: String,
    /// The client's id, or empty.
    pub client_id: String,
    /// The client's name, or empty.
    pub client_name: String,
    /// The brand's id, or empty.
    pub brand_id: String,
    /// The brand's name, or empty.
    pub brand_name: String,
    pub account_status: AccountStatusNumber,
    /// The last valid day as `yyyy-MM-dd`; null if the account does not expire.
    pub expire_date: Option<String>,
    /// True if that day has passed.
    pub expired: bool,
    /// 1 for a super administrator, else 0.
    pub sup_admin: i64,
    /// True if the owner may open the user manager.
    pub user_manager: bool,
    /// True if the account has a password.
    pub has_password: bool,
    /// True if the owner must set a new password at the next sign-in.
    pub must_change_password: bool,
    /// When a random password expires, in milliseconds since 1970; null if the password does not
    /// expire.
    pub password_expires_at: Option<i64>,
    /// How often the owner has signed in.
    pub login_count: i64,
    /// When the owner last signed in, in milliseconds since 1970; null for never.
    pub last_login_at: Option<i64>,
    /// When the account was created, in milliseconds since 1970.
    pub created_at: i64,
    /// Further claims about the owner.
    pub claims: AccountClaims,
    /// The account's version. Each change increases it. Send it back with your change.
    pub version: i64,
    /// When the account was last changed, in milliseconds since 1970.
    pub changed_at: i64,
    /// The name of the person who made the last change; null for the command line and the server
    /// itself.
    pub changed_by: Option<String>,
    /// What the caller may do with it.
    pub rights: AccountRights,
    /// When the account is erased, in milliseconds since 1970; null if it is not deleted.
    pub erase_at: Option<i64>,
    /// True if its owner deleted it.
    pub deleted_by_owner: bool,
    /// True if the caller may send the owner the email to choose a password again.
    pub may_send_welcome: bool,
}

/// The lasting refusal of an email address.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailRefusal {
    /// When an email was first refused, in milliseconds since 1970.
    pub at: i64,
    /// The code of the answer, such as 550 (RFC 5321 section 4.2).
    pub code: i64,
}

impl From<AddressRefusal> for EmailRefusal {
    fn from(AddressRefusal { at, code }: AddressRefusal) -> Self {
        Self { at, code }
    }
}

/// What the caller may do with an account.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "one answer a right")]
pub struct AccountRights {
    /// True if the caller may change the owner's details.
    pub edit: bool,
    /// True if the caller may change the sign-in: `email`, `lionId`, `expireDate`.
    pub sign_in: bool,
    /// True if the caller may change the agency, client and brand.
    pub place: bool,
    /// True if the caller may enable or disable it.
    pub status: bool,
    /// True if the caller may delete it, or take that back.
    pub delete: bool,
    /// True if the caller may give it a random password.
    pub password: bool,
    /// True if the caller may give it roles and take them.
    pub roles: bool,
    /// True if the caller may see the home page as the owner sees it.
    pub home: bool,
    /// True if the caller may change `supAdmin`.
    pub sup_admin: bool,
}

impl AccountDetails {
    /// `account` at a time in a time zone, with the author of its last change.
    pub fn of(
        account: Account,
        (last, refusal): (EarlierChange, Option<AddressRefusal>),
        rights: AccountRights,
        (now, zone): (Millis, &TimeZone),
    ) -> Self {
        let may_send_welcome = rights.password && welcome_refused(&account).is_none();
        let (agency_id, agency_name) = pair(account.agency);
        let (client_id, client_name) = pair(account.company);
        let (brand_id, brand_name) = pair(account.brand);
        Self {
            user_id: account.id,
            username: account.username,
            full_name: account.full_name,
            email: account.email.unwrap_or_default(),
            email_verified: account.email_verified,
            email_refused: refusal.map(EmailRefusal::from),
            lion_id: account.lion_id.unwrap_or_default(),
            lang: account.lang.unwrap_or_default(),
            agency_id,
            agency_name,
            client_id,
            client_name,
            brand_id,
            brand_name,
            account_status: Number(account.status),
            expire_date: account.expire_date.map(|day| day.to_string()),
            expired: has_expired(account.expire_date, now, zone),
            sup_admin: i64::from(account.sup_admin),
            user_manager: account.user_manager,
            has_password: account.password_hash.is_some(),
            must_change_password: account.must_change_password,
            password_expires_at: account.password_expires_at,
            login_count: account.login_count,
            last_login_at: account.last_login_at,
            created_at: account.created_at,
            claims: account.profile.into(),
            version: account.version,
            changed_at: last.at,
            changed_by: last.by,
            rights,
            erase_at: None,
            deleted_by_owner: false,
            may_send_welcome,
        }
    }

    /// The same account with its deletion, if there is one.
    #[must_use]
    pub fn deleted(self, deletion: Option<&AccountDeletion>) -> Self {
        Self {
            erase_at: deletion.map(|deletion| deletion.erase_at),
            deleted_by_owner: deletion.is_some_and(AccountDeletion::is_own),
            ..self
        }
    }
}

fn pair(organisation: Option<Organisation>) -> (String, String) {
    organisation.map_or_else(Default::default, |one| (one.id, one.name))
}

/// Further claims of `OpenID` Connect Core 5.1 about the owner. In a change, a missing claim stays
/// unchanged and an empty one is removed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AccountClaims {
    /// First name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_name: Option<String>,
    /// Last name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family_name: Option<String>,
    /// Middle name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle_name: Option<String>,
    /// Casual name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    /// The short name that the owner prefers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preferred_username: Option<String>,
    /// The address of a page about the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The address of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The address of the owner's website.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// Gender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<String>,
    /// Date of birth: `YYYY-MM-DD`, `0000-MM-DD` without the year, or `YYYY` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birthdate: Option<String>,
    /// Time zone, such as `Asia/Shanghai`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zoneinfo: Option<String>,
    /// Language tag, such as `zh-CN`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// Telephone number with its country code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// True if the owner has proved that the number is theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number_verified: Option<bool>,
    /// Postal address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<AccountAddress>,
}

/// A postal address.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AccountAddress {
    /// The full address, ready to print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formatted: Option<String>,
    /// The street, house number and so on. It can have several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street_address: Option<String>,
    /// City.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locality: Option<String>,
    /// State or province.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Postal code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<String>,
    /// Country.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
}

impl From<Profile> for AccountClaims {
    fn from(profile: Profile) -> Self {
        Self {
            given_name: profile.given_name,
            family_name: profile.family_name,
            middle_name: profile.middle_name,
            nickname: profile.nickname,
            preferred_username: profile.preferred_username,
            profile: profile.profile,
            picture: profile.picture,
            website: profile.website,
            gender: profile.gender,
            birthdate: profile.birthdate,
            zoneinfo: profile.zoneinfo,
            locale: profile.locale,
            phone_number: profile.phone_number,
            phone_number_verified: profile.phone_number_verified,
            address: profile.address.map(AccountAddress::from),
        }
    }
}

impl From<Address> for AccountAddress {
    fn from(address: Address) -> Self {
        Self {
            formatted: address.formatted,
            street_address: address.street_address,
            locality: address.locality,
            region: address.region,
            postal_code: address.postal_code,
            country: address.country,
        }
    }
}

impl AccountClaims {
    /// The claims to change.
    pub fn wishes(self) -> Vec<ClaimValue> {
        let address = self.address.unwrap_or_default();
        let verified = self
            .phone_number_verified
            .map(|verified| verified.to_string());
        let all = [
            ("given_name", self.given_name),
            ("family_name", self.family_name),
            ("middle_name", self.middle_name),
            ("nickname", self.nickname),
            ("preferred_username", self.preferred_username),
            ("profile", self.profile),
            ("picture", self.picture),
            ("website", self.website),
            ("gender", self.gender),
            ("birthdate", self.birthdate),
            ("zoneinfo", self.zoneinfo),
            ("locale", self.locale),
            ("phone_number", self.phone_number),
            ("phone_number_verified", verified),
            ("address.formatted", address.formatted),
            ("address.street_address", address.street_address),
            ("address.locality", address.locality),
            ("address.region", address.region),
            ("address.postal_code", address.postal_code),
            ("address.country", address.country),
        ];
        let given = all.into_iter().filter_map(|(claim, value)| {
            let claim = claim.to_owned();
            value.map(|value| ClaimValue { claim, value })
        });
        given.collect()
    }
}
