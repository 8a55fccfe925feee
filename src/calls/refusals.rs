//! Converts errors of the domain to [`ApiError`]s, with their number, field and text. This is the
//! only such place.

mod groups;
mod products;

use std::borrow::Cow;

use crate::access::{Action, Decision, Rule, WhomToAsk};
use crate::catalogue::{AccessError, AccessFault, AccessField, AccessRule};
use crate::clients::{EditError, MetadataFault};
use crate::clock::seconds_left;
use crate::directory::change_password::ChangePasswordError;
use crate::directory::password_pool::HashError;
use crate::directory::{
    AccountError, AccountFault, AccountField, AccountRule, ClaimRule, EarlierChange,
    OrganisationError, OrganisationFault, OrganisationField, OrganisationRule,
};
use crate::groups::RequestError;
use crate::http::envelope::{ApiError, Conflict, Fault, Helper, Refusal};
use crate::i18n::texts::Key;
use crate::sessions::card::CardError;

/// The refusal of `action`, with the names of those who can help. Only a caller who generally has the right
/// learns more than that it is missing; a closed product is refused like an unknown one.
pub fn refused(action: Action, decision: Decision, names: Vec<String>) -> ApiError {
    let why = match (decision.rule, action) {
        (Rule::Oneself, Action::SetPassword) => Key("account.own_password"),
        (Rule::Oneself, Action::SetStatus) => Key("account.own_status"),
        (Rule::Oneself, Action::ChangeSignIn) => Key("account.own_sign_in"),
        (Rule::Oneself, Action::MoveAccount) => Key("account.own_place"),
        (Rule::HoldsMore, Action::EditGroup | Action::SetGroupStatus | Action::AddAccount) => {
            Key("group.holds_more")
        }
        (Rule::HoldsMore, Action::GiveMembership) => Key("member.chose_way_in"),
        (Rule::HoldsMore, Action::MoveOrganisation) => Key("organisation.limits_more"),
        (Rule::Oneself, Action::DecideRequest | Action::ExamineRequest) => Key("request.own"),
        (Rule::Oneself, Action::ChangeMembership | Action::GiveMembership) => Key("member.own"),
        (Rule::Oneself, Action::SetRoles) => Key("account.own_roles"),
        (Rule::NoRight, Action::AttachSsoRight) => Key("access.attaches_sso"),
        (
            Rule::HoldsMore,
            Action::EditRight
            | Action::DeleteRight
            | Action::AssignRight
            | Action::ConfirmRight
            | Action::EditRole
            | Action::DeleteRole
            | Action::AssignRole,
        ) => Key("access.gives_more"),
        (Rule::Oneself, _) => Key("refusal.for_oneself"),
        (Rule::HoldsMore, _) => Key("account.holds_more"),
        (Rule::ForSuperAdministrators, _) => Key("refusal.for_super_administrators"),
        (Rule::NoRight, Action::LinkNewAccount) => Key("account.link_new"),
        (Rule::NoRight, Action::EditProduct) => Key("product.only_texts"),
        (Rule::NoRight, Action::AppointSsoAdministrators) => Key("product.sso_administrators"),
        _ => Key("refusal.no_right"),
    };
    let helper = match (decision.rule, decision.whom_to_ask) {
        (Rule::Closed(_), _) | (_, WhomToAsk::Administrators) => Helper::Administrators,
        (_, WhomToAsk::Nobody) => Helper::Nobody,
        (_, WhomToAsk::GroupManagers) => Helper::GroupManagers,
        (_, WhomToAsk::ProductAdministrator) => Helper::ProductAdministrator,
        (_, WhomToAsk::SuperAdministrators) => Helper::SuperAdministrators,
    };
    ApiError::Refused(Refusal {
        why,
        right: Some(action.name()),
        helper,
        names,
    })
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Db(error) => error.into(),
            AccountError::Taken(fields) if fields.is_empty() => Self::exists("username"),
            AccountError::Taken(fields) => Self::Exists(fields.iter().map(taken).collect()),
            AccountError::Invalid(faults) => {
                Self::Invalid(faults.list().iter().map(fault).collect())
            }
            AccountError::Conflict(conflict) => Self::Conflict(conflict.into()),
            AccountError::Unknown => Self::illegal("userId"),
            AccountError::NotAllowed(_) => Self::NotAuthorized,
            AccountError::TooManyAdded { wait } => {
                Self::LimitReached(Key("api.too_many_added_accounts"), seconds_left(wait, 0))
            }
            AccountError::TooManyEmails { wait } => {
                Self::LimitReached(Key("api.too_many_welcome_emails"), seconds_left(wait, 0))
            }
        }
    }
}

