mod above;
mod tables;

use std::collections::BTreeSet;

use super::*;
use crate::access::AccessCode::{
    AccessListAdd, AccessListAssign, AccessListConfirm, AccessListDelete, AccessListEdit,
    AccessListView, AccountListAdd, AccountListEdit, AccountListExport, AccountListHome,
    AccountListPassword, AccountListStatus, AccountListView, AnnouncementListAdd,
    AnnouncementListDelete, AnnouncementListEdit, AnnouncementListReaders, AnnouncementListSignin,
    AnnouncementListStatus, AnnouncementListView, ApplicationForAccountExamine,
    ApplicationForAccountView, AssistantGatewayEdit, AssistantGatewayView, AssistantUsageView,
    AuditLogExport, AuditLogView, FeedbackListAnswer, FeedbackListExport, FeedbackListView,
    GroupListView, HomeTilesEdit, IrisMappingListView, JobListRetry, JobListView, ModuleListAdd,
    ModuleListDelete, ModuleListEdit, ModuleListView, OrganisationListEdit, OrganisationListView,
    OverviewView, ProductListAdd, ProductListEdit, ProductListStatus, ProductListView, RoleListAdd,
    RoleListAssign, RoleListDelete, RoleListEdit, RoleListView, SurveyListEdit, SurveyListResults,
    SurveyListView,
};
use crate::directory::{OrganisationKind, Status};

use tables::{group_table, news_table, product_table, rights_table};

/// The kinds of people, in the order of the columns of [`TABLE`].
const COLUMNS: [&str; 8] = [
    "nobody",
    "member",
    "manager of groups",
    "holder of the code",
    "holder of every other code",
    "administrator of product 7",
    "administrator of SSO",
    "super administrator",
];

fn askers(code: Option<AccessCode>) -> [Rights; 8] {
    let person = |account_id: &str| Rights {
        account_id: account_id.to_owned(),
        agency_id: Some("north".to_owned()),
        company_id: Some("ink".to_owned()),
        ..Rights::default()
    };
    let holding = |codes: Vec<AccessCode>| Rights {
        codes: codes.into_iter().collect(),
        ..person("holder")
    };
    let others = AccessCode::ALL.iter().copied();
    [
        Rights::nobody(),
        person("member"),
        Rights {
            manages_groups: true,
            ..person("manager")
        },
        holding(code.into_iter().collect()),
        holding(others.filter(|other| Some(*other) != code).collect()),
        Rights {
            products: [7].into(),
            ..person("productAdmin")
        },
        Rights {
            administrator: true,
            products: [1].into(),
            ..person("admin")
        },
        Rights {
            super_administrator: true,
            ..person("ada")
        },
    ]
}

fn account(id: &str, is_administrator: bool) -> Object {
    Object::Account {
        id: id.to_owned(),
        is_administrator,
        codes: BTreeSet::new(),
    }
}

/// The account of a person who is not an administrator and holds `codes`.
fn holding(codes: &[AccessCode]) -> Object {
    Object::Account {
        id: "colleague".to_owned(),
        is_administrator: false,
        codes: codes.iter().copied().collect(),
    }
}

fn facts(is_managed_by_caller: bool, is_stand_in: bool) -> GroupFacts {
    GroupFacts {
        id: "team".to_owned(),
        is_managed_by_caller,
        is_stand_in,
        is_for_absent_manager: false,
        codes: BTreeSet::new(),
    }
}

/// A group of a manager who is away and has named the person.
fn of_absent_manager() -> GroupFacts {
    GroupFacts {
        is_for_absent_manager: true,
        ..facts(false, false)
    }
}

fn request(group: GroupFacts, account_id: &str, is_overdue: bool) -> Object {
    Object::Membership {
        group,
        account_id: account_id.to_owned(),
        chose_way_in: false,
        is_overdue,
        products: BTreeSet::new(),
    }
}

/// A request of Dan for a product, by a group that gives these products.
fn request_for(products: &[i64]) -> Object {
    Object::Membership {
        group: facts(false, false),
        account_id: "dan".to_owned(),
        chose_way_in: false,
        is_overdue: false,
        products: products.iter().copied().collect(),
    }
}

fn place(agency: Option<&str>, company: Option<&str>) -> Object {
    Object::Placement {
        agency_id: agency.map(str::to_owned),
        company_id: company.map(str::to_owned),
    }
}

