//! The tables of `groups`, one file each. Only this module uses them.

/// SQL: true if the account `a`, or the one with this alias, can sign in on this day (yyyy-MM-dd), by the rule of
/// `directory::may_sign_in`.
macro_rules! can_sign_in {
    ($today:literal) => {
        can_sign_in!("a", $today)
    };
    ($account:literal, $today:literal) => {
        concat!(
            $account,
            ".status = 0 AND (",
            $account,
            ".expire_date IS NULL OR ",
            $account,
            ".expire_date >= ",
            $today,
            ")"
        )
    };
}

/// SQL: true if the account may see the group `g`: it is for everybody, for the account's agency or
/// the account, or the account manages it, is in it or is invited.
macro_rules! visible_to {
    ($agency:literal, $account:literal) => {
        concat!(
            "(g.visible = 0 OR EXISTS (SELECT 1 FROM group_visible_agencies va \
             WHERE va.group_id = g.id AND va.agency_id = ",
            $agency,
            ") OR EXISTS (SELECT 1 FROM group_visible_accounts vp \
             WHERE vp.group_id = g.id AND vp.account_id = ",
            $account,
            ") OR EXISTS (SELECT 1 FROM group_managers vm \
             WHERE vm.group_id = g.id AND vm.account_id = ",
            $account,
            ") OR EXISTS (SELECT 1 FROM memberships vb WHERE vb.group_id = g.id \
             AND (vb.status < 2 OR vb.outcome = 5) AND vb.account_id = ",
            $account,
            "))"
        )
    };
}

/// SQL: true if this group gives no right of Atrium itself. Super administrators alone decide who gets these (attack 34).
macro_rules! gives_no_right_of_atrium {
    ($group:literal) => {
        concat!(
            "NOT EXISTS (SELECT 1 FROM group_rights ar CROSS JOIN products ap WHERE ar.group_id = ",
            $group,
            " AND ap.id = ar.product_id AND ap.app_name = 'SSO')"
        )
    };
}

/// SQL: true if the manager of the absence `b` did not choose how its stand-in signs in (decision 0042).
macro_rules! chose_no_way_in {
    () => {
        "NOT EXISTS (SELECT 1 FROM way_givers wv \
         WHERE wv.account_id = b.stand_in_id AND wv.giver_id = b.account_id)"
    };
}

/// SQL: true if the stand-in of the absence `b` of the manager `m` decides for this group on this day (yyyy-MM-dd), if `m`
/// manages it (decision 0071).
macro_rules! stand_in_decides {
    ($group:literal, $today:literal) => {
        concat!(
            $today,
            " BETWEEN b.first_day AND b.last_day AND ",
            can_sign_in!("m", $today),
            " AND ",
            chose_no_way_in!(),
            " AND ",
            gives_no_right_of_atrium!($group)
        )
    };
}

/// SQL: the ids of enabled groups with a manager who is away on the day `$today`, and whose stand-in is `$account`.
/// `$today` comes before `$account` in the text.
macro_rules! groups_of_absent_managers {
    ($today:literal, $account:literal) => {
        concat!(
            "SELECT am.group_id FROM (SELECT CAST(",
            $today,
            " AS TEXT) AS today) t CROSS JOIN absences b CROSS JOIN accounts m \
             CROSS JOIN group_managers am CROSS JOIN groups ag WHERE b.stand_in_id = ",
            $account,
            " AND m.id = b.account_id AND am.account_id = m.id AND ag.id = am.group_id AND ag.status = 0 AND ",
            stand_in_decides!("ag.id", "t.today")
        )
    };
}

/// SQL: true if the account decides about the request `r`: as a manager, as a stand-in if it is overdue, as the stand-in of
/// a manager who is away while it is pending, or, with the last argument 1, as an administrator if the group has no active
/// manager. Nobody decides about their own request. It is checked row by row, without an index.
macro_rules! waits_for {
    ($account:literal, $administers:literal, $today:literal) => {
        concat!(
            "r.account_id <> ",
            $account,
            " AND (r.group_id || '' IN (SELECT wm.group_id FROM group_managers wm \
                JOIN groups wg ON wg.id = wm.group_id AND wg.status = 0 WHERE wm.account_id = ",
            $account,
            ") OR (r.reminded_at IS NOT NULL AND r.group_id || '' IN (SELECT ws.group_id \
                FROM group_stand_ins ws JOIN groups wg ON wg.id = ws.group_id AND wg.status = 0 \
                WHERE ws.account_id = ",
            $account,
            ")) OR (r.state + 0 = 0 AND r.group_id || '' IN (",
            groups_of_absent_managers!($today, $account),
            ")) OR (",
            $administers,
            " = 1 AND r.state + 0 = 0 AND r.group_id || '' IN (SELECT wg.id FROM groups wg \
                WHERE wg.managed_until < ",
            $today,
            ")))"
        )
    };
}

/// SQL: the ids of these requests and of the account's own, found by indexes: requests for groups that the account
/// manages, for groups where it stands in, for groups of managers who are away, and for groups without an active manager.
/// `narrowed` is a further condition on each request `w`, and `most` the limit of each of the four. A state between 0 and 0 is found by the index of the
/// group; PostgreSQL might read all pending requests for one that equals 0.
macro_rules! waiting_ids {
    ([$account:literal, $administers:literal, $today:literal], $narrowed:literal, $most:literal) => {
        concat!(
            "SELECT id FROM (SELECT w.id FROM group_managers wm CROSS JOIN groups wg CROSS JOIN requests w \
             WHERE wm.account_id = ",
            $account,
            " AND wg.id = wm.group_id AND wg.status = 0 AND w.group_id = wg.id",
            $narrowed,
            $most,
            ") managed UNION SELECT id FROM (SELECT w.id \
             FROM group_stand_ins ws CROSS JOIN groups wg CROSS JOIN requests w WHERE ws.account_id = ",
            $account,
            " AND wg.id = ws.group_id AND wg.status = 0 AND w.group_id = wg.id AND w.reminded_at IS NOT NULL",
            $narrowed,
            $most,
            ") overdue UNION SELECT id FROM (SELECT w.id FROM (",
            groups_of_absent_managers!($today, $account),
            ") wa CROSS JOIN requests w WHERE w.group_id = wa.group_id AND w.state BETWEEN 0 AND 0",
            $narrowed,
            $most,
            ") of_absent UNION SELECT id FROM (SELECT w.id FROM groups wg CROSS JOIN requests w WHERE ",
            $administers,
            " = 1 AND wg.managed_until < ",
            $today,
            " AND w.group_id = wg.id AND w.state BETWEEN 0 AND 0",
            $narrowed,
            $most,
            ") unmanaged"
        )
    };
}

pub mod absences;
pub mod clicks;
pub mod deciders;
pub mod erasure;
pub mod figures;
pub mod group_details;
pub mod group_industries;
pub mod group_list;
pub mod group_people;
pub mod group_rights;
pub mod groups;
pub mod member_list;
pub mod memberships;
pub mod my_groups;
pub mod product_groups;
pub mod request_list;
pub mod requests;
