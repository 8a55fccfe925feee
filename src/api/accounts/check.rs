//! Why a person can or cannot open an application (contract G-38): the verdict, each rule that decides, who can change it, and
//! what the caller may do. The rules come from the one function that decides everywhere; this file only says them.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::check_bodies::{
    AccessCheck, AccessCheckAct as Act, AccessCheckGroup, AccessCheckGroupAct as GroupAct,
    AccessCheckHelp as Help, AccessCheckKind as Kind, AccessCheckPlace as Place,
    AccessCheckReason as Reason, AccessCheckRight as Right, AccessCheckRule as CheckRule,
};
use crate::access::{Action, Closed, Object, Requirement};
use crate::calls::{Caller, operation};
use crate::catalogue::{Connected, ProductCheck, ProductRecord, product_check, products};
use crate::clients::{Client, Source};
use crate::days::today;
use crate::directory::{Account, WhyNot, deletion, has_expired, is_locked, may_sign_in};
use crate::groups::{self, GroupPlace, ProductGroup, product_groups};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, integer};
use crate::state::AppState;

/// The most names of agencies.
const MOST_AGENCIES: usize = 20;

/// The person and the product to check.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AccessCheckQuery {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
}

/// Check whether a user can open a product
///
/// The verdict, and each rule that decides, with who can change it and what the caller may do about it. Groups that the
/// caller may not list are left out. A caller who may not choose among all products can check those that the home page
/// shows.
#[operation(tag = "accounts", params(AccessCheckQuery))]
pub async fn account_access_check(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<AccessCheckQuery>,
) -> Answered<AccessCheck> {
    let account = caller.named_account()?;
    let subject = Subject::of(&mut caller, &state, &account, query.project_id).await?;
    let mut rules = account_rules(&mut caller, &state, &subject).await?;
    rules.push(product_rule(&mut caller, &subject).await?);
    rules.push(agency_rule(&mut caller, &subject).await?);
    rules.push(group_rule(&mut caller, &state, &subject).await?);
    rules.extend(application_rule(&mut caller, &subject).await?);
    rules.push(address_rule(&mut caller, &subject).await?);
    let (check, name_zh) = (subject.check, subject.record.row.name_zh);
    Ok(Answer(AccessCheck {
        user_id: account.id.clone(),
        username: account.username.clone(),
        full_name: account.full_name.clone(),
        project_id: check.id,
        project_name: caller.language.of_two(check.name, name_zh),
        opens: check.decision.allowed && rules.iter().all(|rule| rule.passed),
        rules,
    }))
}

/// The person and the product, and both as objects of the caller.
struct Subject<'a> {
    account: &'a Account,
    person: Object,
    /// True if only super administrators may change how the person signs in.
    is_administrator: bool,
    can_sign_in: bool,
    check: ProductCheck,
    record: ProductRecord,
    product: Object,
}

impl<'a> Subject<'a> {
    /// Refuses a product that the caller may not choose like one that does not exist.
    async fn of(
        caller: &mut Caller,
        state: &AppState,
        account: &'a Account,
        product_id: i64,
    ) -> Result<Self, ApiError> {
        let unknown = || ApiError::illegal("projectId");
        let record = products::record(caller.view(), product_id).await?;
        let record = record.ok_or_else(unknown)?;
        let check = product_check(caller.view(), account, product_id, &state.clients).await?;
        let check = check.ok_or_else(unknown)?;
        let product = Object::Product {
            id: product_id,
            standing: check.standing,
        };
        let hidden = &state.config.branding.hidden_app_ids;
        let shown = check.standing.on && !record.row.hidden && !hidden.contains(&product_id);
        if !shown
            && !caller.may(Action::ChooseProducts, &Object::None).await?
            && !caller.may(Action::ViewProduct, &product).await?
        {
            return Err(unknown());
        }
        let person = caller.object().clone();
        Ok(Self {
            account,
            is_administrator: matches!(
                person,
                Object::Account {
                    is_administrator: true,
                    ..
                }
            ),
            can_sign_in: may_sign_in(account, caller.now, &state.zone).is_ok(),
            person,
            check,
            record,
            product,
        })
    }

    /// Who can change the account, with `right` if its owner is no administrator.
    fn help_about_account(&self, right: Right) -> Help {
        if self.is_administrator {
            Help::by(Right::SuperAdministrators)
        } else {
            Help::by(right)
        }
    }

    fn help_about_product(&self, right: Right) -> Help {
        let name = &self.check.admin_name;
        Help {
            right,
            names: if name.is_empty() {
                Vec::new()
            } else {
                vec![name.clone()]
            },
        }
    }
}

