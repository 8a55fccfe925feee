//! Converts errors of the domain to [`ApiError`]s, with their number, field and text. This is the
//! only such place.

use crate::access::{Action, Decision, Rule, WhomToAsk};
use crate::announcements::{AnnouncementError, AnnouncementPart};
use crate::catalogue::home_tiles::HomeTileError;
use crate::catalogue::{AccessError, ArrangementError, ModuleError, ProductError};
use crate::clients::EditError;
use crate::clock::seconds_left;
use crate::directory::change_password::ChangePasswordError;
use crate::directory::password_pool::HashError;
use crate::directory::{AccountError, EarlierChange, OrganisationError};
use crate::faults::{self, Faults};
use crate::feedback::FeedbackError;
use crate::files::NotAdded;
use crate::groups::{GroupError, RequestError};
use crate::http::envelope::{ApiError, Conflict, Fault, Helper, Refusal};
use crate::i18n::texts::Key;
use crate::insight::page_views::PageViewError;
use crate::passkeys::PasskeyError;
use crate::sessions::card::CardError;
use crate::surveys::SurveyError;
use crate::wechat::WechatError;

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

/// Each fault at its field. A value that is taken and a value that is not allowed have different numbers (contract X-05).
impl From<Faults> for ApiError {
    fn from(faults: Faults) -> Self {
        let shown = faults.list().iter().map(shown).collect();
        if faults.list().iter().any(|fault| fault.rule.is_taken()) {
            Self::Exists(shown)
        } else {
            Self::Invalid(shown)
        }
    }
}

fn shown(faults::Fault { field, rule }: &faults::Fault) -> Fault {
    let shown = match (rule, rule.value()) {
        (faults::Rule::Unknown, _) => return Fault::of_field(field.clone()),
        (_, Some((name, value))) => Fault::new(field.clone(), rule.words()).with(name, value),
        (_, None) => Fault::new(field.clone(), rule.words()),
    };
    match rule {
        faults::Rule::Form => shown.breaks("form"),
        _ => shown,
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Db(error) => error.into(),
            AccountError::Taken(faults) if faults.list().is_empty() => Self::exists("username"),
            AccountError::Taken(faults) | AccountError::Invalid(faults) => faults.into(),
            AccountError::Conflict(conflict) => Self::Conflict(conflict.into()),
            AccountError::Unknown => Self::illegal("userId"),
            AccountError::NotAllowed(_) => Self::NotAuthorized,
            AccountError::TooManyAdded { wait } => {
                Self::LimitReached(Key("api.too_many_added_accounts"), seconds_left(wait, 0))
            }
            AccountError::TooManyEmails { wait } => {
                Self::LimitReached(Key("api.too_many_welcome_emails"), seconds_left(wait, 0))
            }
            AccountError::TooManyDeletions { wait } => {
                Self::LimitReached(Key("api.too_many_in_a_day"), seconds_left(wait, 0))
            }
        }
    }
}

impl From<NotAdded> for ApiError {
    fn from(error: NotAdded) -> Self {
        match error {
            NotAdded::Full => {
                tracing::error!("the file store is full (files.total_bytes)");
                Self::Unavailable(Key("file.no_room"), 3_600)
            }
            NotAdded::Db(error) => error.into(),
        }
    }
}