impl From<OrganisationError> for ApiError {
    fn from(error: OrganisationError) -> Self {
        let fault = |(field, rule): OrganisationFault| {
            Fault::new(organisation_field(field), organisation_words(field, rule))
        };
        match error {
            OrganisationError::Taken(field) => {
                let words = Key("organisation.taken");
                Self::Exists(vec![Fault::new(organisation_field(field), words)])
            }
            OrganisationError::Invalid(faults) => {
                Self::Invalid(faults.into_iter().map(fault).collect())
            }
            OrganisationError::Conflict(conflict) => Self::Conflict(conflict.into()),
            OrganisationError::Unknown(field) => Self::illegal(organisation_field(field)),
            OrganisationError::NotAllowed => Self::NotAuthorized,
            OrganisationError::Oneself => Self::Refused(Refusal::new(
                Key("agency_request.own"),
                Helper::Administrators,
            )),
            OrganisationError::TooMany { wait } => {
                Self::LimitReached(Key("api.too_many_in_a_day"), seconds_left(wait, 0))
            }
            OrganisationError::Db(error) => error.into(),
        }
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        let fault = |field: &'static str, words| Self::Invalid(vec![Fault::new(field, words)]);
        match error {
            RequestError::UnknownGroup => Self::illegal("groupId"),
            RequestError::UnknownRequest => Self::illegal("id"),
            RequestError::UnknownPerson => fault("userId", Key("request.unknown_person")),
            RequestError::NoMember => fault("userId", Key("member.none")),
            RequestError::NoSingleGroup => fault("groupId", Key("request.no_single_group")),
            RequestError::Decided { by, at } => Self::Conflict(Conflict { by, at }),
            RequestError::Reason(wrong) => {
                let words = wrong.rule(Key("request.long_reason"), Key("text.hidden"));
                fault("reason", words)
            }
            RequestError::Days { most } => {
                let fault = Fault::new("wantedDays", Key("request.days"));
                Self::Invalid(vec![fault.with("most", most.to_string())])
            }
            RequestError::LastDay { latest } => {
                let fault = Fault::new("endsOn", Key("request.last_day"));
                Self::Invalid(vec![fault.with("day", latest.to_string())])
            }
            RequestError::NothingToExtend => fault("groupId", Key("request.nothing_to_extend")),
            RequestError::Changed(change) => Self::Conflict(change.into()),
            RequestError::LastManager => fault("userId", Key("member.last_manager")),
            RequestError::ManagerStays => fault("groupId", Key("member.manager_stays")),
            RequestError::TooMany { wait } => {
                Self::LimitReached(Key("api.too_many_in_a_day"), seconds_left(wait, 0))
            }
            RequestError::Db(error) => error.into(),
        }
    }
}

impl From<EarlierChange> for Conflict {
    fn from(EarlierChange { by, at }: EarlierChange) -> Self {
        Self { by, at }
    }
}

