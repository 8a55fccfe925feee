//! The rights: what a person may want to do.
//!
//! # How to add a right
//!
//! 1. Add a row to `actions!` in `access/action.rs`: the object that it needs, and its access code.
//! 2. Add its rule to `access/may.rs`, unless the code alone decides.
//! 3. Add its rows to `access/may/tests.rs`.
//! 4. For a new kind of object, extend `access/object.rs` and `calls/object.rs`.
//! 5. For a new access code, add a line to `access/code.rs` (area.section.page.right, contract P-08) and run `make
//!    generate`.

use super::code::AccessCode;
use super::object::{ActionObject, Wanted};

/// Declares the actions: the name, the kind of object that it needs, and the access code that gives the right, if there
/// is one.
macro_rules! actions {
    ($($(#[$doc:meta])+ $name:ident: $wants:expr $(=> $code:ident)?,)+) => {
        /// What a person wants to do. Each variant is a right and not a call; several calls may need
        /// the same right.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])+ $name,)+
        }

        impl Action {
            #[cfg(test)]
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The name of this right in the audit trail: its access code, or else the name of the action.
            pub const fn name(self) -> &'static str {
                match (self, self.code()) {
                    (_, Some(code)) => code.as_str(),
                    $((Self::$name, None) => stringify!($name),)+
                }
            }

            /// The access code that gives this right, if there is one.
            pub const fn code(self) -> Option<AccessCode> {
                match self {
                    $(Self::$name => actions!(@code $($code)?),)+
                }
            }

            /// The kind of object that the action needs.
            pub const fn wants(self) -> Wanted {
                use ActionObject::{
                    AccessRight, Account, Group, Membership, Organisation, Own, Placement, Product, Role,
                };
                use Wanted::{A, Nothing, Perhaps};
                match self {
                    $(Self::$name => $wants,)+
                }
            }
        }
    };
    (@code) => { None };
    (@code $code:ident) => { Some(AccessCode::$code) };
}

