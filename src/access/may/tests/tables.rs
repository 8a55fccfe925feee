//! What each kind of person may do with access rights, roles, applications, groups and products.

use super::*;

/// What people read on home and beside it, and the figures.
#[rustfmt::skip]
pub fn news_table() -> Vec<(Action, Object, Option<AccessCode>, &'static str)> {
    use Action::*;
    let none = || Object::None;
    vec![
        (EditHomeTiles, none(), Some(HomeTilesEdit), "...y..yy"),
        (ViewAssistant, none(), Some(AssistantGatewayView), "...y..yy"),
        (EditAssistant, none(), Some(AssistantGatewayEdit), "...y..yy"),
        (ViewAssistantUsage, none(), Some(AssistantUsageView), "...y..yy"),
        (SeeOverview, none(), Some(OverviewView), "...y..yy"),
        (ListAnnouncements, none(), Some(AnnouncementListView), "...y..yy"),
        (AddAnnouncement, none(), Some(AnnouncementListAdd), "...y..yy"),
        (EditAnnouncement, none(), Some(AnnouncementListEdit), "...y..yy"),
        (DeleteAnnouncement, none(), Some(AnnouncementListDelete), "...y..yy"),
        (SetAnnouncementStatus, none(), Some(AnnouncementListStatus), "...y..yy"),
        (SeeAnnouncementReaders, none(), Some(AnnouncementListReaders), "...y..yy"),
        (WriteSignInLine, none(), Some(AnnouncementListSignin), "...y..yy"),
        (ListSurveys, none(), Some(SurveyListView), "...y..yy"),
        (EditSurveys, none(), Some(SurveyListEdit), "...y..yy"),
        (SeeSurveyResults, none(), Some(SurveyListResults), "...y..yy"),
        (ListFeedback, none(), Some(FeedbackListView), "...y..yy"),
        (AnswerFeedback, none(), Some(FeedbackListAnswer), "...y..yy"),
        (ExportFeedback, none(), Some(FeedbackListExport), "...y..yy"),
        (UploadPicture, none(), None, "....yyyy"),
    ]
}

