//! The floors of the server, and where each library is used.

/// The levels of modules, from the top. A module may use modules of lower levels, and on its own
/// level only those in [`BESIDE`].
pub const FLOORS: &[(&str, &[&str])] = &[
    ("main", &["main", "lib"]),
    ("cli", &["cli"]),
    ("app", &["app"]),
    (
        "doors",
        &["oidc", "signin", "legacy", "api", "portal", "served_files"],
    ),
    ("calls", &["calls"]),
    ("state", &["state"]),
    (
        "domain",
        &[
            "access",
            "announcements",
            "assistant",
            "catalogue",
            "clients",
            "directory",
            "factors",
            "federation",
            "feedback",
            "groups",
            "passkeys",
            "sessions",
            "surveys",
            "wechat",
        ],
    ),
    (
        "services",
        &[
            "mail", "audit", "files", "insight", "jobs", "limits", "pages",
        ],
    ),
    ("tools", &["keys", "http", "outbound", "geo", "telemetry"]),
    ("under the tools", &["faults"]),
];

/// The crates below, as `lib.rs` hands them on. Every room may use them; they know no room.
pub const BELOW: &[&str] = &["clock", "config", "days", "db", "i18n", "random", "site"];

/// Allowed dependencies within one level, each from left to right.
pub const BESIDE: &[(&str, &str)] = &[
    ("announcements", "catalogue"),
    ("announcements", "clients"),
    ("announcements", "directory"),
    ("announcements", "groups"),
    ("assistant", "access"),
    ("assistant", "catalogue"),
    ("assistant", "clients"),
    ("assistant", "directory"),
    ("assistant", "groups"),
    ("assistant", "sessions"),
    ("surveys", "announcements"),
    ("surveys", "catalogue"),
    ("surveys", "directory"),
    ("surveys", "groups"),
    ("feedback", "access"),
    ("feedback", "catalogue"),
    ("feedback", "clients"),
    ("feedback", "directory"),
    ("sessions", "directory"),
    ("sessions", "clients"),
    ("sessions", "access"),
    ("sessions", "catalogue"),
    ("sessions", "federation"),
    ("sessions", "factors"),
    ("factors", "access"),
    ("factors", "directory"),
    ("passkeys", "directory"),
    ("passkeys", "factors"),
    ("passkeys", "sessions"),
    ("passkeys", "clients"),
    ("wechat", "directory"),
    ("wechat", "sessions"),
    ("federation", "access"),
    ("federation", "directory"),
    ("federation", "groups"),
    ("catalogue", "groups"),
    ("catalogue", "access"),
    ("catalogue", "directory"),
    ("catalogue", "clients"),
    ("groups", "access"),
    ("groups", "directory"),
    ("access", "directory"),
    ("access", "clients"),
    ("mail", "jobs"),
    ("audit", "insight"),
    ("audit", "jobs"),
    ("files", "jobs"),
    ("jobs", "insight"),
    ("telemetry", "http"),
];

/// Each library and the only place that uses it. A name with `/` at the end is a folder.
pub const ROOMS: &[(&str, &[&str])] = &[
    ("sqlx", &["store.rs", "store/"]),
    ("josekit", &["keys/"]),
    ("oxide_auth", &["oidc/engine.rs", "oidc/engine/"]),
    ("reqwest", &["outbound/"]),
    ("webauthn_rs", &["passkeys/"]),
    ("lettre", &["mail/"]),
    (
        "askama",
        &[
            "oidc/pages.rs",
            "signin/pages/",
            "legacy/pages.rs",
            "calls/docs.rs",
            "pages/",
            "mail/",
        ],
    ),
    ("image", &["federation/icon.rs", "files/picture.rs"]),
    ("object_store", &["files/shelf.rs", "outbound/objects.rs"]),
    ("argon2_rust", &["directory/password.rs"]),
    ("maxminddb", &["geo.rs"]),
    ("qrcode", &["pages/qr_code.rs"]),
    (
        "tower_sessions",
        &["sessions/", "state/visitor.rs", "app/router.rs"],
    ),
];