actions! {
    /// Calls that need nobody to be signed in.
    Anyone: Nothing,
    /// What every signed-in person may do for themselves.
    SignedIn: Nothing,
    /// Use an object that belongs to one person (contract F-14).
    UseOwn: A(Own),
    /// Open a product or an application (contract G-38, P-09).
    Open: A(Product),
    /// See the list of accounts.
    ListAccounts: Nothing => AccountListView,
    /// Download the list of accounts.
    ExportAccounts: Nothing => AccountListExport,
    /// Add and change accounts by a file. Each account that is changed needs its own rights too.
    ImportAccounts: Nothing => AccountListAdd,
    /// See one account. A person's own account needs no code (contract F-14).
    ViewAccount: A(Account) => AccountListView,
    /// Add an account; a manager adds one to a group (contract P-03, F-19).
    AddAccount: Perhaps(Group) => AccountListAdd,
    /// Give a new account this agency and company.
    PlaceAccount: A(Placement) => AccountListAdd,
    /// Link a new account to a corporate id and also choose its password (attack 19).
    LinkNewAccount: Nothing => AccountListAdd,
    /// Edit the claims of an account that the following actions do not cover.
    EditAccount: A(Account) => AccountListEdit,
    /// Change how an account signs in: email address, corporate id, last valid day, and whether the address is
    /// verified.
    ChangeSignIn: A(Account) => AccountListEdit,
    /// Give an existing account another agency, company and brand.
    MoveAccount: A(Account) => AccountListEdit,
    /// Enable or disable an account.
    SetStatus: A(Account) => AccountListStatus,
    /// Delete an account, or take that back.
    DeleteAccount: A(Account) => AccountListStatus,
    /// End the sessions of an account. A person who may disable it could end them anyway (decision 0024).
    EndSessions: A(Account) => AccountListStatus,
    /// Give an account a new password.
    SetPassword: A(Account) => AccountListPassword,
    /// See the home page as the owner of an account sees it (decision 0027).
    SeeHome: A(Account) => AccountListHome,
    /// Change the roles of an account. Each role needs [`Action::AssignRole`] too.
    SetRoles: A(Account) => RoleListAssign,
    /// Make a person a super administrator, or end that (contract G-47).
    SetSuperAdministrator: A(Account),
    /// See the audit log.
    ViewAuditLog: Nothing => AuditLogView,
    /// See the history of one object. For an account, the right to see all accounts is enough; any other kind needs the
    /// right to the audit log, which the handler asks for.
    ViewHistory: Perhaps(Account) => AuditLogView,
    /// Download the audit log.
    ExportAuditLog: Nothing => AuditLogExport,
    /// See the list of groups.
    ListGroups: Nothing => GroupListView,
    /// See one group: its data, members, products and rights.
    ViewGroup: A(Group) => GroupListView,
    /// Add a group.
    AddGroup: Nothing => GroupListAdd,
    /// Change a group: its data, managers, members, products and rights; or search for people and products for it.
    EditGroup: Perhaps(Group) => GroupListEdit,
    /// Enable or disable a group.
    SetGroupStatus: A(Group) => GroupListStatus,
    /// Delete a group (contract F-51).
    DeleteGroup: A(Group),
    /// Attach rights of Atrium itself to a group, or decide who manages a group with such rights.
    GrantAtriumRights: A(Group),
    /// See the list of all products, and what a product can open.
    ListProducts: Nothing => ProductListView,
    /// Choose among all products in a form, hidden ones and those that are off too. A person who sees the things of all
    /// products may do this.
    ChooseProducts: Nothing,
    /// List the products. Administrators of a product get their own; people who may see all get all.
    ListOwnProducts: Nothing => ProductListView,
    /// See a whole product. Its administrators may too.
    ViewProduct: A(Product) => ProductListView,
    /// Add a product.
    AddProduct: Nothing => ProductListAdd,
    /// Change the texts of a product, as its administrators may.
    EditProductTexts: A(Product) => ProductListEdit,
    /// Change what a product is, what it opens and for whom, and who administers it.
    EditProduct: A(Product) => ProductListEdit,
    /// Switch a product on or off.
    SetProductStatus: A(Product) => ProductListStatus,
    /// Say who administers product SSO, and so Atrium.
    AppointSsoAdministrators: Nothing,
    /// See the modules of a product, or of all products.
    ViewModules: Perhaps(Product) => ModuleListView,
    /// Add a module to a product.
    AddModule: A(Product) => ModuleListAdd,
    /// Change a module of a product.
    EditModule: A(Product) => ModuleListEdit,
    /// Delete a module of a product.
    DeleteModule: A(Product) => ModuleListDelete,
    /// See the access rights of a product, or of all products.
    ListRights: Perhaps(Product) => AccessListView,
    /// See an access right and who has it.
    ViewRight: A(AccessRight) => AccessListView,
    /// Add an access right to a product.
    AddRight: A(Product) => AccessListAdd,
    /// Change an access right, as a draft.
    EditRight: A(AccessRight) => AccessListEdit,
    /// Delete an access right.
    DeleteRight: A(AccessRight) => AccessListDelete,
    /// Say which groups give an access right, as a draft.
    AssignRight: A(AccessRight) => AccessListAssign,
    /// Confirm the drafts of access rights. Each right that is confirmed is checked separately too.
    ConfirmRight: Perhaps(AccessRight) => AccessListConfirm,
    /// Attach rights of Atrium itself to a role or a group.
    AttachSsoRight: Nothing,
    /// See the roles of a product, or of all products.
    ListRoles: Perhaps(Product) => RoleListView,
    /// See a role, its rights and who has it.
    ViewRole: A(Role) => RoleListView,
    /// Add a role to a product.
    AddRole: A(Product) => RoleListAdd,
    /// Change a role. Changes of its rights are drafts.
    EditRole: A(Role) => RoleListEdit,
    /// Delete a role.
    DeleteRole: A(Role) => RoleListDelete,
    /// Give a role to people and take it from them. Each account needs [`Action::SetRoles`] too.
    AssignRole: A(Role) => RoleListAssign,
    /// See the queue of jobs and the routines.
    ListJobs: Nothing => JobListView,
    /// Put a job that was given up back into the queue.
    RetryJob: Nothing => JobListRetry,
    /// See the figures of the whole installation.
    SeeOverview: Nothing => OverviewView,
    /// See and set the tiles of the home page (contract G-23).
    EditHomeTiles: Nothing => HomeTilesEdit,
    /// See the versions of the assistant and the quotas of people and groups.
    ViewAssistant: Nothing => AssistantGatewayView,
    /// Change them, and ask a version a question to test it.
    EditAssistant: Nothing => AssistantGatewayEdit,
    /// See who used how much of the assistant; never what was said.
    ViewAssistantUsage: Nothing => AssistantUsageView,
    /// See the list of IRIS mappings (contract P-08).
    ViewIrisMappings: Nothing => IrisMappingListView,
    /// Add and change IRIS mappings. The contract has one code for this and for the list.
    ChangeIrisMappings: Nothing => IrisMappingListView,
    /// See the lists of agencies, companies, brands, divisions and industries.
    ListOrganisations: Nothing => OrganisationListView,
    /// Add and change them.
    EditOrganisations: Nothing => OrganisationListEdit,
    /// Change what an agency, company or brand belongs to, or whether it can be chosen (decision 0043).
    MoveOrganisation: A(Organisation) => OrganisationListEdit,
    /// Choose from these lists in a form of the administration, such as that of an access right.
    ChooseOrganisations: Nothing,
    /// Upload a picture, such as one of an announcement or the icon of a product. Nobody sees it before a thing uses it, which
    /// needs its own right.
    UploadPicture: Nothing,
    /// See who has asked for another agency. Deciding needs [`Action::MoveAccount`].
    ListAgencyRequests: Nothing => AccountListEdit,
    /// See who has applied for an account.
    ListAccountApplications: Nothing => ApplicationForAccountView,
    /// Decide about them: who approves one enables the account, without any right.
    ExamineAccountApplications: Nothing => ApplicationForAccountExamine,
    /// See the members of a group and the requests for it (contract C-078).
    SeeMembers: A(Group),
    /// Change a group: its texts and the dates of its members.
    ManageGroup: A(Group),
    /// Add a person to a group, take a person out, or extend a membership (contract F-21).
    ChangeMembership: A(Membership),
    /// Decide about a request for a group.
    DecideRequest: A(Membership),
    /// Make a person a member of a group, or extend a membership. This needs the right to the call too (decision 0042).
    GiveMembership: A(Membership),
    /// Search for a person who decides while one is away, and name that person.
    NameStandIn: Nothing,
    /// Search for people without a group to add them to. A search of a manager is counted (contract F-22).
    FindPeople: Nothing => AccountListView,
    /// See the requests for all groups (contract C-037).
    ListRequests: Nothing => PermissionRequestListView,
    /// Decide about any request, as an administrator (contract C-036).
    ExamineRequest: A(Membership) => PermissionRequestListExamine,
    /// Change a product: its modules, rights, roles, requests and texts.
    AdministerProduct: A(Product),
    /// See the list of applications, and each of them.
    ListApplications: Nothing => ApplicationListView,
    /// Add an application.
    AddApplication: Nothing => ApplicationListAdd,
    /// Edit, enable or disable an application that is not trusted (decision 0023).
    EditApplication: Nothing => ApplicationListEdit,
    /// Give an application that is not trusted a new secret.
    RotateSecret: Nothing => ApplicationListSecret,
    /// Change `first_party`, `resources` or `serves` of an application, or anything else of an application that has
    /// them.
    TrustApplication: Nothing,
    /// See, add, change, enable, disable, delete and test corporate providers.
    ManageProviders: Nothing,
    /// See the list of announcements, and each of them with how many have read it.
    ListAnnouncements: Nothing => AnnouncementListView,
    /// Add an announcement, which is off.
    AddAnnouncement: Nothing => AnnouncementListAdd,
    /// Change an announcement. One that is on needs the right to switch it too, and one with a line on the sign-in pages the
    /// right to write that.
    EditAnnouncement: Nothing => AnnouncementListEdit,
    /// Delete an announcement.
    DeleteAnnouncement: Nothing => AnnouncementListDelete,
    /// Switch an announcement on or off.
    SetAnnouncementStatus: Nothing => AnnouncementListStatus,
    /// See by name who has read an announcement.
    SeeAnnouncementReaders: Nothing => AnnouncementListReaders,
    /// See the list of surveys, and each of them.
    ListSurveys: Nothing => SurveyListView,
    /// Add, change, switch and delete surveys.
    EditSurveys: Nothing => SurveyListEdit,
    /// See what people answered, and by whom if a survey names them.
    SeeSurveyResults: Nothing => SurveyListResults,
    /// Write the line that an announcement puts onto the sign-in pages, for everybody who is not signed in.
    WriteSignInLine: Nothing => AnnouncementListSignin,
    /// See the feedback of all people, with its pictures (contract C-120).
    ListFeedback: Nothing => FeedbackListView,
    /// Handle feedback: its status, who works on it, the answer, and duplicates (contract C-122).
    AnswerFeedback: Nothing => FeedbackListAnswer,
    /// Download the feedback.
    ExportFeedback: Nothing => FeedbackListExport,
}