fn product(id: i64, membership: Option<Status>) -> Object {
    Object::Product {
        id,
        standing: Standing {
            on: true,
            everyone: false,
            agency_allowed: true,
            membership,
        },
    }
}

fn right(product_id: i64, code: Option<AccessCode>) -> Object {
    Object::AccessRight {
        id: "right".to_owned(),
        product_id,
        code,
    }
}

fn role(product_id: i64, codes: &[AccessCode]) -> Object {
    Object::Role {
        id: "role".to_owned(),
        product_id,
        codes: codes.iter().copied().collect(),
    }
}

fn organisation(codes: &[AccessCode]) -> Object {
    Object::Organisation {
        kind: OrganisationKind::Brand,
        id: "nib".to_owned(),
        codes: codes.iter().copied().collect(),
    }
}

fn own(account_id: &str) -> Object {
    Object::Own {
        account_id: account_id.to_owned(),
    }
}

/// What each column may do (`y` or a dot), written from the contract and not from the
/// code.
#[rustfmt::skip]
fn table() -> Vec<(Action, Object, Option<AccessCode>, &'static str)> {
    use Action::*;
    let none = || Object::None;
    vec![
        (Anyone, none(), None, "yyyyyyyy"),
        (SignedIn, none(), None, ".yyyyyyy"),
        // F-14: a person's own rows, for every role.
        (UseOwn, own("member"), None, ".y......"),
        (UseOwn, own("ada"), None, ".......y"),
        (UseOwn, Object::Unknown, None, "........"),
        // None of the roles opens a product.
        (Open, product(7, Some(Status::Enabled)), None, ".yyyyyyy"),
        (Open, product(7, None), None, "........"),
        (Open, Object::Unknown, None, "........"),
        (Open, none(), None, "........"),
        // P-07: holders of the code, and administrators.
        (ListAccounts, none(), Some(AccountListView), "...y..yy"),
        (ViewAuditLog, none(), Some(AuditLogView), "...y..yy"),
        // A person who may see accounts may see the history of an account, but no other history.
        (ViewHistory, account("member", false), Some(AuditLogView), "...yy.yy"),
        (ViewHistory, account("member", false), Some(AccountListView), "...yy.yy"),
        (ViewHistory, Object::Unknown, Some(AuditLogView), "...y..yy"),
        (ViewHistory, none(), Some(AuditLogView), "...y..yy"),
        (ExportAuditLog, none(), Some(AuditLogExport), "...y..yy"),
        (ImportAccounts, none(), Some(AccountListAdd), "...y..yy"),
        (ExportAccounts, none(), Some(AccountListExport), "...y..yy"),
        (ListGroups, none(), Some(GroupListView), "...y..yy"),
        (ListProducts, none(), Some(ProductListView), "...y..yy"),
        // An administrator of a product finds it.
        (ListJobs, none(), Some(JobListView), "...y..yy"),
        (RetryJob, none(), Some(JobListRetry), "...y..yy"),
        (ListOwnProducts, none(), Some(ProductListView), "...y.yyy"),
        // A person who sees the things of all products chooses among all; the administrator of one gets a list of their
        // own.
        (ChooseProducts, none(), None, "....y.yy"),
        (ChooseProducts, none(), Some(AccessListView), "...yy.yy"),
        (ChooseProducts, none(), Some(RoleListView), "...yy.yy"),
        (ChooseProducts, none(), Some(ModuleListView), "...yy.yy"),
        (ChooseProducts, none(), Some(ProductListView), "...yy.yy"),
        (ChooseProducts, none(), Some(GroupListView), "....y.yy"),
        (ViewIrisMappings, none(), Some(IrisMappingListView), "...y..yy"),
        (ChangeIrisMappings, none(), Some(IrisMappingListView), "...y..yy"),
        (ListOrganisations, none(), Some(OrganisationListView), "...y..yy"),
        (EditOrganisations, none(), Some(OrganisationListEdit), "...y..yy"),
        // Decision 0043: roles and groups are limited by organisations.
        (MoveOrganisation, organisation(&[]), Some(OrganisationListEdit), "...y..yy"),
        (MoveOrganisation, organisation(&[OrganisationListEdit]), Some(OrganisationListEdit), "...y..yy"),
        (MoveOrganisation, organisation(&[AuditLogView]), Some(OrganisationListEdit), "......yy"),
        (MoveOrganisation, Object::Unknown, Some(OrganisationListEdit), "...y..yy"),
        // A person who administers anything may choose from these lists.
        (ChooseOrganisations, none(), None, "....yyyy"),
        (ListAgencyRequests, none(), Some(AccountListEdit), "...y..yy"),
        (ListAccountApplications, none(), Some(ApplicationForAccountView), "...y..yy"),
        (ExamineAccountApplications, none(), Some(ApplicationForAccountExamine), "...y..yy"),
        // F-14: the person, or a holder of the code.
        (ViewAccount, account("member", false), Some(AccountListView), ".y.y..yy"),
        (ViewAccount, account("ada", true), Some(AccountListView), "...y..yy"),
        (ViewAccount, Object::Unknown, Some(AccountListView), "...y..yy"),
        (ViewAccount, none(), Some(AccountListView), "...y..yy"),
        (EditAccount, account("member", false), Some(AccountListEdit), "...y..yy"),
        (EditAccount, account("ada", true), Some(AccountListEdit), "...y..yy"),
        // Nobody acts above themselves, not even an administrator on their own account.
        (ChangeSignIn, account("member", false), Some(AccountListEdit), "...y..yy"),
        (ChangeSignIn, account("admin", true), Some(AccountListEdit), ".......y"),
        (ChangeSignIn, account("ada", true), Some(AccountListEdit), ".......y"),
        // A holder of the code does not extend their own account.
        (ChangeSignIn, account("holder", false), Some(AccountListEdit), "......yy"),
        (MoveAccount, account("member", false), Some(AccountListEdit), "...y..yy"),
        (MoveAccount, account("ada", true), Some(AccountListEdit), "...y..yy"),
        (MoveAccount, account("holder", false), Some(AccountListEdit), "......yy"),
        (MoveAccount, account("admin", true), Some(AccountListEdit), "...y..yy"),
        (MoveAccount, Object::Unknown, Some(AccountListEdit), "...y..yy"),
        // Decision 0029: codes depend on the place.
        (MoveAccount, holding(&[AccountListEdit]), Some(AccountListEdit), "...y..yy"),
        (MoveAccount, holding(&[AuditLogView]), Some(AccountListEdit), "......yy"),
        (SetStatus, account("member", false), Some(AccountListStatus), "...y..yy"),
        (SetStatus, account("eva", true), Some(AccountListStatus), ".......y"),
        // C-040: nobody disables their own account, whatever their rights.
        (SetStatus, account("ada", true), Some(AccountListStatus), "........"),
        (SetStatus, account("holder", false), Some(AccountListStatus), "......yy"),
        (SetStatus, Object::Unknown, Some(AccountListStatus), "...y..yy"),
        // Decision 0068: as for the status, but only with every code of the owner.
        (DeleteAccount, account("member", false), Some(AccountListStatus), "...y..yy"),
        (DeleteAccount, account("eva", true), Some(AccountListStatus), ".......y"),
        (DeleteAccount, account("ada", true), Some(AccountListStatus), "........"),
        (DeleteAccount, account("holder", false), Some(AccountListStatus), "......yy"),
        (DeleteAccount, Object::Unknown, Some(AccountListStatus), "...y..yy"),
        (DeleteAccount, holding(&[AccountListStatus]), Some(AccountListStatus), "...y..yy"),
        (DeleteAccount, holding(&[AuditLogView]), Some(AccountListStatus), "......yy"),
        // Decision 0024: as for the status, but people may end their own sessions.
        (EndSessions, account("member", false), Some(AccountListStatus), "...y..yy"),
        (EndSessions, account("eva", true), Some(AccountListStatus), ".......y"),
        (EndSessions, account("admin", true), Some(AccountListStatus), "......yy"),
        (EndSessions, account("holder", false), Some(AccountListStatus), "...y..yy"),
        (EndSessions, holding(&[AuditLogView]), Some(AccountListStatus), "...y..yy"),
        (EndSessions, Object::Unknown, Some(AccountListStatus), "...y..yy"),
        (SetPassword, account("member", false), Some(AccountListPassword), "...y..yy"),
        (SetPassword, account("eva", true), Some(AccountListPassword), ".......y"),
        // F-13: nobody gives themselves a random password.
        (SetPassword, account("ada", true), Some(AccountListPassword), "........"),
        (SetPassword, account("holder", false), Some(AccountListPassword), "......yy"),
        // Decision 0020: only a person with every code of the owner may give a way into the account.
        (SetPassword, holding(&[AccountListPassword]), Some(AccountListPassword), "...y..yy"),
        (SetPassword, holding(&[AuditLogView]), Some(AccountListPassword), "......yy"),
        (SetPassword, holding(&[AccountListPassword, AuditLogView]), Some(AccountListPassword), "......yy"),
        (ChangeSignIn, holding(&[AccountListEdit]), Some(AccountListEdit), "...y..yy"),
        (ChangeSignIn, holding(&[AuditLogView]), Some(AccountListEdit), "......yy"),
        // Decision 0027: nobody sees the home page of a person with more rights.
        (SeeHome, account("member", false), Some(AccountListHome), "...y..yy"),
        (SeeHome, account("holder", false), Some(AccountListHome), "...y..yy"),
        (SeeHome, account("eva", true), Some(AccountListHome), ".......y"),
        (SeeHome, account("ada", true), Some(AccountListHome), ".......y"),
        (SeeHome, holding(&[AccountListHome]), Some(AccountListHome), "...y..yy"),
        (SeeHome, holding(&[AuditLogView]), Some(AccountListHome), "......yy"),
        (SeeHome, Object::Unknown, Some(AccountListHome), "...y..yy"),
        (SeeHome, none(), Some(AccountListHome), "...y..yy"),
        (SetStatus, holding(&[AuditLogView]), Some(AccountListStatus), "...y..yy"),
        (EditAccount, holding(&[AuditLogView]), Some(AccountListEdit), "...y..yy"),
    ]
}