/// Access rights, roles and applications.
#[rustfmt::skip]
pub fn rights_table() -> Vec<(Action, Object, Option<AccessCode>, &'static str)> {
    use Action::*;
    let none = || Object::None;
    let mine = || Object::Group(facts(true, false));
    let other = || Object::Group(facts(false, false));
    vec![
        // An administrator of any product may give roles; each role is then checked too.
        (SetRoles, account("dan", false), Some(RoleListAssign), "...y.yyy"),
        (SetRoles, account("admin", true), Some(RoleListAssign), ".......y"),
        // Nobody gives roles to themselves.
        (SetRoles, account("ada", true), Some(RoleListAssign), "........"),
        (SetRoles, account("holder", false), Some(RoleListAssign), ".....yyy"),
        (SetRoles, Object::Unknown, Some(RoleListAssign), "...y..yy"),
        // The administrator of a product manages its rights and roles.
        (ListRights, product(7, None), Some(AccessListView), "...y.yyy"),
        (ListRights, product(8, None), Some(AccessListView), "...y..yy"),
        (ListRights, none(), Some(AccessListView), "...y.yyy"),
        (ListRights, Object::Unknown, Some(AccessListView), "...y..yy"),
        (ViewRight, right(7, None), Some(AccessListView), "...y.yyy"),
        (ViewRight, right(8, None), Some(AccessListView), "...y..yy"),
        (ViewRight, right(1, Some(AuditLogView)), Some(AccessListView), "...y..yy"),
        (AddRight, product(7, None), Some(AccessListAdd), "...y.yyy"),
        (AddRight, product(8, None), Some(AccessListAdd), "...y..yy"),
        (EditRight, right(7, None), Some(AccessListEdit), "...y.yyy"),
        (EditRight, right(8, None), Some(AccessListEdit), "...y..yy"),
        (DeleteRight, right(7, None), Some(AccessListDelete), "...y.yyy"),
        (DeleteRight, right(8, None), Some(AccessListDelete), "...y..yy"),
        (AssignRight, right(7, None), Some(AccessListAssign), "...y.yyy"),
        (AssignRight, product(7, None), Some(AccessListAssign), "...y.yyy"),
        (AssignRight, right(8, None), Some(AccessListAssign), "...y..yy"),
        // Attack 34: nobody gives or takes rights that they do not hold.
        (AssignRight, right(1, Some(AuditLogView)), Some(AccessListAssign), "......yy"),
        (AssignRight, right(1, Some(AccessListAssign)), Some(AccessListAssign), "...y..yy"),
        (ConfirmRight, right(7, None), Some(AccessListConfirm), "...y.yyy"),
        (ConfirmRight, right(8, None), Some(AccessListConfirm), "...y..yy"),
        (ConfirmRight, right(1, Some(AuditLogView)), Some(AccessListConfirm), "......yy"),
        (ConfirmRight, none(), Some(AccessListConfirm), "...y.yyy"),
        (AttachSsoRight, none(), None, ".......y"),
        (ListRoles, product(7, None), Some(RoleListView), "...y.yyy"),
        (ListRoles, product(8, None), Some(RoleListView), "...y..yy"),
        (ListRoles, none(), Some(RoleListView), "...y.yyy"),
        (ViewRole, role(7, &[]), Some(RoleListView), "...y.yyy"),
        (ViewRole, role(8, &[AuditLogView]), Some(RoleListView), "...y..yy"),
        (AddRole, product(7, None), Some(RoleListAdd), "...y.yyy"),
        (AddRole, product(8, None), Some(RoleListAdd), "...y..yy"),
        (EditRole, role(7, &[]), Some(RoleListEdit), "...y.yyy"),
        (EditRole, role(8, &[]), Some(RoleListEdit), "...y..yy"),
        (EditRole, role(1, &[AuditLogView]), Some(RoleListEdit), "......yy"),
        (DeleteRole, role(7, &[]), Some(RoleListDelete), "...y.yyy"),
        (DeleteRole, role(1, &[AuditLogView]), Some(RoleListDelete), "......yy"),
        (AssignRole, role(7, &[]), Some(RoleListAssign), "...y.yyy"),
        (AssignRole, role(8, &[]), Some(RoleListAssign), "...y..yy"),
        (AssignRole, role(1, &[RoleListAssign]), Some(RoleListAssign), "...y..yy"),
        (AssignRole, role(1, &[RoleListAssign, AuditLogView]), Some(RoleListAssign), "......yy"),
        (SetSuperAdministrator, account("member", false), None, ".......y"),
        (TrustApplication, none(), None, ".......y"),
        (ManageProviders, none(), None, ".......y"),
        // P-03, F-19, F-21: managers of this group, which is a fact of the object.
        (AddAccount, none(), Some(AccountListAdd), "...y..yy"),
        (AddAccount, other(), Some(AccountListAdd), "...y..yy"),
        (AddAccount, mine(), Some(AccountListAdd), ".yyyyyyy"),
        // The manager chooses the password, so the group may give nothing that the manager lacks.
        (AddAccount, Object::Group(GroupFacts { codes: [AuditLogView].into(), ..facts(true, false) }), Some(AccountListAdd), "....y.yy"),
        // C-078: managers, and stand-ins for what is overdue. Nobody acts above themselves.
        (GrantAtriumRights, mine(), None, ".......y"),
        (GrantAtriumRights, other(), None, ".......y"),
        // Decision 0023: one code for each action; only super administrators decide about trust.
        (ListApplications, none(), Some(AccessCode::ApplicationListView), "...y..yy"),
        (AddApplication, none(), Some(AccessCode::ApplicationListAdd), "...y..yy"),
        (EditApplication, none(), Some(AccessCode::ApplicationListEdit), "...y..yy"),
        (RotateSecret, none(), Some(AccessCode::ApplicationListSecret), "...y..yy"),
        // Groups are administered by the holders of these codes.
        (ListGroups, none(), Some(GroupListView), "...y..yy"),
        (ViewGroup, mine(), Some(GroupListView), "...y..yy"),
        (ViewGroup, other(), Some(GroupListView), "...y..yy"),
        (AddGroup, none(), Some(AccessCode::GroupListAdd), "...y..yy"),
        (EditGroup, mine(), Some(AccessCode::GroupListEdit), "...y..yy"),
        (EditGroup, other(), Some(AccessCode::GroupListEdit), "...y..yy"),
        (SetGroupStatus, other(), Some(AccessCode::GroupListStatus), "...y..yy"),
        (DeleteGroup, mine(), None, "......yy"),
        (SeeMembers, mine(), None, ".yyyyyyy"),
        (SeeMembers, Object::Group(facts(false, true)), None, ".yyyyyyy"),
        (SeeMembers, Object::Group(of_absent_manager()), None, ".yyyyyyy"),
        (SeeMembers, other(), None, "......yy"),
        (SeeMembers, none(), None, "......yy"),
        // C-036, C-037: administrators and holders of the codes, but never for themselves. Managing the group is not
        // enough.
        (ListRequests, none(), Some(AccessCode::PermissionRequestListView), "...y.yyy"),
        // A product's administrator decides about requests for it, if the group gives nothing else.
        (ExamineRequest, request_for(&[7]), Some(AccessCode::PermissionRequestListExamine), "...y.yyy"),
        (ExamineRequest, request_for(&[7, 8]), Some(AccessCode::PermissionRequestListExamine), "...y..yy"),
        (ExamineRequest, request_for(&[8]), Some(AccessCode::PermissionRequestListExamine), "...y..yy"),
        (DecideRequest, request_for(&[7]), None, "......yy"),
        (ExamineRequest, request(facts(true, false), "dan", true), Some(AccessCode::PermissionRequestListExamine), "...y..yy"),
        // Attack 34: the group gives a right that the holder of the code lacks.
        (ExamineRequest, request(GroupFacts { codes: [AuditLogView].into(), ..facts(false, false) }, "dan", false), Some(AccessCode::PermissionRequestListExamine), "......yy"),
        (ExamineRequest, request(facts(false, false), "holder", false), Some(AccessCode::PermissionRequestListExamine), "......yy"),
        (ExamineRequest, request(facts(false, false), "ada", false), Some(AccessCode::PermissionRequestListExamine), "...y..y."),
    ]
}

