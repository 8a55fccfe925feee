//! The settings as a whole: defaults, overrides, faults, and a complete example file.

use std::path::PathBuf;

use super::*;

pub(super) const EXAMPLE: &str = include_str!("../../../../atrium.toml.example");

pub(super) fn read(text: &str) -> Result<Config, Faults> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atrium.toml");
    std::fs::write(&path, text).unwrap();
    Config::load(&Source::file(Some(path)))
}

pub(super) fn faults_of(text: &str) -> Vec<String> {
    read(text)
        .unwrap_err()
        .list()
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// The example file with every commented setting active: removes the `#` of each line `# key = value`.
fn example_switched_on() -> String {
    let on = |line: &str| {
        let bare = line.strip_prefix("# ").filter(|rest| {
            rest.split_once(" = ").is_some_and(|(key, _)| {
                key.bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            })
        });
        bare.unwrap_or(line).to_owned()
    };
    EXAMPLE.lines().map(on).collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_set_gives_the_defaults_and_they_are_valid() {
    let config = Config::load(&Source::default()).unwrap();
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.database.url.expose(), "sqlite:data/atrium.db");
    assert_eq!(config.sessions.code_lifetime, crate::clock::MINUTE);
}

/// Every key is documented in `atrium.toml.example`; this test keeps the file complete.
#[test]
fn the_example_shows_every_key_with_its_default() {
    let text = example_switched_on();
    let config = read(&text).unwrap();
    assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
    assert_eq!(config.database.url, Config::default().database.url);
    assert_eq!(config.mail.url, Config::default().mail.url);

    let table: toml::Table = text.parse().unwrap();
    for (section, keys) in Config::sections() {
        let shown = table.get(section).and_then(toml::Value::as_table);
        let shown = shown.unwrap_or_else(|| panic!("[{section}] is missing in the example"));
        for key in keys {
            assert!(
                shown.contains_key(key.name),
                "{section}.{} is missing",
                key.name
            );
        }
    }
}

#[test]
fn the_example_says_something_about_every_key() {
    let lines: Vec<&str> = EXAMPLE.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        if line
            .strip_prefix("# ")
            .is_some_and(|rest| rest.contains(" = ") && !rest.contains("  "))
        {
            let before = lines[number - 1];
            assert!(
                before.starts_with("# "),
                "line {}: no words before {line}",
                number + 1
            );
        }
    }
}

/// Each section's table of keys is exactly the list of its fields.
#[test]
fn the_tables_of_keys_are_the_fields() {
    fn fields<S: Section>() -> &'static str {
        let probe =
            figment::value::Dict::from([("\u{1}".to_owned(), figment::value::Value::from(1))]);
        let error = figment::value::Value::from(probe)
            .deserialize::<S>()
            .err()
            .unwrap();
        let figment::error::Kind::UnknownField(_, fields) = error.kind else {
            panic!("[{}] takes unknown keys", S::NAME)
        };
        let table: Vec<&str> = S::KEYS.iter().map(|key| key.name).collect();
        assert_eq!(table, fields, "[{}]", S::NAME);
        assert!(S::KEYS.iter().all(|key| !key.allowed.is_empty()));
        S::NAME
    }
    let held = [
        fields::<ServerConfig>(),
        fields::<DatabaseConfig>(),
        fields::<KeysConfig>(),
        fields::<ClientsConfig>(),
        fields::<SessionsConfig>(),
        fields::<LimitsConfig>(),
        fields::<MailConfig>(),
        fields::<LogConfig>(),
        fields::<MetricsConfig>(),
        fields::<OutboundConfig>(),
        fields::<FilesConfig>(),
        fields::<GeoConfig>(),
        fields::<LegacyConfig>(),
        fields::<BrandingConfig>(),
        fields::<HomeConfig>(),
        fields::<AccountsConfig>(),
        fields::<FederationConfig>(),
        fields::<FactorsConfig>(),
        fields::<PasskeysConfig>(),
        fields::<WechatConfig>(),
        fields::<AuditConfig>(),
        fields::<AssistantConfig>(),
    ];
    let all: Vec<&str> = Config::sections().iter().map(|(name, _)| *name).collect();
    assert_eq!(held.as_slice(), all, "a section is left out here");
}