/// P-13, P-03, P-08, F-19, F-21, attacks 33 and 34, P-01, G-47: every action, every kind of person.
#[test]
fn rights_are_as_written_down() {
    for (action, object, code, expected) in table()
        .into_iter()
        .chain(news_table())
        .chain(rights_table())
        .chain(group_table())
        .chain(product_table())
    {
        let shown: String = askers(code)
            .iter()
            .map(|rights| {
                if may(rights, action, &object).allowed {
                    'y'
                } else {
                    '.'
                }
            })
            .collect();
        assert_eq!(shown, expected, "{action:?} {object:?}: {COLUMNS:?}");
    }
}

/// The table has every action, with its code.
#[test]
fn every_action_is_written_down() {
    for action in Action::ALL {
        let mut rows = table()
            .into_iter()
            .chain(news_table())
            .chain(rights_table())
            .chain(group_table())
            .chain(product_table())
            .filter(|row| row.0 == *action);
        assert!(
            rows.any(|(_, _, code, _)| code == action.code()),
            "{action:?} needs a row in the table of this file, with {:?}",
            action.code()
        );
    }
}

/// A refusal says which rule decided and who can help.
#[test]
#[rustfmt::skip]
fn a_decision_has_its_rule_and_whom_to_ask() {
    use Action::{
        AdministerProduct, ChangeSignIn, DecideRequest, LinkNewAccount, ManageGroup, MoveAccount, PlaceAccount, SetPassword,
        SetStatus, SetSuperAdministrator, SignedIn, ViewAccount,
    };
    use WhomToAsk::{Administrators, GroupManagers, Nobody, ProductAdministrator, SuperAdministrators};
    let [nobody, member, manager, holder, _, of_seven, admin, ada] =
        &askers(Some(AccountListStatus));
    let [.., editor, _, _, _, _] = &askers(Some(AccountListEdit));
    let [.., helper, _, _, _, _] = &askers(Some(AccountListPassword));
    let ordinary = || account("member", false);
    let above = || account("ada", true);
    let mine = || Object::Group(facts(true, false));
    let other = || Object::Group(facts(false, false));
    let late = || request(facts(false, true), "dan", true);
    for (rights, action, object, rule, whom) in [
        (nobody, SignedIn, Object::None, Rule::NotSignedIn, Nobody),
        (member, SetStatus, ordinary(), Rule::NoRight, Administrators),
        (holder, SetStatus, ordinary(), Rule::HoldsCode, Nobody),
        (admin, SetStatus, ordinary(), Rule::Administrator, Nobody),
        (ada, SetStatus, account("eva", true), Rule::SuperAdministrator, Nobody),
        (admin, SetStatus, above(), Rule::ForSuperAdministrators, SuperAdministrators),
        (admin, SetSuperAdministrator, ordinary(), Rule::NoRight, SuperAdministrators),
        // A person without the right learns nothing about the object, not even that its owner is an administrator.
        (member, SetStatus, above(), Rule::NoRight, Administrators),
        (member, SetPassword, holding(&[AuditLogView]), Rule::NoRight, Administrators),
        (helper, SetPassword, holding(&[AuditLogView]), Rule::HoldsMore, Administrators),
        (helper, SetPassword, account("holder", false), Rule::Oneself, Administrators),
        (editor, ChangeSignIn, account("holder", false), Rule::Oneself, Administrators),
        (editor, MoveAccount, account("holder", false), Rule::Oneself, Administrators),
        (ada, SetPassword, above(), Rule::Oneself, SuperAdministrators),
        (admin, SetStatus, account("admin", true), Rule::Oneself, SuperAdministrators),
        (manager, LinkNewAccount, Object::None, Rule::NoRight, Administrators),
        (member, DecideRequest, request(facts(true, false), "member", false), Rule::Oneself, GroupManagers),
        (manager, ManageGroup, mine(), Rule::ManagesGroup, Nobody),
        (manager, ManageGroup, other(), Rule::NoRight, GroupManagers),
        (member, DecideRequest, late(), Rule::StandsIn, Nobody),
        (of_seven, AdministerProduct, product(7, None), Rule::AdministersProduct, Nobody),
        (of_seven, AdministerProduct, product(8, None), Rule::NoRight, ProductAdministrator),
        (manager, PlaceAccount, place(None, None), Rule::OwnAgency, Nobody),
        (member, ViewAccount, ordinary(), Rule::Own, Nobody),
    ] {
        let decision = may(rights, action, &object);
        assert_eq!((decision.rule, decision.whom_to_ask), (rule, whom), "{action:?} {object:?}");
    }
}