fn one(may: bool, act: Act) -> Vec<Act> {
    may.then_some(act).into_iter().collect()
}

/// The rules about the account itself, as `may_sign_in` has them (contract G-39, G-40).
async fn account_rules(
    caller: &mut Caller,
    state: &AppState,
    subject: &Subject<'_>,
) -> Result<Vec<CheckRule>, ApiError> {
    let (account, now) = (subject.account, caller.now);
    let reason = match may_sign_in(account, now, &state.zone) {
        Ok(()) | Err(WhyNot::Expired) => None,
        Err(WhyNot::Processing) => Some(Reason::Waiting),
        Err(WhyNot::Disabled) => {
            if deletion::find(caller.view(), &account.id).await?.is_some() {
                Some(Reason::Deleted)
            } else if is_locked(caller.view(), account).await? {
                Some(Reason::Locked)
            } else {
                Some(Reason::Disabled)
            }
        }
    };
    let mut status = CheckRule::of(Kind::Account, reason);
    if let Some(reason) = reason {
        let may =
            reason != Reason::Deleted && caller.may(Action::SetStatus, &subject.person).await?;
        let acts = one(may, Act::EnableAccount);
        status = status.helped(subject.help_about_account(Right::AccountStatus), acts);
    }
    let expired = has_expired(account.expire_date, now, &state.zone);
    let mut last_day = CheckRule::of(Kind::LastDay, expired.then_some(Reason::Expired));
    last_day.last_day = account.expire_date.map(|day| day.to_string());
    if expired {
        let may = caller.may(Action::ChangeSignIn, &subject.person).await?;
        let acts = one(may, Act::ExtendAccount);
        last_day = last_day.helped(subject.help_about_account(Right::AccountEdit), acts);
    }
    Ok(vec![status, last_day])
}

async fn product_rule(caller: &mut Caller, subject: &Subject<'_>) -> Result<CheckRule, ApiError> {
    if subject.check.meets(Requirement::On) {
        return Ok(CheckRule::of(Kind::Product, None));
    }
    let may = caller
        .may(Action::SetProductStatus, &subject.product)
        .await?;
    let acts = one(may, Act::EnableProduct);
    let help = subject.help_about_product(Right::ProductStatus);
    Ok(CheckRule::of(Kind::Product, Some(Reason::Off)).helped(help, acts))
}

async fn agency_rule(caller: &mut Caller, subject: &Subject<'_>) -> Result<CheckRule, ApiError> {
    let agency = subject.account.agency.as_ref();
    let agency_name = agency.map_or_else(String::new, |agency| agency.name.clone());
    if subject.check.meets(Requirement::Agency) {
        return Ok(CheckRule {
            agency_name,
            ..CheckRule::of(Kind::Agency, None)
        });
    }
    let mut acts = Vec::new();
    if caller.may(Action::EditProduct, &subject.product).await? {
        acts.push(Act::EditProduct);
    }
    if caller.may(Action::MoveAccount, &subject.person).await? {
        acts.push(Act::MoveAccount);
    }
    let mut agencies = Vec::new();
    if caller.may(Action::ViewProduct, &subject.product).await? {
        let ids = &subject.record.agencies;
        let found = products::agency_names(caller.view(), ids).await?;
        agencies.extend(found.into_iter().map(|(_, name)| name));
    }
    let more = agencies.len() > MOST_AGENCIES;
    agencies.truncate(MOST_AGENCIES);
    let rule = CheckRule {
        agency_name,
        agencies,
        more,
        ..CheckRule::of(Kind::Agency, Some(Reason::Agency))
    };
    Ok(rule.helped(subject.help_about_product(Right::ProductEdit), acts))
}

/// A group that the caller may not list decides, but the answer does not name it: a membership in it that does not open
/// the product looks like none.
async fn group_rule(
    caller: &mut Caller,
    state: &AppState,
    subject: &Subject<'_>,
) -> Result<CheckRule, ApiError> {
    let check = &subject.check;
    if check.needs_no_group() {
        return Ok(CheckRule {
            passed: true,
            ..CheckRule::of(Kind::Group, Some(Reason::Everyone))
        });
    }
    let every = caller.may(Action::ListGroups, &Object::None).await?;
    let (reader, day) = (caller.account(), today(caller.now, &state.zone).to_string());
    let asked = (check.id, subject.account.id.as_str());
    let found = product_groups(caller.view(), asked, (&*reader, every), &day).await?;
    let passed = check.meets(Requirement::Group);
    let reason = if passed {
        None
    } else {
        let rules = check.with_membership(found.membership).rules();
        let by_group = rules
            .into_iter()
            .find(|(rule, _)| *rule == Requirement::Group);
        Some(match by_group.and_then(|(_, closed)| closed) {
            Some(Closed::Pending) => Reason::Pending,
            Some(Closed::Ended) => Reason::Ended,
            _ => Reason::NoGroup,
        })
    };
    let mut rule = CheckRule::of(Kind::Group, reason);
    for group in found.groups {
        let act = if passed {
            None
        } else {
            group_act(caller, subject, &group, &day).await?
        };
        rule.groups.push(shown(group, act));
    }
    rule.more = found.more;
    if !passed {
        rule = rule.helped(Help::by(Right::GroupManagers), Vec::new());
    }
    Ok(rule)
}