/// Bad input: every fault is reported at once, with its key, problem and allowed values.
#[test]
fn every_fault_is_named_in_one_reading() {
    let faults = faults_of(
        r#"
        [server]
        listen = "localhost"
        public_url = "http://sso.example.com"
        lisen = "127.0.0.1:1"
        body_limit = 5
        trusted_proxies = ["10.0.0.0/8", "proxy"]
        tls_key = "key.pem"
        [sessions]
        idle = "2 hours"
        code_lifetime = "10m"
        [log]
        format = "xml"
        [legacy]
        api_login = "yes"
        [sesions]
        idle = "1h"
        "#,
    );
    let expected = [
        "server.lisen is not a setting; allowed is one of listen, public_url,",
        "server.listen is not readable: invalid socket address syntax; allowed is an IP address and a port",
        "server.public_url is http on a host that is not loopback; allowed is an https address",
        "server.trusted_proxies has the entry \"proxy\"; allowed is a list of addresses or networks",
        "sessions.idle is \"2 hours\"; allowed is a span from",
        "log.format is not one of the known words; allowed is \"text\" or \"json\"",
        "legacy.api_login is a text that is not allowed here; allowed is true or false",
        "sesions is not a section of the settings; allowed is one of the sections server, database,",
        "server.tls_cert is not set, but its partner is; allowed is the path of a PEM file",
        "server.body_limit is 5; allowed is a number of bytes from 16384 to 33554432",
        "sessions.code_lifetime is \"10m\"; allowed is a span from \"5s\" to \"60s\"",
    ];
    assert_eq!(faults.len(), expected.len(), "{faults:#?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.starts_with(expected), "{fault}\n is not\n{expected}");
    }
}

/// The days of applications and deletions have a first and a last number.
#[test]
fn days_of_accounts_stay_in_their_ranges() {
    let text = |applied: u16, deleted: u8| {
        format!("[accounts]\napplication_days = {applied}\ndeletion_days = {deleted}\n")
    };
    for (applied, deleted) in [(1, 4), (365, 90)] {
        let accounts = read(&text(applied, deleted)).unwrap().accounts;
        assert_eq!(
            (accounts.application_days, accounts.deletion_days),
            (applied, deleted)
        );
    }
    for (applied, deleted) in [(0, 3), (366, 91)] {
        let expected = [
            format!(
                "accounts.application_days is {applied}; allowed is a number of days from 1 to 365"
            ),
            format!(
                "accounts.deletion_days is {deleted}; allowed is a number of days from 4 to 90"
            ),
        ];
        let faults = faults_of(&text(applied, deleted));
        assert_eq!(faults.len(), expected.len(), "{faults:#?}");
        for (fault, expected) in faults.iter().zip(&expected) {
            assert!(fault.starts_with(expected), "{fault}");
        }
    }
}

/// A table for a version with these lines besides.
fn version(id: i64, lines: &str) -> String {
    format!(
        "[[assistant.version]]\nid = {id}\nvalue = \"Large\"\nbase_url = \"https://ai.test/v1\"\nmodel = \"m\"\n{lines}\n"
    )
}

/// Contract G-75, G-78: versions of the assistant have their defaults, and -1 is no limit, for a version and for everybody; without
/// a figure a person has 100,000 words a month.
#[test]
fn versions_of_the_assistant_are_read() {
    assert_eq!(Config::default().assistant.monthly_words, 100_000);
    let limited = version(
        2,
        "monthly_words = 500\nkey_file = \"large.key\"\nprice_in = 2.0",
    );
    let unlimited = version(3, "monthly_words = -1");
    let text = format!(
        "[assistant]\nmonthly_words = -1\n{}{limited}{unlimited}",
        version(1, "")
    );
    let read = read(&text).unwrap().assistant;
    assert_eq!(read.monthly_words, UNLIMITED_WORDS);
    let limits: Vec<_> = read.version.iter().map(|one| one.monthly_words).collect();
    assert_eq!(limits, [None, Some(500), None]);
    assert_eq!(read.version[1].key_file.to_str(), Some("large.key"));
    assert!((read.version[1].price_in - 2.0).abs() < f64::EPSILON);
    assert_eq!(read.version[0].max_answer_words, 1_500);
}

