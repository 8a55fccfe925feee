//! Nobody gets more rights than they have (decisions 0020, 0029, 0042, 0043): who may give, take over, move or limit
//! things that concern a right. Written from the rules and not from the code.

use super::*;

/// An action on a thing that concerns the right, or would if a person had not proved who they are.
struct Row {
    /// What becomes of the right.
    verb: &'static str,
    action: Action,
    object: fn(&[AccessCode]) -> Object,
    /// Who may do it: the caller without the right, the caller with it, an administrator of SSO, a super administrator.
    may: &'static str,
}

const fn row(
    verb: &'static str,
    action: Action,
    object: fn(&[AccessCode]) -> Object,
    may: &'static str,
) -> Row {
    Row {
        verb,
        action,
        object,
        may,
    }
}

/// A group that the caller manages.
fn managed(codes: &[AccessCode]) -> GroupFacts {
    GroupFacts {
        codes: codes.iter().copied().collect(),
        ..facts(true, true)
    }
}

fn group_with(codes: &[AccessCode]) -> Object {
    Object::Group(managed(codes))
}

/// The overdue request of somebody for a group that the caller manages. `chose_way_in`: the caller chose how that person
/// signs in.
fn request_of(codes: &[AccessCode], chose_way_in: bool) -> Object {
    Object::Membership {
        group: managed(codes),
        account_id: "dan".to_owned(),
        chose_way_in,
        is_overdue: true,
        products: BTreeSet::new(),
    }
}

fn of_stranger(codes: &[AccessCode]) -> Object {
    request_of(codes, false)
}

fn of_puppet(codes: &[AccessCode]) -> Object {
    request_of(codes, true)
}

fn right_of(codes: &[AccessCode]) -> Object {
    right(1, codes.first().copied())
}

fn role_of(codes: &[AccessCode]) -> Object {
    role(1, codes)
}

fn place_of(codes: &[AccessCode]) -> Object {
    Object::Organisation {
        kind: OrganisationKind::Company,
        id: "ink".to_owned(),
        codes: codes.iter().copied().collect(),
    }
}

#[rustfmt::skip]
const TABLE: &[Row] = &[
    // Gives it to a person whose account the caller may use.
    row("give", Action::GiveMembership, of_puppet, ".yyy"),
    row("give", Action::AddAccount, group_with, ".yyy"),
    row("give", Action::AssignRole, role_of, ".yyy"),
    row("give", Action::ExamineRequest, of_stranger, ".yyy"),
    row("give", Action::SetGroupStatus, group_with, ".yyy"),
    row("give", Action::EditGroup, group_with, ".yyy"),
    row("give", Action::AssignRight, right_of, ".yyy"),
    row("give", Action::ConfirmRight, right_of, ".yyy"),
    row("give", Action::EditRole, role_of, ".yyy"),
    row("give", Action::GrantAtriumRights, group_with, "...y"),
    row("give", Action::AttachSsoRight, |_| Object::None, "...y"),
    // Managing a group is enough to give it to somebody else.
    row("give to others", Action::GiveMembership, of_stranger, "yyyy"),
    row("give to others", Action::DecideRequest, of_stranger, "yyyy"),
    row("give to others", Action::ChangeMembership, of_stranger, "yyyy"),
    // Takes over the account of a person who has it or can give it.
    row("take over", Action::SetPassword, holding, ".yyy"),
    row("take over", Action::ChangeSignIn, holding, ".yyy"),
    row("take over", Action::SeeHome, holding, ".yyy"),
    // Takes the right away.
    row("take", Action::DeleteRight, right_of, ".yyy"),
    row("take", Action::DeleteRole, role_of, ".yyy"),
    // Taking a person out, or refusing one, gives nobody anything.
    row("take", Action::ChangeMembership, of_puppet, "yyyy"),
    row("take", Action::DecideRequest, of_puppet, "yyyy"),
    // Moves its owner to a place where the right counts, or away from it.
    row("move", Action::MoveAccount, holding, ".yyy"),
    // Changes the people for whom it counts.
    row("limit", Action::MoveOrganisation, place_of, ".yyy"),
    row("limit", Action::EditRole, role_of, ".yyy"),
    row("limit", Action::EditGroup, group_with, ".yyy"),
];

/// The four callers of the table. The first two manage groups and hold the code of the action; the first holds every
/// right except `right`.
fn callers(action: Action, right: AccessCode) -> [Rights; 4] {
    let [.., administrator, super_administrator] = askers(None);
    let manager = |codes: BTreeSet<AccessCode>| Rights {
        account_id: "manager".to_owned(),
        manages_groups: true,
        codes,
        ..Rights::default()
    };
    let others = AccessCode::ALL.iter().copied();
    let without = others.filter(|other| *other != right).collect();
    let with = action.code().into_iter().chain([right]).collect();
    [
        manager(without),
        manager(with),
        administrator,
        super_administrator,
    ]
}

/// Attack 34: each action of the table, with each right of Atrium.
#[test]
fn attack_34_who_may_give_take_move_and_limit_each_right() {
    for Row {
        verb,
        action,
        object,
        may: expected,
    } in TABLE
    {
        for right in AccessCode::ALL {
            let shown: String = callers(*action, *right)
                .iter()
                .map(|rights| may(rights, *action, &object(&[*right])))
                .map(|decision| if decision.allowed { 'y' } else { '.' })
                .collect();
            // Without the code of the action the rule is not reached.
            assert_eq!(shown, *expected, "{verb}: {action:?} {right:?}");
        }
        if *expected == ".yyy" {
            let nothing = may(&callers(*action, AuditLogView)[0], *action, &object(&[]));
            assert!(nothing.allowed, "{verb}: {action:?} about no right");
        }
    }
}

/// A person who is refused for a right reads why, and whom to ask.
#[test]
fn attack_34_a_refusal_for_a_right_names_the_administrators() {
    for row in TABLE.iter().filter(|row| row.may == ".yyy") {
        let object = (row.object)(&[AccessCode::GroupListView]);
        let [without, ..] = callers(row.action, AccessCode::GroupListView);
        let decision = may(&without, row.action, &object);
        let (rule, whom) = (decision.rule, decision.whom_to_ask);
        let expected = (Rule::HoldsMore, WhomToAsk::Administrators);
        assert_eq!((rule, whom), expected, "{:?}", row.action);
    }
}
