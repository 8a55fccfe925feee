//! The answer of the check whether a person can open an application.

use serde::Serialize;
use utoipa::ToSchema;

/// Whether a person can open an application, and each rule that decides.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessCheck {
    /// The account's id.
    pub user_id: String,
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The product's id.
    pub project_id: i64,
    /// The product's name.
    pub project_name: String,
    /// True if the person can open it: every rule is met.
    pub opens: bool,
    /// The rules, in the order in which they decide.
    pub rules: Vec<AccessCheckRule>,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessCheckKind {
    /// The account can be used.
    Account,
    /// Its last valid day has not passed.
    LastDay,
    /// The product is on.
    Product,
    /// The product is for the person's agency.
    Agency,
    /// It needs no group, or one of the person's groups opens it.
    Group,
    /// The application that it opens is enabled.
    Application,
    /// It has an address.
    Address,
}

/// Why a rule is not met, or why it does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessCheckReason {
    /// The account waits for approval.
    Waiting,
    /// The account is disabled.
    Disabled,
    /// Its owner locked the account.
    Locked,
    /// The account will be erased.
    Deleted,
    /// The last valid day has passed.
    Expired,
    /// The product, or the application that it opens, is off.
    Off,
    /// The product is for other agencies.
    Agency,
    /// The person has asked for a group that opens it, and waits.
    Pending,
    /// The membership in a group that opens it has ended.
    Ended,
    /// None of the person's groups opens it.
    NoGroup,
    /// The card has no address.
    NoAddress,
    /// Everybody may open it: the rule is met.
    Everyone,
}

/// Who can change what a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessCheckRight {
    /// People who may enable accounts.
    AccountStatus,
    /// People who may edit accounts.
    AccountEdit,
    /// Super administrators alone.
    SuperAdministrators,
    /// People who may enable products.
    ProductStatus,
    /// People who may edit products.
    ProductEdit,
    /// The managers of the groups.
    GroupManagers,
    /// People who may edit applications.
    ApplicationEdit,
}

/// What the caller may do about a rule that is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessCheckAct {
    /// Enable the account.
    EnableAccount,
    /// Give the account another last day.
    ExtendAccount,
    /// Give the account another agency.
    MoveAccount,
    /// Enable the product.
    EnableProduct,
    /// Edit the product.
    EditProduct,
    /// Enable the application.
    EnableApplication,
}

/// A rule that decides whether a person can open an application.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessCheckRule {
    /// What it is about.
    pub kind: AccessCheckKind,
    /// True if it is met.
    pub passed: bool,
    /// Why it is not met, or why it does not matter.
    pub reason: Option<AccessCheckReason>,
    /// The last valid day of the account, as `yyyy-MM-dd`.
    pub last_day: Option<String>,
    /// The name of the person's agency, or empty. Only of the rule about agencies.
    pub agency_name: String,
    /// The names of the agencies that the product is limited to, at most 20, if the caller may see the product.
    pub agencies: Vec<String>,
    /// The groups that open the product and that the caller may know of.
    pub groups: Vec<AccessCheckGroup>,
    /// True if there are more agencies or groups than these.
    pub more: bool,
    /// Who can change it; null if it is met.
    pub who_can_change: Option<AccessCheckHelp>,
    /// What the caller may do.
    pub acts: Vec<AccessCheckAct>,
    /// The OAuth client id of the application to enable, if the caller may.
    pub application_id: Option<String>,
}

impl AccessCheckRule {
    /// A rule that is met unless there is a reason.
    pub fn of(kind: AccessCheckKind, reason: Option<AccessCheckReason>) -> Self {
        Self {
            kind,
            passed: reason.is_none(),
            reason,
            last_day: None,
            agency_name: String::new(),
            agencies: Vec::new(),
            groups: Vec::new(),
            more: false,
            who_can_change: None,
            acts: Vec::new(),
            application_id: None,
        }
    }

    /// Says who can change it, and what the caller may do about it.
    pub fn helped(mut self, help: AccessCheckHelp, acts: Vec<AccessCheckAct>) -> Self {
        self.who_can_change = Some(help);
        self.acts = acts;
        self
    }
}

/// Who can change what a rule is about.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessCheckHelp {
    /// The right that it needs.
    pub right: AccessCheckRight,
    /// The name of the administrator of the product, if there is one.
    pub names: Vec<String>,
}

impl AccessCheckHelp {
    pub fn by(right: AccessCheckRight) -> Self {
        Self {
            right,
            names: Vec::new(),
        }
    }
}

/// What a person is to a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessCheckPlace {
    /// A member.
    Member,
    /// Has asked, and waits for a decision.
    Waiting,
    /// The membership has ended.
    Ended,
    /// Was refused, or took the request back.
    Refused,
    /// Was invited, and has not asked.
    Invited,
    /// Nothing.
    Stranger,
}

/// What the caller may do about a person and a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessCheckGroupAct {
    /// Add the person, as somebody who manages the group.
    AddMember,
    /// Add the person, as somebody who edits the group.
    EditMembers,
    /// Enable the membership that has ended.
    RenewMembership,
    /// Approve the request.
    ApproveRequest,
    /// Enable the group.
    EnableGroup,
}

/// A group that opens a product, and a person's place in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessCheckGroup {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
    /// True if the group is enabled.
    pub on: bool,
    /// True if a membership in it opens the product to the person. False if it is off, or for other clients or brands.
    pub gives: bool,
    /// What the person is to it.
    pub place: AccessCheckPlace,
    /// The last day of the membership, as `yyyy-MM-dd`.
    pub ends_on: Option<String>,
    /// True if the person can ask for it.
    pub may_ask: bool,
    /// The names of its managers, 5 at most.
    pub managers: Vec<String>,
    /// What the caller may do.
    pub act: Option<AccessCheckGroupAct>,
}