/// Contract G-75: every fault of a version is named with its number.
#[test]
fn a_wrong_version_of_the_assistant_is_named() {
    let cases = [
        (version(1, "") + &version(1, ""), "has the id 1 twice"),
        (version(0, ""), "0 has a id that is not 1 to 999"),
        (
            version(4, "").replace("https://ai.test/v1", "ftp://ai.test"),
            "4 has a base_url that is not an http or https address",
        ),
        (
            version(5, "price_in = -0.5"),
            "5 has a price_in that is not 0 to 1000000",
        ),
        (
            version(6, "price_out = 1000001.0"),
            "6 has a price_out that is not 0 to 1000000",
        ),
        (
            version(7, "max_answer_words = 0"),
            "7 has a max_answer_words that is not 1 to 100000",
        ),
        (
            version(8, "monthly_words = -2"),
            "8 has a monthly_words that is not 0 to 1000000000, or -1",
        ),
    ];
    for (text, fault) in cases {
        let faults = faults_of(&text);
        assert_eq!(faults.len(), 1, "{faults:#?}");
        let expected = format!("assistant.version {fault}; allowed is tables");
        assert!(faults[0].starts_with(&expected), "{faults:#?}");
    }
    let faults = faults_of("[assistant]\nmonthly_words = -2\nwaits = 1\n");
    assert_eq!(faults.len(), 2, "{faults:#?}");
    assert!(faults[0].starts_with("assistant.waits is not a setting"));
    assert!(faults[1].starts_with("assistant.monthly_words is -2"));
}

/// Contract G-23, G-76, attack T13: a tile leads to an https address or to a product.
#[test]
fn a_tile_of_home_has_a_safe_target() {
    let text = r#"
        [home.tiles.brief]
        url = "https://briefs.test/"
        name = { en-us = "Briefs", zh-cn = "简报" }
        [home.tiles.upskill]
        product = 12
        [home.tiles.assistant_1]
        url = "https://pictures.test/"
        "#;
    let config = read(text).unwrap();
    assert_eq!(config.home.tiles["brief"].url, "https://briefs.test/");
    assert_eq!(config.home.tiles["upskill"].product, Some(12));
    for (tile, expected) in [
        ("case_studies = {}", "home.tiles has the tile"),
        (
            "brief = { url = \"http://briefs.test/\" }",
            "home.tiles has the address",
        ),
        (
            "brief = { url = \"javascript:alert(1)\" }",
            "home.tiles has the address",
        ),
        (
            "brief = { url = \"https://briefs.test/\", product = 12 }",
            "home.tiles has an address and a product",
        ),
    ] {
        let faults = faults_of(&format!("[home]\ntiles = {{ {tile} }}"));
        assert_eq!(faults.len(), 1, "{faults:#?}");
        assert!(faults[0].starts_with(expected), "{faults:#?}");
    }
}

#[test]
fn variables_stand_over_the_file_and_take_every_type() {
    let config = Config::load(
        &Source::default()
            .with_variable("ATRIUM_SERVER__LISTEN", "0.0.0.0:9000")
            .with_variable("ATRIUM_SERVER__MAX_CONNECTIONS", "77")
            .with_variable("ATRIUM_SERVER__TRUSTED_PROXIES", "10.0.0.0/8, ::1")
            .with_variable("ATRIUM_LEGACY__API_LOGIN", "false")
            .with_variable("ATRIUM_BRANDING__HIDDEN_APP_IDS", "[1, 2]")
            .with_variable(
                "ATRIUM_BRANDING__FILINGS",
                r#"[{ text = "A", url = "https://a.test/" }]"#,
            )
            .with_variable("ATRIUM_METRICS__TOKEN", "0123456789012345")
            .with_variable("ATRIUM_SERVER__TLS_CERT", ""),
    )
    .unwrap();
    assert_eq!(config.server.listen.to_string(), "0.0.0.0:9000");
    assert_eq!(config.server.max_connections, 77);
    assert_eq!(config.server.trusted_proxies.len(), 2);
    assert!(!config.legacy.api_login);
    assert_eq!(config.branding.hidden_app_ids, [1, 2]);
    assert_eq!(config.branding.filings.len(), 1);
    // A secret of digits stays a text.
    assert_eq!(config.metrics.token.unwrap().expose(), "0123456789012345");
    assert_eq!(config.server.tls_cert, None);
}

