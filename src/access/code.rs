//! The access codes and roles of Atrium itself (contract P-07, P-08, G-46).

/// Declares the codes: name, text and meaning, each once.
macro_rules! access_codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// A right in the administration of Atrium. One code names a call and its menu entry.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AccessCode {
            $($(#[doc = $doc])+ $name,)+
        }

        impl AccessCode {
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The text in `accessList`, in the database and in the `OpenAPI` document.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }

            /// What the code allows, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

access_codes! {
    /// See the list of accounts and the details of each.
    AccountListView = "account_maintain.AccountManagement.AccountList.view",
    /// Add accounts.
    AccountListAdd = "account_maintain.AccountManagement.AccountList.add",
    /// Edit accounts.
    AccountListEdit = "account_maintain.AccountManagement.AccountList.edit",
    /// Enable and disable accounts.
    AccountListStatus = "account_maintain.AccountManagement.AccountList.status",
    /// Give accounts a random password.
    AccountListPassword = "account_maintain.AccountManagement.AccountList.password",
    /// See the home page as the owner of an account sees it.
    AccountListHome = "account_maintain.AccountManagement.AccountList.home",
    /// Download the list of accounts.
    AccountListExport = "account_maintain.AccountManagement.AccountList.export",
    /// See the requests for all groups.
    PermissionRequestListView = "account_maintain.AccountManagement.PermissionRequestList.view",
    /// Decide about the requests for all groups.
    PermissionRequestListExamine = "account_maintain.AccountManagement.PermissionRequestList.examine",
    /// See the applications for an account.
    ApplicationForAccountView = "account_maintain.AccountManagement.ApplicationForAccount.view",
    /// Decide about the applications for an account.
    ApplicationForAccountExamine = "account_maintain.AccountManagement.ApplicationForAccount.examine",
    /// See the audit log.
    AuditLogView = "account_maintain.AccountManagement.AuditLog.view",
    /// Download the audit log.
    AuditLogExport = "account_maintain.AccountManagement.AuditLog.export",
    /// See the list of user groups.
    GroupListView = "operation_access.UserGroupManagement.GroupList.view",
    /// Add user groups.
    GroupListAdd = "operation_access.UserGroupManagement.GroupList.add",
    /// Edit user groups: their data, managers, members, products and rights.
    GroupListEdit = "operation_access.UserGroupManagement.GroupList.edit",
    /// Enable and disable user groups.
    GroupListStatus = "operation_access.UserGroupManagement.GroupList.status",
    /// See the list of products.
    ProductListView = "operation_access.ProductManagement.ProductList.view",
    /// See the list of applications and the details of each.
    ApplicationListView = "operation_access.ApplicationManagement.ApplicationList.view",
    /// Add applications.
    ApplicationListAdd = "operation_access.ApplicationManagement.ApplicationList.add",
    /// Edit, enable and disable applications.
    ApplicationListEdit = "operation_access.ApplicationManagement.ApplicationList.edit",
    /// Give applications a new secret.
    ApplicationListSecret = "operation_access.ApplicationManagement.ApplicationList.secret",
    /// Add products.
    ProductListAdd = "operation_access.ProductManagement.ProductList.add",
    /// Change products: what they are, what they open and for whom.
    ProductListEdit = "operation_access.ProductManagement.ProductList.edit",
    /// Switch products on and off.
    ProductListStatus = "operation_access.ProductManagement.ProductList.status",
    /// See the modules of products.
    ModuleListView = "operation_access.ProductManagement.ModuleList.view",
    /// Add modules to products.
    ModuleListAdd = "operation_access.ProductManagement.ModuleList.add",
    /// Change modules of products.
    ModuleListEdit = "operation_access.ProductManagement.ModuleList.edit",
    /// Delete modules of products.
    ModuleListDelete = "operation_access.ProductManagement.ModuleList.delete",
    /// See the queue of jobs with its emails, and the routines.
    JobListView = "operation_access.SystemManagement.JobList.view",
    /// Put jobs that were given up back into the queue.
    JobListRetry = "operation_access.SystemManagement.JobList.retry",
    /// See the figures of the whole installation.
    OverviewView = "operation_access.SystemManagement.Overview.view",
    /// Set the tiles of the home page.
    HomeTilesEdit = "operation_access.SystemManagement.HomeTiles.edit",
    /// See the versions of the assistant and its quotas.
    AssistantGatewayView = "operation_access.SystemManagement.AssistantGateway.view",
    /// Change the versions of the assistant and its quotas.
    AssistantGatewayEdit = "operation_access.SystemManagement.AssistantGateway.edit",
    /// See how much people and agencies use the assistant, and what it costs.
    AssistantUsageView = "operation_access.SystemManagement.AssistantUsage.view",
    /// See the lists of agencies, clients, brands, divisions and industries.
    OrganisationListView = "account_maintain.AccountManagement.OrganisationList.view",
    /// Add and change agencies, clients, brands, divisions and industries.
    OrganisationListEdit = "account_maintain.AccountManagement.OrganisationList.edit",
    /// See the access rights of products and who has them.
    AccessListView = "operation_access.AccessManagement.AccessList.view",
    /// Add access rights, as drafts.
    AccessListAdd = "operation_access.AccessManagement.AccessList.add",
    /// Change access rights, as drafts.
    AccessListEdit = "operation_access.AccessManagement.AccessList.edit",
    /// Delete access rights.
    AccessListDelete = "operation_access.AccessManagement.AccessList.delete",
    /// Give access rights to groups, as drafts.
    AccessListAssign = "operation_access.AccessManagement.AccessList.assign",
    /// Confirm drafts of access rights, so that they decide.
    AccessListConfirm = "operation_access.AccessManagement.AccessList.confirm",
    /// See the roles of products and who has them.
    RoleListView = "operation_access.AccessManagement.RoleList.view",
    /// Add roles.
    RoleListAdd = "operation_access.AccessManagement.RoleList.add",
    /// Change roles and their rights.
    RoleListEdit = "operation_access.AccessManagement.RoleList.edit",
    /// Delete roles.
    RoleListDelete = "operation_access.AccessManagement.RoleList.delete",
    /// Give roles to people.
    RoleListAssign = "operation_access.AccessManagement.RoleList.assign",
    /// See the list of announcements and the details of each.
    AnnouncementListView = "operation_access.AnnouncementManagement.AnnouncementList.view",
    /// Add announcements.
    AnnouncementListAdd = "operation_access.AnnouncementManagement.AnnouncementList.add",
    /// Change announcements.
    AnnouncementListEdit = "operation_access.AnnouncementManagement.AnnouncementList.edit",
    /// Delete announcements.
    AnnouncementListDelete = "operation_access.AnnouncementManagement.AnnouncementList.delete",
    /// Switch announcements on and off.
    AnnouncementListStatus = "operation_access.AnnouncementManagement.AnnouncementList.status",
    /// See by name who has read an announcement.
    AnnouncementListReaders = "operation_access.AnnouncementManagement.AnnouncementList.readers",
    /// Write the line that an announcement puts onto the sign-in pages.
    AnnouncementListSignin = "operation_access.AnnouncementManagement.AnnouncementList.signin",
    /// See the list of surveys and the details of each.
    SurveyListView = "feedback_center.FeedbackCenter.SurveyList.view",
    /// Add, change, switch and delete surveys.
    SurveyListEdit = "feedback_center.FeedbackCenter.SurveyList.edit",
    /// See what people answered.
    SurveyListResults = "feedback_center.FeedbackCenter.SurveyList.results",
    /// See the feedback of all people.
    FeedbackListView = "feedback_center.FeedbackCenter.FeedbackList.view",
    /// Handle feedback: its status, who works on it, the answer, and duplicates.
    FeedbackListAnswer = "feedback_center.FeedbackCenter.FeedbackList.answer",
    /// Download the feedback.
    FeedbackListExport = "feedback_center.FeedbackCenter.FeedbackList.export",
    /// See the list of IRIS mappings.
    IrisMappingListView = "account_maintain.AccountManagement.IRISMappingList.view",
}

impl AccessCode {
    /// The code that `text` spells, if Atrium knows it.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text)
    }

    /// The last two parts of its text: `AccountList` and `view`.
    pub fn page_and_right(self) -> (&'static str, &'static str) {
        let (rest, right) = self
            .as_str()
            .rsplit_once('.')
            .unwrap_or(("", self.as_str()));
        (rest.rsplit('.').next().unwrap_or_default(), right)
    }
}

/// A person's role in Atrium (contract G-46). A person may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Everybody.
    Member,
    /// Manages a group (contract P-03).
    GroupManager,
    /// Administers product SSO (contract P-04).
    Administrator,
    /// Is a super administrator (contract P-06).
    SuperAdministrator,
}

/// The codes, access groups and roles of a person in one application (contract P-07, G-48).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccessList {
    /// Access codes of access groups, roles and groups together, without duplicates, sorted.
    pub codes: Vec<String>,
    /// Codes of the access groups, such as `SSAG`, sorted.
    pub groups: Vec<String>,
    /// The names of the person's roles in the products of this code, sorted (contract E-32).
    pub role_names: Vec<String>,
    /// The roles in Atrium, smallest first; empty for another application.
    pub roles: Vec<Role>,
    /// The products that the person administers; empty for an application other than Atrium.
    pub administers: Vec<i64>,
}
