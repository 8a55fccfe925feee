//! The list of applications for an account, for the people who decide about them.

use super::account_applications::AccountApplicationStatus;
use crate::db::list::{Column, Filter, List, Sort, filters, row};

/// Every confirmed application.
pub static ACCOUNT_APPLICATIONS: List = List {
    name: "account_applications",
    columns: AccountApplicationRow::COLUMNS,
    table: "account_applications r",
    joins: "JOIN accounts a ON a.id = r.account_id LEFT JOIN agencies g ON g.id = a.agency_id \
        LEFT JOIN companies c ON c.id = a.company_id LEFT JOIN groups w ON w.id = r.group_id \
        LEFT JOIN accounts d ON d.id = r.decided_by",
    key: Column::text("r.id"),
    filters: &[&STATE, &GROUP],
    sorts: &[Sort::by("created", &[Column::number("r.created_at")])],
    // Oldest first.
    usual_sort: "created",
    search: None,
};

static STATE: Filter = Filter::is("state", Column::number("r.state"), &["created"]);
static GROUP: Filter = Filter::is("group", Column::text("r.group_id"), &["created"]);

row! {
    /// An application for an account whose address is confirmed.
    pub struct AccountApplicationRow {
        /// The application's id.
        id: String = "r.id",
        /// The id of the account that waits.
        user_id: String = "r.account_id",
        /// The account name that was applied for.
        username: String = "r.username",
        /// The applicant's display name.
        full_name: String = "a.full_name",
        /// The confirmed address.
        email: String = "r.email",
        /// The id of the agency.
        agency_id: Option<String> = "a.agency_id",
        /// Its name.
        agency_name: Option<String> = "g.name",
        /// The id of the client.
        client_id: Option<String> = "a.company_id",
        /// Its name.
        client_name: Option<String> = "c.name",
        /// The wanted group as the applicant typed it.
        wanted_group: String = "r.wanted_group",
        /// The id of the wanted group, if there is one of that name.
        group_id: Option<String> = "r.group_id",
        /// Its name.
        group_name: Option<String> = "w.name",
        /// Why the person wants an account.
        reason: String = "r.reason",
        /// How the application stands.
        state: AccountApplicationStatus = "r.state",
        /// When the address was confirmed, in milliseconds since 1970.
        created_at: i64 = "r.created_at",
        /// When it was decided, in milliseconds since 1970.
        decided_at: Option<i64> = "r.decided_at",
        /// The name of the person who decided.
        decided_by: Option<String> = "d.full_name",
        /// Why it was refused.
        answer: String = "r.answer",
    }
}

filters! {
    /// Filters of the applications. An empty or missing field does not filter.
    pub struct AccountApplicationFilter of ACCOUNT_APPLICATIONS {
        /// How the application stands. Default: it waits.
        state: AccountApplicationStatus = STATE,
        /// Only applications for this group.
        group_id: String = GROUP,
    }
}

filters! {
    /// Filters of the applications for one group. An empty or missing field does not filter.
    pub struct GroupApplicationFilter of ACCOUNT_APPLICATIONS {
        /// The group.
        #[param(required = true)]
        group_id: String = GROUP,
        /// How the application stands. Default: it waits.
        state: AccountApplicationStatus = STATE,
    }
}