impl From<ChangePasswordError> for ApiError {
    fn from(error: ChangePasswordError) -> Self {
        match error {
            ChangePasswordError::Length(_) => Self::Invalid(vec![Fault::new(
                "password",
                Key("Please input valid format"),
            )]),
            ChangePasswordError::Same => Self::illegal("password"),
            ChangePasswordError::LastSuperAdministrator => {
                let words = Key("account.last_super_administrator");
                Self::Invalid(vec![Fault::new("userId", words)])
            }
            // The account no longer exists.
            ChangePasswordError::Outrun | ChangePasswordError::LinkVoid => Self::illegal("userId"),
            ChangePasswordError::TooManyRandom { wait } => {
                Self::LimitReached(Key("api.too_many_random_passwords"), seconds_left(wait, 0))
            }
            ChangePasswordError::Delayed { .. } | ChangePasswordError::Busy => Self::Busy(5),
            ChangePasswordError::Db(error) => error.into(),
        }
    }
}

impl From<EditError> for ApiError {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Invalid(faults) => Self::Invalid(faults.iter().map(metadata).collect()),
            EditError::Taken("client_id") => Self::exists("client_id"),
            EditError::Taken(field) => Self::exists(format!("metadata.{field}")),
            EditError::Unknown => Self::illegal("client_id"),
            EditError::Declared => of_application(Key("application.declared")),
            EditError::NoSecret => of_application(Key("application.no_secret")),
            EditError::Trusted => Self::Refused(Refusal::new(
                Key("application.trusted"),
                Helper::SuperAdministrators,
            )),
            EditError::Conflict { by, at } => Self::Conflict(Conflict { by, at }),
            EditError::Db(error) => error.into(),
        }
    }
}

fn of_application(words: Key) -> ApiError {
    ApiError::Invalid(vec![Fault::new("client_id", words)])
}

/// The fault of a field of an application. The id is the only field outside the metadata.
fn metadata(fault: &MetadataFault) -> Fault {
    let field = match fault.field.as_str() {
        "client_id" => Cow::Borrowed("client_id"),
        field => Cow::Owned(format!("metadata.{field}")),
    };
    Fault::new(field, metadata_words(&fault.field))
}

/// What a field of an application may have.
fn metadata_words(field: &str) -> Key {
    match field {
        "client_id" => Key("application.client_id"),
        "name" | "legacy.app_name" => Key("application.name"),
        "redirect_uris" | "post_logout_redirect_uris" => Key("application.redirect_uris"),
        "backchannel_logout_uri" | "jwks_uri" => Key("application.called_uri"),
        "allowed_origins" | "legacy.callback_origins" => Key("application.origins"),
        "logo_uri" | "client_uri" | "policy_uri" | "tos_uri" | "initiate_login_uri"
        | "resources" => Key("application.web_uri"),
        "jwks" => Key("application.jwks"),
        "scopes" => Key("application.scopes"),
        "grant_types" => Key("application.grant_types"),
        "response_types" => Key("application.response_types"),
        "refresh" => Key("application.refresh"),
        "rotate_refresh_tokens" => Key("application.rotate_refresh_tokens"),
        "refresh_grace" => Key("application.refresh_grace"),
        "token_endpoint_auth_signing_alg"
        | "id_token_signed_response_alg"
        | "access_token_signed_response_alg" => Key("application.algorithm"),
        "access_token_lifetime" => Key("application.access_token_lifetime"),
        "default_max_age" => Key("application.default_max_age"),
        "serves_signed" => Key("application.serves_signed"),
        "kind" => Key("application.kind"),
        _ => Key("application.value"),
    }
}

impl From<HashError> for ApiError {
    fn from(_: HashError) -> Self {
        Self::Busy(5)
    }
}

impl From<CardError> for ApiError {
    fn from(error: CardError) -> Self {
        match error {
            CardError::Unknown => Self::illegal("productId"),
            CardError::Closed => Self::NotAuthorized,
            CardError::Db(error) => error.into(),
        }
    }
}

impl From<AccessError> for ApiError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Db(error) => error.into(),
            AccessError::Taken(field) => Self::exists(access_field(field)),
            AccessError::Conflict(change) => Self::Conflict(change.into()),
            AccessError::AttachesSso => Self::Refused(Refusal::new(
                Key("access.attaches_sso"),
                Helper::SuperAdministrators,
            )),
            AccessError::Invalid(faults) => {
                Self::Invalid(faults.into_iter().map(access_fault).collect())
            }
        }
    }
}

