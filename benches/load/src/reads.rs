//! The mix of reads of `make bench-scale`, and how long each may take.

/// The reads of about three seconds, repeated in these proportions.
pub const READS: [Read; 50] = [
    Read::HOME,
    Read::ACCOUNTS,
    Read::PALETTE[0],
    Read::SEARCH,
    Read::HOME,
    Read::SECOND_PAGE,
    Read::FILTER,
    Read::PALETTE_WITH_PEOPLE[0],
    Read::GROUPS,
    Read::HOME,
    Read::DEEP_PAGE,
    Read::CHINESE,
    Read::HISTORY,
    Read::HOME_OF_ADMINISTRATOR,
    Read::TWO_FILTERS,
    Read::HOME,
    Read::COMMON,
    Read::PRODUCTS,
    Read::PALETTE[1],
    Read::MEMBERS,
    Read::HOME,
    Read::ACCESS,
    Read::POP_UP,
    Read::OVERVIEW,
    Read::OWN_GROUPS,
    Read::HOME,
    Read::PALETTE_WITH_PEOPLE[1],
    Read::QUEUE,
    Read::MAIL,
    Read::HISTORY_SEARCH,
    Read::HOME,
    Read::CLIENT,
    Read::GROUP_SEARCH,
    Read::PALETTE_WITH_PEOPLE[2],
    Read::MEMBER_SEARCH,
    Read::HOME,
    Read::RIGHTS,
    Read::ANNOUNCEMENTS,
    Read::ACCOUNTS,
    Read::HOME_OF_ADMINISTRATOR,
    Read::ROLES,
    Read::HISTORY,
    Read::CARDS,
    Read::MODULES,
    Read::REQUESTS_FOUND,
    Read::PALETTE_WITH_PEOPLE[3],
    Read::ANNOUNCEMENT_SEARCH,
    Read::PRODUCT_LIST,
    Read::OVERVIEW_OF_400_DAYS,
    Read::NOTICE,
];

/// The median and the p99 in milliseconds that a read should not exceed.
#[derive(Clone, Copy)]
pub struct Aim(pub u32, pub u32);

const LIST: Aim = Aim(50, 200);
/// Words with more than 10,000 matches.
const COMMON_WORD: Aim = Aim(100, 400);
const HOME: Aim = Aim(30, 100);
const PALETTE: Aim = Aim(50, 150);
const OVERVIEW: Aim = Aim(100, 200);

/// A kind of read.
#[derive(Clone, Copy)]
pub struct Read {
    pub name: &'static str,
    pub path: &'static str,
    /// The same rows by one statement.
    pub bare: &'static str,
    pub is_of_member: bool,
    pub aim: Aim,
}