#[test]
fn a_variable_of_the_wrong_type_is_named_as_what_it_is() {
    for (name, value, expected) in [
        (
            "ATRIUM_SERVER__LISTEN",
            "foo",
            "server.listen is not readable: invalid socket address syntax",
        ),
        (
            "ATRIUM_SERVER__MAX_CONNECTIONS",
            "many",
            "server.max_connections is a text that is not allowed here",
        ),
        (
            "ATRIUM_LEGACY__API_LOGIN",
            "1",
            "legacy.api_login is a number that is not allowed here",
        ),
        (
            "ATRIUM_SERVER__TRUSTED_PROXIES",
            "proxy",
            "server.trusted_proxies has the entry \"proxy\"",
        ),
    ] {
        let faults = Config::load(&Source::default().with_variable(name, value)).unwrap_err();
        assert!(
            faults.list()[0].to_string().starts_with(expected),
            "{faults}"
        );
    }
}

#[test]
fn unknown_variables_are_fatal() {
    for name in ["ATRIUM_SERVER__LISEN", "ATRIUM_SEVER__LISTEN", "ATRIUM___"] {
        let source = Source::default().with_variable(name, "127.0.0.1:1");
        assert_eq!(Config::load(&source).unwrap_err().list().len(), 1, "{name}");
    }
}

/// Variables that an orchestrator sets for a service named atrium are not faults; a variable that is almost a
/// setting is reported with the right name, and has no effect.
#[test]
fn variables_without_a_separator_are_ignored() {
    let mut source = Source::default();
    for name in [
        "ATRIUM_PORT",
        "ATRIUM_SERVICE_HOST",
        "ATRIUM_PORT_8080_TCP_ADDR",
        "ATRIUM_SERVER_LISTEN",
        "ATRIUM_outbound_ca_file",
        "ATRIUM_",
        "ATRIUM_\u{1b}[31m",
    ] {
        source = source.with_variable(name, "hush 0.0.0.0:1");
    }
    let config = Config::load(&source).unwrap();
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
    let written: Vec<String> = source
        .ignored_variables()
        .iter()
        .map(ToString::to_string)
        .collect();
    let expected = [
        "ATRIUM_PORT is not a setting",
        "ATRIUM_SERVICE_HOST is not a setting",
        "ATRIUM_PORT_8080_TCP_ADDR is not a setting",
        "ATRIUM_SERVER_LISTEN is not a setting; ATRIUM_SERVER__LISTEN is",
        "ATRIUM_outbound_ca_file is not a setting; ATRIUM_OUTBOUND__CA_FILE is",
        "ATRIUM_ is not a setting",
        "ATRIUM_\\u{1b}[31m is not a setting",
    ];
    assert_eq!(written, expected);
    let settings = Source::default().with_variable("ATRIUM_SERVER__LISTEN", "[::1]:1");
    assert!(settings.ignored_variables().is_empty());
}

#[test]
fn a_broken_file_is_named_with_its_line_and_without_its_text() {
    let faults = faults_of("[keys]\nmaster = \"hush-hush\n");
    assert!(
        faults[0].contains("is not valid TOML at line 2"),
        "{faults:?}"
    );
    assert!(!faults[0].contains("hush"), "{faults:?}");
    let missing = Config::load(&Source::file(Some(PathBuf::from("/nowhere/atrium.toml"))));
    assert!(
        missing
            .unwrap_err()
            .to_string()
            .contains("/nowhere/atrium.toml cannot be read")
    );
}

/// Attack 35, "no default secret": with PostgreSQL a missing master secret is refused.
#[test]
fn postgres_wants_a_master_secret() {
    let url = "[database]\nurl = \"postgres://atrium:hush@db/atrium\"\n";
    assert!(faults_of(url)[0].starts_with("keys.master_file is not set"));
    assert!(read(&format!("{url}[keys]\nmaster_file = \"m.key\"\n")).is_ok());
}

#[test]
fn secrets_show_neither_in_debug_nor_in_faults() {
    let source = Source::default()
        .with_variable("ATRIUM_DATABASE__URL", "mysql://hush-1@db/atrium")
        .with_variable("ATRIUM_MAIL__URL", "hush-2")
        .with_variable("ATRIUM_KEYS__MASTER", "hush-3");
    let faults = Config::load(&source).unwrap_err();
    assert_eq!(faults.list().len(), 3);
    assert!(!faults.to_string().contains("hush"), "{faults}");
    assert!(!format!("{source:?}").contains("hush"));

    let mut config = Config::default();
    config.database.url = Secret::new("postgres://atrium:hush@db:5432/atrium?sslmode=require");
    config.keys.master = Some(Secret::new("hush"));
    assert!(!format!("{config:?}").contains("hush"));
    assert_eq!(config.database.shown(), "postgres://db/atrium");
}