/// The same for groups and places.
#[rustfmt::skip]
pub fn group_table() -> Vec<(Action, Object, Option<AccessCode>, &'static str)> {
    use Action::*;
    let none = || Object::None;
    let mine = || Object::Group(facts(true, false));
    let other = || Object::Group(facts(false, false));
    vec![
        (ManageGroup, mine(), None, ".yyyyyyy"),
        (ManageGroup, other(), None, "......yy"),
        (ManageGroup, none(), None, "......yy"),
        // A manager's new account gets the manager's agency and company, or none.
        (PlaceAccount, place(None, None), Some(AccountListAdd), "..yy..yy"),
        (PlaceAccount, place(Some("north"), Some("ink")), Some(AccountListAdd), "..yy..yy"),
        (PlaceAccount, place(Some("south"), None), Some(AccountListAdd), "...y..yy"),
        (PlaceAccount, place(None, Some("dye")), Some(AccountListAdd), "...y..yy"),
        // Attack 19: otherwise a manager who knows the password could sign in before the owner of the corporate id.
        (LinkNewAccount, none(), Some(AccountListAdd), "...y..yy"),
        // Nobody adds, decides or extends for themselves; representatives decide what is
        // overdue.
        (ChangeMembership, request(facts(true, false), "dan", false), None, ".yyyyyyy"),
        (ChangeMembership, request(facts(true, false), "member", false), None, "..yyyyyy"),
        (ChangeMembership, request(facts(true, false), "ada", false), None, ".yyyyyy."),
        (ChangeMembership, request(facts(false, true), "dan", true), None, "......yy"),
        // Decision 0042: the right to decide is not enough if the person may be the caller (`above.rs`).
        (GiveMembership, request(facts(true, false), "dan", false), None, ".yyyyyyy"),
        (GiveMembership, request(facts(false, true), "dan", true), None, ".yyyyyyy"),
        (GiveMembership, request(facts(false, true), "dan", false), None, "......yy"),
        (GiveMembership, request(facts(true, false), "member", false), None, "..yyyyyy"),
        (DecideRequest, request(facts(true, false), "dan", false), None, ".yyyyyyy"),
        (DecideRequest, request(facts(false, true), "dan", true), None, ".yyyyyyy"),
        (DecideRequest, request(facts(false, true), "dan", false), None, "......yy"),
        (DecideRequest, request(facts(false, true), "member", true), None, "..yyyyyy"),
        (DecideRequest, request(facts(true, true), "ada", true), None, ".yyyyyy."),
        // Decision 0071: the stand-in of a manager who is away decides, and changes nothing else.
        (DecideRequest, request(of_absent_manager(), "dan", false), None, ".yyyyyyy"),
        (DecideRequest, request(of_absent_manager(), "member", false), None, "..yyyyyy"),
        (GiveMembership, request(of_absent_manager(), "dan", false), None, ".yyyyyyy"),
        (ChangeMembership, request(of_absent_manager(), "dan", false), None, "......yy"),
        (ManageGroup, Object::Group(of_absent_manager()), None, "......yy"),
        (NameStandIn, none(), None, "..y...yy"),
        // Contract F-22: a manager searches for people, counted.
        (FindPeople, none(), Some(AccountListView), "..yy..yy"),
        // A product's administrator, for that product.
        (AdministerProduct, product(7, None), None, ".....yyy"),
        (AdministerProduct, product(8, Some(Status::Enabled)), None, "......yy"),
        (AdministerProduct, none(), None, "......yy"),
    ]
}