fn access_fault(fault: AccessFault) -> Fault {
    let field = access_field(fault.field);
    let words = match (fault.rule, fault.field) {
        (AccessRule::Filled, _) => Key("access.filled"),
        (AccessRule::Length, AccessField::Description) => Key("access.description"),
        (AccessRule::Length, AccessField::Code) => Key("access.long_code"),
        (AccessRule::Length, _) => Key("Only support 100 characters;"),
        (AccessRule::Hidden, _) => Key("text.hidden"),
        (AccessRule::Code, _) => Key("access.code"),
        (AccessRule::Known, _) => return Fault::of_field(field),
        (AccessRule::Count, _) => Key("access.too_many"),
        (AccessRule::BuiltIn, _) => Key("access.built_in"),
        (AccessRule::Unused, AccessField::Role) => Key("access.role_in_use"),
        (AccessRule::Unused, _) => Key("access.right_in_use"),
        (AccessRule::NeedsType, _) => Key("access.needs_type"),
    };
    Fault::new(field, words)
}

/// The name of the field in the product API; one of a list has its position.
fn access_field(field: AccessField) -> Cow<'static, str> {
    Cow::Borrowed(match field {
        AccessField::Product => "projectId",
        AccessField::Module => "moduleId",
        AccessField::Right => "accessId",
        AccessField::Rights => "accessIds",
        AccessField::Role => "roleId",
        AccessField::Roles => "roleIds",
        AccessField::LimitedRole(at) => return Cow::Owned(format!("limits[{at}].roleId")),
        AccessField::LimitOrganisation(at) => return Cow::Owned(format!("limits[{at}].orgId")),
        AccessField::Code => "accessCode",
        AccessField::RightName => "accessName",
        AccessField::RoleName => "roleName",
        AccessField::Description => "desc",
        AccessField::Groups => "groupIds",
        AccessField::Companies => "clientIds",
        AccessField::Divisions => "divisionIds",
        AccessField::Brands => "brandIds",
        AccessField::AccountType => "accountType",
        AccessField::Organisation => "orgId",
        AccessField::Accounts => "userIds",
    })
}

fn taken(field: &AccountField) -> Fault {
    let text = match field {
        AccountField::Username => Key("account.username_taken"),
        AccountField::Email => Key("account.email_taken"),
        AccountField::LionId => Key("account.lion_id_taken"),
        _ => Key("api.exists"),
    };
    Fault::new(name(field), text)
}

fn fault(fault: &AccountFault) -> Fault {
    let shown = Fault::new(name(&fault.field), words(fault.rule));
    match fault.rule {
        AccountRule::Form => shown.breaks("form"),
        _ => shown,
    }
}

/// The contract's literal messages (V-02, V-03, V-06, V-12); our own words for our own rules.
const fn words(rule: AccountRule) -> Key {
    match rule {
        AccountRule::Form => Key("dc:请按规则输入"),
        AccountRule::Length => Key("Only support 100 characters;"),
        AccountRule::Hidden => Key("text.hidden"),
        AccountRule::Characters => Key("dc:仅支持编号。大写和小写字母"),
        AccountRule::PasswordLength => Key("Please input valid format"),
        AccountRule::ExpireDate => Key("account.expire_date"),
        AccountRule::Language => Key("account.language"),
        AccountRule::Known => Key("account.organisation"),
        AccountRule::LastSuperAdministrator => Key("account.last_super_administrator"),
        AccountRule::Claim(rule) => claim_words(rule),
    }
}