fn shown(group: ProductGroup, act: Option<GroupAct>) -> AccessCheckGroup {
    AccessCheckGroup {
        group_id: group.id,
        group_name: group.name,
        on: group.on,
        gives: group.gives,
        place: match group.place {
            GroupPlace::Member => Place::Member,
            GroupPlace::Waiting => Place::Waiting,
            GroupPlace::Ended => Place::Ended,
            GroupPlace::Refused => Place::Refused,
            GroupPlace::Invited => Place::Invited,
            GroupPlace::Stranger => Place::Stranger,
        },
        ends_on: group.ends_on.map(|day| day.to_string()),
        may_ask: group.may_ask,
        managers: group.managers,
        act,
    }
}

/// What the caller may do so that the group opens the product to the person. Nobody changes their own place.
async fn group_act(
    caller: &mut Caller,
    subject: &Subject<'_>,
    group: &ProductGroup,
    day: &str,
) -> Result<Option<GroupAct>, ApiError> {
    let reader = caller.account();
    let whole = groups::facts::group(caller.view(), (&*reader, day), &group.id).await?;
    if !group.on {
        let may = caller.may(Action::SetGroupStatus, &whole).await?;
        return Ok(may.then_some(GroupAct::EnableGroup));
    }
    let Object::Group(facts) = &whole else {
        return Ok(None);
    };
    if !group.gives || !subject.can_sign_in || reader.id == subject.account.id {
        return Ok(None);
    }
    let place = (subject.account.id.as_str(), facts.clone());
    let member = groups::facts::member(caller.view(), &reader, place).await?;
    let gives = caller.may(Action::GiveMembership, &member).await?;
    let decides = gives
        && caller.may(Action::SeeMembers, &whole).await?
        && caller.may(Action::DecideRequest, &member).await?;
    let adds = gives
        && caller.may(Action::ManageGroup, &whole).await?
        && caller.may(Action::ChangeMembership, &member).await?;
    let edits = caller.may(Action::EditGroup, &whole).await?;
    Ok(match group.place {
        GroupPlace::Member => None,
        GroupPlace::Waiting if decides => Some(GroupAct::ApproveRequest),
        GroupPlace::Ended if decides => Some(GroupAct::RenewMembership),
        _ if adds => Some(GroupAct::AddMember),
        _ => edits.then_some(GroupAct::EditMembers),
    })
}

/// The rule about the application that the product opens, if it opens one.
async fn application_rule(
    caller: &mut Caller,
    subject: &Subject<'_>,
) -> Result<Option<CheckRule>, ApiError> {
    let client = match &subject.check.application {
        Connected::Nothing => return Ok(None),
        Connected::Enabled => return Ok(Some(CheckRule::of(Kind::Application, None))),
        Connected::Disabled(client) => client.as_deref(),
    };
    let mut rule = CheckRule::of(Kind::Application, Some(Reason::Off));
    let mut acts = Vec::new();
    // An application of `clients.toml` is enabled there.
    if let Some(client) = client.filter(|client| client.source != Source::File) {
        let may = caller.may(Action::EditApplication, &Object::None).await?
            && (!client.is_trusted()
                || caller.may(Action::TrustApplication, &Object::None).await?);
        if may {
            acts.push(Act::EnableApplication);
            rule.application_id = Some(client.client_id.clone());
        }
    }
    let right = if client.is_some_and(Client::is_trusted) {
        Right::SuperAdministrators
    } else {
        Right::ApplicationEdit
    };
    Ok(Some(rule.helped(Help::by(right), acts)))
}

async fn address_rule(caller: &mut Caller, subject: &Subject<'_>) -> Result<CheckRule, ApiError> {
    if subject.check.has_address {
        return Ok(CheckRule::of(Kind::Address, None));
    }
    let may = caller.may(Action::EditProduct, &subject.product).await?;
    let acts = one(may, Act::EditProduct);
    let help = subject.help_about_product(Right::ProductEdit);
    Ok(CheckRule::of(Kind::Address, Some(Reason::NoAddress)).helped(help, acts))
}