impl From<OrganisationError> for ApiError {
    fn from(error: OrganisationError) -> Self {
        match error {
            OrganisationError::Invalid(faults) => faults.into(),
            OrganisationError::Conflict(conflict) => Self::Conflict(conflict.into()),
            OrganisationError::Unknown(field) => Self::illegal(field),
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

impl From<GroupError> for ApiError {
    fn from(error: GroupError) -> Self {
        match error {
            GroupError::Db(error) => error.into(),
            GroupError::Invalid(faults) => faults.into(),
            GroupError::Conflict(change) => Self::Conflict(change.into()),
            GroupError::TooMany { wait } => {
                Self::LimitReached(Key("api.too_many_in_a_day"), seconds_left(wait, 0))
            }
            GroupError::Unknown => Self::illegal("groupId"),
            GroupError::AboveOneself => Self::Refused(Refusal::new(
                Key("group.atrium_rights"),
                Helper::SuperAdministrators,
            )),
        }
    }
}

impl From<ProductError> for ApiError {
    fn from(error: ProductError) -> Self {
        match error {
            ProductError::Unknown => Self::illegal("projectId"),
            ProductError::Invalid(faults) => faults.into(),
            ProductError::Conflict(change) => Self::Conflict(change.into()),
            ProductError::NotAllowed(_) => Self::NotAuthorized,
            ProductError::Db(error) => error.into(),
        }
    }
}

impl From<ArrangementError> for ApiError {
    fn from(error: ArrangementError) -> Self {
        match error {
            ArrangementError::Unknown(field) => Self::illegal(field),
            ArrangementError::Invalid(faults) => faults.into(),
            ArrangementError::Db(error) => error.into(),
        }
    }
}

impl From<PageViewError> for ApiError {
    fn from(error: PageViewError) -> Self {
        match error {
            PageViewError::NoRoute => Self::illegal("route"),
            PageViewError::Db(error) => error.into(),
        }
    }
}

impl From<AnnouncementError> for ApiError {
    fn from(error: AnnouncementError) -> Self {
        match error {
            AnnouncementError::Unknown => Self::illegal("id"),
            AnnouncementError::Invalid(faults) => faults.into(),
            AnnouncementError::Conflict(change) => Self::Conflict(change.into()),
            AnnouncementError::NotAllowed(
                AnnouncementPart::Status | AnnouncementPart::SignInLine,
            ) => Self::NotAuthorized,
            AnnouncementError::Db(error) => error.into(),
        }
    }
}

impl From<SurveyError> for ApiError {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Unknown => Self::illegal("id"),
            SurveyError::Invalid(faults) => faults.into(),
            SurveyError::Conflict(change) => Self::Conflict(change.into()),
            SurveyError::Db(error) => error.into(),
        }
    }
}

impl From<FeedbackError> for ApiError {
    fn from(error: FeedbackError) -> Self {
        match error {
            FeedbackError::Unknown(field) => Self::illegal(field),
            FeedbackError::Invalid(faults) => faults.into(),
            FeedbackError::Conflict(change) => Self::Conflict(change.into()),
            FeedbackError::Merged => Self::Invalid(vec![Fault::new("id", Key("feedback.merged"))]),
            FeedbackError::TooMany { wait } => {
                Self::LimitReached(Key("api.too_many_in_a_day"), seconds_left(wait, 0))
            }
            FeedbackError::Db(error) => error.into(),
        }
    }
}

impl From<HomeTileError> for ApiError {
    fn from(error: HomeTileError) -> Self {
        match error {
            HomeTileError::Unknown => Self::illegal("slot"),
            HomeTileError::Invalid(faults) => faults.into(),
            HomeTileError::Conflict(change) => Self::Conflict(change.into()),
            HomeTileError::Db(error) => error.into(),
        }
    }
}

impl From<ModuleError> for ApiError {
    fn from(error: ModuleError) -> Self {
        match error {
            ModuleError::UnknownProduct => Self::illegal("projectId"),
            ModuleError::Unknown => Self::illegal("moduleId"),
            ModuleError::Invalid(faults) => faults.into(),
            ModuleError::Conflict(change) => Self::Conflict(change.into()),
            ModuleError::Db(error) => error.into(),
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
            RequestError::Invalid(faults) => faults.into(),
            RequestError::NothingToExtend => fault("groupId", Key("request.nothing_to_extend")),
            RequestError::Changed(change) => Self::Conflict(change.into()),
            RequestError::LastManager => fault("userId", Key("member.last_manager")),
            RequestError::ManagerStays => fault("groupId", Key("member.manager_stays")),
            RequestError::Given => fault("userId", Key("member.given")),
            RequestError::TooMany { wait } => {
                Self::LimitReached(Key("api.too_many_in_a_day"), seconds_left(wait, 0))
            }
            RequestError::Db(error) => error.into(),
        }
    }
}

impl From<PasskeyError> for ApiError {
    fn from(error: PasskeyError) -> Self {
        let fault = |field: &'static str, words| Self::Invalid(vec![Fault::new(field, words)]);
        match error {
            PasskeyError::Off => {
                Self::Refused(Refusal::new(Key("passkey.off"), Helper::Administrators))
            }
            PasskeyError::Late => fault("state", Key("passkey.add_late")),
            PasskeyError::Wrong(why) => {
                tracing::info!(why = %why.escape_debug(), "a new passkey was refused");
                fault("credential", Key("passkey.add_failed"))
            }
            PasskeyError::Known => {
                Self::Exists(vec![Fault::new("credential", Key("passkey.known"))])
            }
            PasskeyError::TooMany => fault("credential", Key("passkey.too_many")),
            PasskeyError::NoSuchKey => Self::illegal("id"),
            PasskeyError::Invalid(faults) => faults.into(),
            PasskeyError::Db(error) => error.into(),
        }
    }
}

impl From<WechatError> for ApiError {
    fn from(error: WechatError) -> Self {
        let fault = |field: &'static str, words| Self::Invalid(vec![Fault::new(field, words)]);
        match error {
            WechatError::Off => {
                Self::Refused(Refusal::new(Key("wechat.off"), Helper::Administrators))
            }
            WechatError::Handle => fault("access_token", Key("wechat.handle_over")),
            WechatError::Link => fault("wechatToken", Key("wechat.link_over")),
            WechatError::Quota(wait) => {
                Self::Unavailable(Key("wechat.quota"), seconds_left(wait, 0))
            }
            WechatError::StaleToken | WechatError::Refused(_) | WechatError::Unreachable(_) => {
                tracing::warn!(%error, "the messaging platform gave no answer");
                Self::Unavailable(Key("wechat.failed"), 60)
            }
            WechatError::Busy => Self::Busy(5),
            WechatError::Seal(error) => {
                tracing::error!(%error, "a value for the messaging app was not sealed");
                Self::Internal
            }
            WechatError::Account(error) => error.into(),
            WechatError::Db(error) => error.into(),
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
            ChangePasswordError::Length(_) => {
                Faults::of("password", faults::Rule::ValidFormat).into()
            }
            ChangePasswordError::Guessable => {
                Faults::of("newPassword", faults::Rule::PasswordGuessable).into()
            }
            ChangePasswordError::Same => {
                Faults::of("newPassword", faults::Rule::PasswordSame).into()
            }
            ChangePasswordError::LastSuperAdministrator => {
                Faults::of("userId", faults::Rule::LastSuperAdministrator).into()
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
            EditError::Invalid(faults) => faults.into(),
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
            AccessError::Conflict(change) => Self::Conflict(change.into()),
            AccessError::AttachesSso => Self::Refused(Refusal::new(
                Key("access.attaches_sso"),
                Helper::SuperAdministrators,
            )),
            AccessError::Invalid(faults) => faults.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Rule;

    /// Contract: a duplicate and a bad field have different numbers, and each field is named.
    #[test]
    fn a_bad_field_is_named() {
        let mut faults = Faults::of("email", Rule::Form);
        faults.add("claims.address.country", Rule::Address);
        faults.add("links", Rule::Most(20));
        faults.add("moduleId", Rule::Unknown);
        let bad = ApiError::from(AccountError::Invalid(faults));
        let expected = ApiError::Invalid(vec![
            Fault::new("email", Key("dc:请按规则输入")).breaks("form"),
            Fault::new("claims.address.country", Key("claim.address")),
            Fault::new("links", Key("product.most")).with("most", "20"),
            Fault::of_field("moduleId".into()),
        ]);
        assert_eq!(bad, expected);
        let taken = AccountError::Taken(Faults::of("lionId", Rule::LionIdTaken));
        let expected = vec![Fault::new("lionId", Key("account.lion_id_taken"))];
        assert_eq!(ApiError::from(taken), ApiError::Exists(expected));
        let unknown = ApiError::from(AccountError::Unknown);
        assert_eq!(unknown, ApiError::illegal("userId"));
    }
}