const fn claim_words(rule: ClaimRule) -> Key {
    match rule {
        ClaimRule::Line => Key("Only support 100 characters;"),
        ClaimRule::Hidden => Key("text.hidden"),
        ClaimRule::Link => Key("claim.link"),
        ClaimRule::Email => Key("dc:请按规则输入"),
        ClaimRule::Verified => Key("claim.verified"),
        ClaimRule::Birthdate => Key("claim.birthdate"),
        ClaimRule::Zone => Key("claim.zone"),
        ClaimRule::Locale => Key("claim.locale"),
        ClaimRule::PhoneNumber => Key("claim.phone_number"),
        ClaimRule::Address | ClaimRule::AddressMember => Key("claim.address"),
        ClaimRule::Name => Key("claim.name"),
    }
}

/// The contract's literal messages (V-02, V-21, V-22); our own words for our own rules.
const fn organisation_words(field: OrganisationField, rule: OrganisationRule) -> Key {
    match (field, rule) {
        (_, OrganisationRule::Hidden) => Key("text.hidden"),
        (OrganisationField::Reason, _) => Key("organisation.reason"),
        (OrganisationField::Account, _) => Key("organisation.account"),
        (_, OrganisationRule::Name) => Key("dc:请按规则输入"),
        (_, OrganisationRule::Length) => Key("Only support 100 characters;"),
        (_, OrganisationRule::Logo) => Key("organisation.logo"),
        (_, OrganisationRule::Chosen) => Key("dc:请选择"),
        (_, OrganisationRule::Known) => Key("account.organisation"),
    }
}

/// The name of the field in the product API.
const fn organisation_field(field: OrganisationField) -> &'static str {
    match field {
        OrganisationField::Id => "id",
        OrganisationField::Name => "name",
        OrganisationField::Parent => "parentId",
        OrganisationField::Logo => "logo",
        OrganisationField::IrisCode => "irisCode",
        OrganisationField::IrisName => "irisName",
        OrganisationField::Agency => "agencyId",
        OrganisationField::Company => "clientId",
        OrganisationField::Brand => "brandId",
        OrganisationField::Account => "userId",
        OrganisationField::Request => "requestId",
        OrganisationField::Reason => "reason",
    }
}

/// The name of the field in the product API.
fn name(field: &AccountField) -> Cow<'static, str> {
    Cow::Borrowed(match field {
        AccountField::Username => "username",
        AccountField::Email => "email",
        AccountField::Password => "password",
        AccountField::FullName => "fullName",
        AccountField::LionId => "lionId",
        AccountField::Language => "lang",
        AccountField::Agency => "agencyId",
        AccountField::Company => "clientId",
        AccountField::Brand => "brandId",
        AccountField::ExpireDate => "expireDate",
        AccountField::Status => "accountStatus",
        AccountField::SuperAdministrator => "supAdmin",
        AccountField::Group => "groupId",
        AccountField::Claim(claim) if claim == "email_verified" => "emailVerified",
        AccountField::Claim(claim) => return Cow::Owned(format!("claims.{claim}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::AccountFaults;

    /// Contract: a duplicate and a bad field have different numbers, and each field is named.
    #[test]
    fn a_bad_field_is_named() {
        let mut faults = AccountFaults::default();
        faults.add(AccountField::Email.breaks(AccountRule::Form));
        let claim = AccountField::Claim("address.country".to_owned());
        faults.add(claim.breaks(AccountRule::Claim(ClaimRule::AddressMember)));
        let bad = ApiError::from(AccountError::Invalid(faults));
        let expected = ApiError::Invalid(vec![
            Fault::new("email", Key("dc:请按规则输入")).breaks("form"),
            Fault::new("claims.address.country", Key("claim.address")),
        ]);
        assert_eq!(bad, expected);
        let taken = AccountError::Taken(vec![AccountField::LionId]);
        let expected = vec![Fault::new("lionId", Key("account.lion_id_taken"))];
        assert_eq!(ApiError::from(taken), ApiError::Exists(expected));
        let unknown = ApiError::from(AccountError::Unknown);
        assert_eq!(unknown, ApiError::illegal("userId"));
    }
}