fn standing(
    on: bool,
    everyone: bool,
    agency_allowed: bool,
    membership: Option<Status>,
) -> Standing {
    Standing {
        on,
        everyone,
        agency_allowed,
        membership,
    }
}

fn opened(object: &Object) -> Decision {
    may(&askers(None)[1], Action::Open, object)
}

/// Contract G-38: every combination that decides about one product.
#[test]
fn a_product_opens_by_one_rule() {
    let closed = |on, everyone, agency_allowed, membership| {
        let standing = standing(on, everyone, agency_allowed, membership);
        opened(&Object::Product { id: 1, standing }).closed()
    };
    for (membership, alone) in [
        (None, Some(Closed::NoGroup)),
        (Some(Status::Enabled), None),
        (Some(Status::Processing), Some(Closed::Pending)),
        (Some(Status::Disabled), Some(Closed::Ended)),
    ] {
        assert_eq!(closed(true, true, true, membership), None);
        assert_eq!(closed(true, false, true, membership), alone);
        for everyone in [true, false] {
            assert_eq!(closed(false, everyone, true, membership), Some(Closed::Off));
            assert_eq!(
                closed(true, everyone, false, membership),
                Some(Closed::Agency)
            );
        }
    }
}

/// The `access` key of an entry, and several products.
#[test]
fn an_entry_and_its_products_decide_together() {
    let open = || standing(true, false, true, Some(Status::Enabled));
    let foreign = || standing(true, false, false, Some(Status::Enabled));
    let off = || standing(false, true, true, None);
    let pending = || standing(true, false, true, Some(Status::Processing));
    let everyone = Some(Access::Everyone);
    let by_product = Some(Access::Product);
    let (managers, administrator) = (WhomToAsk::GroupManagers, WhomToAsk::ProductAdministrator);
    for (access, products, expected) in [
        (None, vec![], None),
        (everyone, vec![], None),
        (by_product, vec![], Some((Closed::Unnamed, administrator))),
        (None, vec![off(), foreign(), open()], None),
        (by_product, vec![off(), open()], None),
        (
            None,
            vec![off(), foreign()],
            Some((Closed::Agency, administrator)),
        ),
        (
            None,
            vec![off(), pending(), foreign()],
            Some((Closed::Pending, managers)),
        ),
        (everyone, vec![foreign()], None),
        (everyone, vec![off()], Some((Closed::Off, administrator))),
        (everyone, vec![off(), pending()], None),
    ] {
        let shown = format!("{access:?} {products:?}");
        let is_portal = false;
        let decision = opened(&Object::Application {
            access,
            is_portal,
            products,
        });
        let refused = decision
            .closed()
            .map(|reason| (reason, decision.whom_to_ask));
        assert_eq!(refused, expected, "{shown}");
        assert_eq!(decision.allowed, expected.is_none(), "{shown}");
    }
    let portal = Object::Application {
        access: by_product,
        is_portal: true,
        products: vec![],
    };
    assert!(opened(&portal).allowed);
}
