//! What the tables keep about one account, for its owner. Each statement is a part of the file, under its own name in small
//! letters.
//!
//! A column that ends in `_at` is a time, one that begins with `is_` or `has_` is yes or no, and `claims` is JSON. No column
//! is a secret, a hash, a token, or something about another person, but for the name of who decided.

use crate::db::{DbError, FromRow, Reads, SqlRow, SqlValue, fetch_all, statements};

/// SQL: the name of the account with this alias; NULL if it has only an address.
macro_rules! name_of {
    ($of:literal) => {
        concat!(
            "CASE WHEN ",
            $of,
            ".full_name <> '' THEN ",
            $of,
            ".full_name WHEN ",
            $of,
            ".username LIKE '%@%' THEN NULL ELSE ",
            $of,
            ".username END"
        )
    };
}

statements! {
    ACCOUNT = "SELECT a.id, a.username, a.full_name, a.email, a.email_verified AS is_email_verified, a.lang, a.claims, \
        CASE a.status WHEN 0 THEN 'enabled' WHEN 1 THEN 'processing' ELSE 'disabled' END AS status, \
        a.expire_date AS last_day, g.name AS agency, c.name AS client, b.name AS brand, a.lion_id AS corporate_id, \
        a.sup_admin AS is_super_administrator, a.user_manager AS is_user_manager, \
        a.wechat_bound AS is_messaging_app_linked, \
        CAST(CASE WHEN a.password_hash IS NULL THEN 0 ELSE 1 END AS BIGINT) AS has_password, \
        a.must_change_password AS is_password_to_change, a.password_asked AS is_password_forgotten, \
        a.password_changed_at, a.password_expires_at, a.login_count, a.last_login_at, a.created_at, a.updated_at, \
        a.changed_at FROM accounts a LEFT JOIN agencies g ON g.id = a.agency_id \
        LEFT JOIN companies c ON c.id = a.company_id LEFT JOIN brands b ON b.id = a.brand_id WHERE a.id = $1 LIMIT $2";
    CORPORATE_IDENTITIES = "SELECT provider, issuer, subject, email, linked_at, used_at, unlinked_at \
        FROM federated_identities WHERE account_id = $1 ORDER BY linked_at DESC LIMIT $2";
    PASSKEYS = "SELECT name, discoverable AS is_discoverable, backed_up AS is_backed_up, aaguid AS model, added_at, used_at \
        FROM passkeys WHERE account_id = $1 ORDER BY added_at DESC LIMIT $2";
    PASSKEY_OFFERS = "SELECT offered_at FROM passkey_offers WHERE account_id = $1 LIMIT $2";
    AUTHENTICATORS = "SELECT added_at, used_at FROM authenticators WHERE account_id = $1 LIMIT $2";
    RECOVERY_CODES = "SELECT CAST(CASE WHEN used_at IS NULL THEN 0 ELSE 1 END AS BIGINT) AS is_used, used_at \
        FROM recovery_codes WHERE account_id = $1 LIMIT $2";
    TEMPORARY_CODES = "SELECT made_at, ends_at, used_at FROM temporary_codes WHERE account_id = $1 LIMIT $2";
    SECOND_FACTOR_DEADLINES = "SELECT due_at FROM factor_deadlines WHERE account_id = $1 LIMIT $2";
    SECOND_FACTOR_REMINDERS = "SELECT sent_at FROM factor_reminders WHERE account_id = $1 LIMIT $2";
    SECOND_FACTOR_REQUIREMENTS = "SELECT due_at FROM factor_requirements WHERE account_id = $1 LIMIT $2";
    ACCOUNT_LOCKS = "SELECT locked_at FROM account_locks WHERE account_id = $1 LIMIT $2";
    EMAILED_LINKS = "SELECT purpose, expires_at FROM one_time_links WHERE account_id = $1 LIMIT $2";
    EARLIER_ADDRESSES = "SELECT email, changed_at, expires_at FROM address_changes \
        WHERE account_id = $1 AND email IS NOT NULL ORDER BY changed_at DESC LIMIT $2";
    SESSIONS = "SELECT created_at, last_seen_at, ended_at, end_reason, address, browser, acr AS strength, amr AS methods, \
        provider, provider_subject FROM sso_sessions WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2";
    LAST_ACTIVE_DAY = "SELECT d.day_at FROM active_days d WHERE d.account_id = $1 LIMIT $2";
    REMEMBERED_BROWSERS = "SELECT browser, address, added_at, ends_at FROM remembered_browsers \
        WHERE account_id = $1 ORDER BY added_at DESC LIMIT $2";
    CONSENTS = "SELECT s.client_id, c.name AS application, s.scope, s.granted_at FROM consents s \
        LEFT JOIN clients c ON c.client_id = s.client_id WHERE s.account_id = $1 ORDER BY s.granted_at DESC LIMIT $2";
    GRANTS = "SELECT g.client_id, c.name AS application, g.offline AS is_offline, g.created_at, \
        g.refresh_expires_at, g.revoked_at, g.revoke_reason FROM grants g \
        LEFT JOIN clients c ON c.client_id = g.client_id WHERE g.account_id = $1 ORDER BY g.created_at DESC LIMIT $2";
    ACCOUNT_APPLICATIONS = concat!("SELECT f.username, f.email, f.wanted_group, f.reason, \
        CASE f.state WHEN 0 THEN 'waiting' WHEN 1 THEN 'approved' ELSE 'refused' END AS state, f.answer, \
        f.created_at, f.decided_at, ", name_of!("d"), " AS decided_by FROM account_applications f \
        LEFT JOIN accounts d ON d.id = f.decided_by WHERE f.account_id = $1 ORDER BY f.created_at DESC LIMIT $2");
    AGENCY_REQUESTS = concat!("SELECT o.name AS from_agency, g.name AS agency, \
        CASE q.state WHEN 0 THEN 'waiting' WHEN 1 THEN 'approved' WHEN 2 THEN 'refused' ELSE 'withdrawn' END AS state, \
        q.reason AS answer, q.created_at, q.decided_at, ", name_of!("d"), " AS decided_by FROM agency_requests q \
        JOIN agencies g ON g.id = q.agency_id LEFT JOIN agencies o ON o.id = q.from_agency_id \
        LEFT JOIN accounts d ON d.id = q.decided_by WHERE q.account_id = $1 ORDER BY q.created_at DESC LIMIT $2");
    MEMBERSHIPS = concat!("SELECT g.name AS group_name, \
        CASE m.status WHEN 0 THEN 'member' WHEN 1 THEN 'waiting' ELSE 'none' END AS status, \
        CASE m.outcome WHEN 1 THEN 'expired' WHEN 2 THEN 'refused' WHEN 3 THEN 'withdrawn' WHEN 4 THEN 'timed_out' \
        WHEN 5 THEN 'invited' END AS outcome, m.source, m.created_at, m.ends_on, m.warned_at, m.confirmed_at, \
        m.granted_at, ", name_of!("d"), " AS granted_by, m.kept_until AS kept_until_at FROM memberships m \
        JOIN groups g ON g.id = m.group_id LEFT JOIN accounts d ON d.id = m.granted_by \
        WHERE m.account_id = $1 ORDER BY m.created_at DESC LIMIT $2");
    REQUESTS = concat!("SELECT CASE r.kind WHEN 0 THEN 'join' ELSE 'extend' END AS kind, r.group_name, r.product_name, \
        r.username, r.email, r.reason, r.wanted_days, CASE r.state WHEN 0 THEN 'pending' WHEN 1 THEN 'approved' \
        WHEN 2 THEN 'refused' WHEN 3 THEN 'withdrawn' ELSE 'timed_out' END AS state, r.created_at, r.due_at, r.refuse_at, \
        r.reminded_at, r.decided_at, ", name_of!("d"), " AS decided_by, r.decision_reason AS answer FROM requests r \
        LEFT JOIN accounts d ON d.id = r.decided_by WHERE r.account_id = $1 ORDER BY r.created_at DESC LIMIT $2");
    MANAGED_GROUPS = "SELECT g.name AS group_name FROM group_managers m JOIN groups g ON g.id = m.group_id \
        WHERE m.account_id = $1 LIMIT $2";
    GROUPS_AS_STAND_IN = "SELECT g.name AS group_name FROM group_stand_ins m JOIN groups g ON g.id = m.group_id \
        WHERE m.account_id = $1 LIMIT $2";
    ABSENCE = concat!("SELECT ", name_of!("d"), " AS stand_in, b.first_day, b.last_day FROM absences b \
        JOIN accounts d ON d.id = b.stand_in_id WHERE b.account_id = $1 LIMIT $2");
    ABSENCES_OF_OTHERS = concat!("SELECT ", name_of!("d"), " AS manager, b.first_day, b.last_day FROM absences b \
        JOIN accounts d ON d.id = b.account_id WHERE b.stand_in_id = $1 LIMIT $2");
    GROUPS_SHOWN_TO_YOU = "SELECT g.name AS group_name FROM group_visible_accounts m JOIN groups g ON g.id = m.group_id \
        WHERE m.account_id = $1 LIMIT $2";
    HINTS_SEEN = "SELECT day, status AS is_seen FROM click_states WHERE account_id = $1 LIMIT $2";
    ROLES = "SELECT r.name AS role, p.name AS product, m.created_at FROM role_accounts m JOIN roles r ON r.id = m.role_id \
        JOIN products p ON p.id = r.product_id WHERE m.account_id = $1 LIMIT $2";
    ACCESS_GROUPS = "SELECT app_name, access_group FROM account_access_groups WHERE account_id = $1 LIMIT $2";
    ADMINISTERED_PRODUCTS = "SELECT p.name AS product FROM product_admins m JOIN products p ON p.id = m.product_id \
        WHERE m.account_id = $1 LIMIT $2";
    IRIS_MAPPINGS = "SELECT iris_code, iris_name, created_at FROM iris_mappings WHERE account_id = $1 LIMIT $2";
    ANNOUNCEMENTS_READ = "SELECT n.title AS announcement, r.read_at FROM announcement_reads r \
        LEFT JOIN announcements n ON n.id = r.announcement_id WHERE r.account_id = $1 ORDER BY r.read_at DESC LIMIT $2";
    SURVEYS = "SELECT s.name AS survey, CASE p.state WHEN 0 THEN 'opened' WHEN 1 THEN 'later' ELSE 'done' END AS state, \
        p.later_until AS later_until_at FROM survey_people p LEFT JOIN surveys s ON s.id = p.survey_id \
        WHERE p.account_id = $1 LIMIT $2";
    SURVEY_ANSWERS = "SELECT s.name AS survey, a.content AS answers, a.answered_at FROM survey_answers a \
        LEFT JOIN surveys s ON s.id = a.survey_id WHERE a.account_id = $1 ORDER BY a.answered_at DESC LIMIT $2";
    FEEDBACK = "SELECT p.name AS product, CASE f.category WHEN 1 THEN 'functional requirements' WHEN 2 THEN \
        'exterior interface' WHEN 3 THEN 'bug' ELSE 'system fluency' END AS category, f.feedback, \
        CASE f.status WHEN 0 THEN 'new' WHEN 1 THEN 'handling' ELSE 'closed' END AS status, f.answer, f.created_at, \
        f.answered_at FROM feedback f LEFT JOIN products p ON p.id = f.product_id WHERE f.account_id = $1 \
        ORDER BY f.created_at DESC LIMIT $2";
    FEEDBACK_UPLOADS = "SELECT u.uploaded_at FROM feedback_uploads u WHERE u.account_id = $1 LIMIT $2";
    FEEDBACK_TO_HANDLE = "SELECT p.name AS product, f.created_at FROM feedback f LEFT JOIN products p ON p.id = f.product_id \
        WHERE f.assignee_id = $1 ORDER BY f.created_at DESC LIMIT $2";
    ASSISTANT_CHATS = "SELECT c.turns, c.created_at, c.changed_at FROM chats c WHERE c.account_id = $1 \
        ORDER BY c.changed_at DESC LIMIT $2";
    ASSISTANT_ANSWERS = "SELECT a.began_at, a.ends_at FROM chat_answers a WHERE a.account_id = $1 LIMIT $2";
    ASSISTANT_MONTHS = "SELECT u.month, u.version_id AS version, u.words, u.held FROM assistant_use u \
        WHERE u.account_id = $1 ORDER BY u.month COLLATE \"C\" DESC, u.version_id LIMIT $2";
    ASSISTANT_DAYS = "SELECT d.day_at, d.version_id AS version, d.answers, d.words FROM assistant_days d \
        WHERE d.account_id = $1 ORDER BY d.day_at DESC LIMIT $2";
    ASSISTANT_QUOTA = "SELECT q.words, q.changed_at FROM assistant_quotas q WHERE q.kind = 0 AND q.subject_id = $1 LIMIT $2";
    EMAIL_CHOICES = "SELECT topic, mode, sent_on FROM mail_choices WHERE account_id = $1 LIMIT $2";
    PINNED_ON_HOME = "SELECT p.name AS product FROM home_choices h CROSS JOIN products p WHERE h.account_id = $1 \
        AND h.pins LIKE ('%,' || CAST(p.id AS TEXT) || ',%') LIMIT $2";
    HIDDEN_ON_HOME = "SELECT p.name AS product FROM home_choices h CROSS JOIN products p WHERE h.account_id = $1 \
        AND h.hidden LIKE ('%,' || CAST(p.id AS TEXT) || ',%') LIMIT $2";
    WELCOME_ON_HOME = "SELECT welcome_left_at AS left_at FROM home_choices WHERE account_id = $1 \
        AND welcome_left_at IS NOT NULL LIMIT $2";
    OPENINGS = "SELECT p.name AS product, o.minute * 60000 AS opened_at FROM product_openings o \
        LEFT JOIN products p ON p.id = o.product_id WHERE o.account_id = $1 ORDER BY opened_at DESC LIMIT $2";
    OPENING_COUNTS = "SELECT p.name AS product, o.openings FROM opening_counts o \
        LEFT JOIN products p ON p.id = o.product_id WHERE o.account_id = $1 LIMIT $2";
}

/// A row with the names of its columns.
pub struct NamedRow(pub Vec<(String, SqlValue)>);

impl FromRow for NamedRow {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        let names = row.names().into_iter().enumerate();
        let columns = names.map(|(place, name)| Ok((name, row.at(place)?)));
        columns.collect::<Result<_, DbError>>().map(Self)
    }
}

/// At most `most` rows of a part for the account.
pub async fn part(
    view: &mut dyn Reads,
    sql: &'static str,
    account_id: &str,
    most: i64,
) -> Result<Vec<NamedRow>, DbError> {
    fetch_all!(view, NamedRow, sql, account_id, most)
}