/// The same for products and their modules.
#[rustfmt::skip]
pub fn product_table() -> Vec<(Action, Object, Option<AccessCode>, &'static str)> {
    use Action::*;
    let none = || Object::None;
    vec![
        // A product's administrator sees it, writes its texts and has its modules.
        (ViewProduct, product(7, None), Some(ProductListView), "...y.yyy"),
        (ViewProduct, product(8, Some(Status::Enabled)), Some(ProductListView), "...y..yy"),
        (ViewProduct, Object::Unknown, Some(ProductListView), "...y..yy"),
        (AddProduct, none(), Some(ProductListAdd), "...y..yy"),
        (EditProductTexts, product(7, None), Some(ProductListEdit), "...y.yyy"),
        (EditProductTexts, product(8, None), Some(ProductListEdit), "...y..yy"),
        (EditProduct, product(7, None), Some(ProductListEdit), "...y..yy"),
        (SetProductStatus, product(7, None), Some(ProductListStatus), "...y..yy"),
        (AppointSsoAdministrators, none(), None, ".......y"),
        (ViewModules, product(7, None), Some(ModuleListView), "...y.yyy"),
        (ViewModules, product(8, None), Some(ModuleListView), "...y..yy"),
        (ViewModules, none(), Some(ModuleListView), "...y.yyy"),
        (AddModule, product(7, None), Some(ModuleListAdd), "...y.yyy"),
        (AddModule, product(8, None), Some(ModuleListAdd), "...y..yy"),
        (EditModule, product(7, None), Some(ModuleListEdit), "...y.yyy"),
        (EditModule, Object::Unknown, Some(ModuleListEdit), "...y..yy"),
        (DeleteModule, product(7, None), Some(ModuleListDelete), "...y.yyy"),
        (DeleteModule, product(8, None), Some(ModuleListDelete), "...y..yy"),
    ]
}