impl Read {
    const HOME: Self = Self::of_member("home", "/api/security/home").within(HOME);
    const HOME_OF_ADMINISTRATOR: Self =
        Self::of("home of an administrator", "/api/security/home", "").within(HOME);
    const CARDS: Self = Self::of_member(
        "cards of a list",
        "/api/security/app/v2/list-by-type?typeId=1",
    );
    const PALETTE: [Self; 2] = [
        Self::of_member("palette", "/api/security/find?q=med").within(PALETTE),
        Self::of_member("palette", "/api/security/find?q=wangwei").within(PALETTE),
    ];
    /// An administrator also finds people.
    const PALETTE_WITH_PEOPLE: [Self; 4] = [
        Self::palette_with_people("/api/security/find?q=smith"),
        Self::palette_with_people("/api/security/find?q=wangwei"),
        Self::palette_with_people("/api/security/find?q=ww"),
        Self::palette_with_people("/api/security/find?q=%E7%8E%8B%E4%BC%9F"),
    ];
    const HISTORY: Self = Self::of_member(
        "history of announcements",
        "/api/security/admin/announcement/history?pageSize=10",
    );
    const HISTORY_SEARCH: Self = Self::of_member(
        "history of announcements, search",
        "/api/security/admin/announcement/history?pageSize=10&search=maintenance",
    );
    const POP_UP: Self = Self::of_member(
        "announcement that is due",
        "/api/security/admin/announcement/pop-up",
    );
    const ANNOUNCEMENTS: Self = Self::of(
        "announcements, first page",
        "announcement/list",
        "SELECT id, title, status FROM announcements ORDER BY launch_at DESC, id DESC LIMIT 10",
    );
    const ANNOUNCEMENT_SEARCH: Self = Self::of(
        "announcements, search",
        "announcement/list?context=maintenance",
        "",
    );
    const ACCOUNTS: Self = Self::of(
        "accounts, first page",
        "user/list",
        "SELECT id, username, email, full_name, status FROM accounts ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const SECOND_PAGE: Self = Self::of(
        "accounts, page 2",
        "user/list?pageNum=2&sort=fullName",
        "SELECT id, username, email, full_name, status FROM accounts ORDER BY full_name_key, id LIMIT 10 OFFSET 10",
    );
    const DEEP_PAGE: Self = Self::of(
        "accounts, page 1,000",
        "user/list?pageNum=1000",
        "SELECT id, username, email, full_name, status FROM accounts ORDER BY created_at DESC, id DESC \
         LIMIT 10 OFFSET 9990",
    );
    const FILTER: Self = Self::of(
        "accounts, disabled",
        "user/list?accountStatus=2",
        "SELECT id, username, email, full_name, status FROM accounts WHERE status = 2 \
         ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const TWO_FILTERS: Self = Self::of(
        "accounts, enabled of one agency",
        "user/list?accountStatus=0&agencyId=agency7",
        "SELECT id, username, email, full_name, status FROM accounts WHERE status = 0 AND agency_id = 'agency7' \
         ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const SEARCH: Self = Self::of("accounts, `okafor`", "user/list?context=okafor", "");
    const CHINESE: Self = Self::of(
        "accounts, `王伟`",
        "user/list?context=%E7%8E%8B%E4%BC%9F",
        "",
    );
    const COMMON: Self =
        Self::of("accounts, `smith` (common)", "user/list?context=smith", "").within(COMMON_WORD);
    const GROUPS: Self = Self::of(
        "groups, first page",
        "user-group/list",
        "SELECT id, name, status FROM groups ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const PRODUCTS: Self = Self::of("products, search", "app/list?context=dashboard", "");
    const MEMBERS: Self = Self::of(
        "members of a group of 25,000",
        "user-group/user-list?groupId=scale0",
        "SELECT a.id, a.username, a.full_name FROM memberships m JOIN accounts a ON a.id = m.account_id \
         WHERE m.group_id = 'scale0' LIMIT 10",
    );
    const ACCESS: Self = Self::of(
        "effective access",
        "user/role-access-info?userId={person}",
        "",
    );

    const OWN_GROUPS: Self = Self::of_member(
        "groups to ask for",
        "/api/security/user/user-group/group-list",
    );
    const MAIL: Self = Self::of(
        "accounts, part of an e-mail address",
        "user/list?context=wei.zhang",
        "",
    );
    const CLIENT: Self = Self::of(
        "accounts of one client",
        "user/list?clientId=client7",
        "SELECT id, username, email, full_name, status FROM accounts WHERE company_id = 'client7' \
         ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const QUEUE: Self = Self::of(
        "requests that wait, first page",
        "/api/security/user/user-group/request-list",
        "",
    );
    const NOTICE: Self = Self::of(
        "what waits for me",
        "/api/security/user/user-group/notify",
        "",
    );
    const REQUESTS_FOUND: Self = Self::of(
        "requests, search",
        "app/access_application_list?context=okafor",
        "",
    );
    const GROUP_SEARCH: Self = Self::of("groups, search", "user-group/list?context=media", "");
    const MEMBER_SEARCH: Self = Self::of(
        "members of a group, search",
        "user-group/user-list?groupId=scale0&context=garcia",
        "",
    )
    .within(COMMON_WORD);
    const RIGHTS: Self = Self::of("access rights, search", "access/list?context=reports", "");
    const ROLES: Self = Self::of(
        "roles, first page",
        "role/list",
        "SELECT id, name, status FROM roles ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const MODULES: Self = Self::of(
        "modules, first page",
        "access/module-list",
        "SELECT id, name, status FROM modules ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const PRODUCT_LIST: Self = Self::of(
        "products, first page",
        "app/list",
        "SELECT id, name, status FROM products ORDER BY created_at DESC, id DESC LIMIT 10",
    );

    const OVERVIEW: Self = Self::overview("overview", "/api/security/admin/overview");
    const OVERVIEW_OF_400_DAYS: Self = Self::overview(
        "overview of 400 days",
        "/api/security/admin/overview?days=400",
    );

    const fn of(name: &'static str, path: &'static str, bare: &'static str) -> Self {
        Self {
            name,
            path,
            bare,
            is_of_member: false,
            aim: LIST,
        }
    }

    const fn of_member(name: &'static str, path: &'static str) -> Self {
        Self {
            is_of_member: true,
            ..Self::of(name, path, "")
        }
    }

    const fn overview(name: &'static str, path: &'static str) -> Self {
        Self::of(name, path, "").within(OVERVIEW)
    }

    const fn palette_with_people(path: &'static str) -> Self {
        Self::of("palette with people", path, "").within(PALETTE)
    }

    const fn within(self, aim: Aim) -> Self {
        Self { aim, ..self }
    }
}
