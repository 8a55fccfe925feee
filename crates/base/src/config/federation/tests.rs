//! The section `[federation]`: a good file, the defaults and each fault.

use super::super::tests::{EXAMPLE, faults_of, read};
use super::*;

/// The required parts of a provider, without its id.
const REQUIRED: &str = r#"
label = "Lion Identity"
issuer = "https://id.example.com"
client_id = "atrium"
secret_file = "/etc/atrium/lion.secret"
"#;

/// A file with one good provider, to which `more` adds lines.
fn lion_with(more: &str) -> String {
    format!("[[federation.provider]]\nid = \"lion\"\n{REQUIRED}{more}\n")
}

/// A file with one provider, in which `line` replaces the line of the same key.
fn lion_but(line: &str) -> String {
    let key = line.split_once(" = ").unwrap().0;
    let lines = lion_with("");
    let others = lines.lines().filter(|other| !other.starts_with(key));
    others.chain([line]).collect::<Vec<_>>().join("\n")
}

/// The only fault of a file begins with `expected`.
fn assert_fault(text: &str, expected: &str) {
    let faults = faults_of(text);
    assert_eq!(faults.len(), 1, "{faults:#?}\n{text}");
    assert!(
        faults[0].starts_with(expected),
        "{}\n is not\n{expected}",
        faults[0]
    );
}

#[test]
fn every_part_is_read() {
    let config = read(
        r#"
        [[federation.provider]]
        id = "lion"
        label = "Lion Identity"
        issuer = "https://id.example.com/realms/Lion/"
        client_id = "atrium"
        secret_file = "/etc/atrium/lion.secret"
        icon_file = "/etc/atrium/lion.png"
        scopes = ["email", "urn:lion:staff"]
        lion_id = true
        link = "prove"
        create = "wait"
        agency = "3"
        domains = ["example.com", "xn--bcher-kva.example"]
        acr = { "phr:otp" = "urn:atrium:acr:mfa" }
        claims = { email = "upn", email_verified = "xms_edov" }
        groups = { claim = "groups", absent = "none", map = { "staff" = "g-1" } }
        "#,
    )
    .unwrap();
    let expected = ProviderConfig {
        id: "lion".to_owned(),
        label: "Lion Identity".to_owned(),
        issuer: "https://id.example.com/realms/Lion/".to_owned(),
        client_id: "atrium".to_owned(),
        secret_file: PathBuf::from("/etc/atrium/lion.secret"),
        key_file: PathBuf::new(),
        certificate_file: PathBuf::new(),
        icon_file: PathBuf::from("/etc/atrium/lion.png"),
        scopes: vec!["email".to_owned(), "urn:lion:staff".to_owned()],
        lion_id: true,
        link: LinkRule::Prove,
        create: CreateRule::Wait,
        agency: Some("3".to_owned()),
        domains: vec!["example.com".to_owned(), "xn--bcher-kva.example".to_owned()],
        acr: BTreeMap::from([("phr:otp".to_owned(), PROVIDER_ACR.to_owned())]),
        claims: ClaimNames {
            email: "upn".to_owned(),
            email_verified: "xms_edov".to_owned(),
            name: "name".to_owned(),
            username: "preferred_username".to_owned(),
        },
        groups: GroupsClaim {
            claim: "groups".to_owned(),
            absent: AbsentClaim::None,
            map: [("staff".to_owned(), "g-1".to_owned())].into(),
        },
    };
    assert_eq!(config.federation.provider, [expected]);
}

#[test]
fn parts_that_are_not_required_have_defaults() {
    let federation = read(&lion_with("agency = \"\"")).unwrap().federation;
    let provider = &federation.provider[0];
    assert_eq!(provider.scopes, ["profile", "email"]);
    assert!(!provider.lion_id);
    assert_eq!(provider.link, LinkRule::Verified);
    assert_eq!(provider.create, CreateRule::Refuse);
    assert_eq!(provider.agency, None);
    assert!(provider.domains.is_empty() && provider.acr.is_empty());
    assert_eq!(provider.claims, ClaimNames::default());
    assert_eq!(provider.groups, GroupsClaim::default());
}

/// The table in `atrium.toml.example` has every part, and those that are not required have their defaults.
#[test]
fn the_example_shows_every_part() {
    let section = EXAMPLE.split("[federation]").nth(1).unwrap();
    let lines = section.lines().filter_map(|line| line.strip_prefix("#   "));
    let text = lines.collect::<Vec<_>>().join("\n");
    for part in PARTS {
        let line = format!("\n{} = ", part.name);
        assert!(text.contains(&line), "{} is missing", part.name);
    }
    let shown = read(&text).unwrap().federation.provider;
    let defaults = read(&lion_with("")).unwrap().federation.provider;
    assert_eq!(shown, defaults);
}

#[test]
fn the_words_of_the_rules_are_read() {
    for (word, rule) in [
        ("verified", LinkRule::Verified),
        ("prove", LinkRule::Prove),
        ("never", LinkRule::Never),
    ] {
        let config = read(&lion_with(&format!("link = {word:?}"))).unwrap();
        assert_eq!(config.federation.provider[0].link, rule);
    }
    for (word, rule) in [
        ("refuse", CreateRule::Refuse),
        ("wait", CreateRule::Wait),
        ("make", CreateRule::Make),
    ] {
        let config = read(&lion_with(&format!("create = {word:?}"))).unwrap();
        assert_eq!(config.federation.provider[0].create, rule);
    }
}

/// Each part that the struct has is in the table, in the same order.
#[test]
fn the_table_of_parts_is_the_fields() {
    let probe = figment::value::Dict::from([("\u{1}".to_owned(), Value::from(1))]);
    let error = Value::from(probe).deserialize::<ProviderConfig>();
    let figment::error::Kind::UnknownField(_, fields) = error.unwrap_err().kind else {
        panic!("a provider takes unknown parts")
    };
    let table: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
    assert_eq!(table, fields);
}

#[test]
fn each_required_part_is_missed_by_its_name() {
    let faults = faults_of("[[federation.provider]]\n");
    let parts = ["id", "label", "issuer", "client_id", "secret_file"];
    assert_eq!(faults.len(), parts.len(), "{faults:#?}");
    for (fault, part) in faults.iter().zip(parts) {
        let expected = format!("federation.provider.{part} of entry 1 is not set; allowed is ");
        assert!(fault.starts_with(&expected), "{fault}");
    }
    assert_fault(
        &lion_but("label = \" \""),
        "federation.provider.label of entry \"lion\" is not set; allowed is a text of 1 to 100",
    );
}

#[test]
fn each_part_that_is_not_allowed_is_named_with_its_provider() {
    let long = format!("label = \"{}\"", "ä".repeat(101));
    for (line, expected) in [
        (long.as_str(), "label of entry \"lion\" has 101 characters"),
        (
            "label = \"Lion\\nIdentity\"",
            "label of entry \"lion\" has 13 characters or a control character",
        ),
        (
            "issuer = \"id.example.com\"",
            "issuer of entry \"lion\" is not an absolute http or https address; allowed is the http",
        ),
        (
            "scopes = [\"email\", \"a b\"]",
            "scopes of entry \"lion\" has the entry \"a b\"; allowed is a list of scopes",
        ),
        (
            "domains = [\"Example.com\"]",
            "domains of entry \"lion\" has the entry \"Example.com\"; allowed is a list of host names",
        ),
        (
            "claims = { name = \"\" }",
            "claims of entry \"lion\" has the entry \"\"; allowed is a table with names of claims",
        ),
        (
            "groups = { claim = \"groups\" }",
            "groups of entry \"lion\" has only one of claim and map; allowed is a table with claim",
        ),
        (
            "acr = { \"two values\" = \"urn:atrium:acr:mfa\" }",
            "acr of entry \"lion\" has the entry \"two values\"; allowed is a table",
        ),
        (
            "acr = { otp = \"urn:atrium:acr:phishing_resistant\" }",
            "acr of entry \"lion\" has the entry \"urn:atrium:acr:phishing_resistant\"; allowed is a table",
        ),
    ] {
        assert_fault(&lion_but(line), &format!("federation.provider.{expected}"));
    }
    assert!(read(&lion_but(&format!("label = \"{}\"", "ä".repeat(100)))).is_ok());
    for id in ["Lion", "li_on", "li/on", "ä", &"a".repeat(41)] {
        assert_fault(
            &lion_but(&format!("id = {id:?}")),
            &format!("federation.provider.id of entry {id:?} is {id:?}; allowed is 1 to 40"),
        );
    }
}

/// OpenID Connect Discovery 1.0 section 3: an issuer has no query or fragment.
#[test]
fn an_issuer_is_an_absolute_address() {
    for good in [
        "https://id.example.com",
        "https://id.example.com/",
        "https://id.example.com:8443/realms/Lion",
        "http://127.0.0.1:9000",
    ] {
        assert_eq!(problem_of_issuer(good), None, "{good}");
    }
    for (bad, problem) in [
        ("/realms/lion", "is not an absolute"),
        ("ftp://id.example.com", "is not an absolute"),
        ("https:id.example.com", "is not an absolute"),
        ("https://", "is not an absolute"),
        ("https:///id.example.com", "is not an absolute"),
        ("https://\\id.example.com", "is not an absolute"),
        (" https://id.example.com", "is not an absolute"),
        ("https://id.example.com/\n", "is not an absolute"),
        ("https://ada:hush@id.example.com", "contains a user name"),
        ("https://id.example.com/?", "has a query"),
        ("https://id.example.com/?a=1", "has a query"),
        ("https://id.example.com#", "has a query or fragment"),
    ] {
        let found = problem_of_issuer(bad).unwrap_or_default();
        assert!(found.starts_with(problem), "{bad}: {found}");
    }
}

#[test]
fn scopes_and_host_names_have_their_forms() {
    for good in ["email", "a", "urn:x!#[]~"] {
        assert!(is_scope(good), "{good}");
    }
    for bad in ["", "a b", "a\"", "a\\b", "ä", "a\u{7f}"] {
        assert!(!is_scope(bad), "{bad}");
    }
    let label = "a".repeat(63);
    for good in ["example.com", "corp", "a-1.example", &label] {
        assert!(is_host_name(good), "{good}");
    }
    let (long_label, long) = ("a".repeat(64), "a.".repeat(126) + "ab");
    for bad in [
        "",
        ".",
        "example.com.",
        ".example.com",
        "EXAMPLE.com",
        "@example.com",
        "*.example.com",
        "-a.com",
        "a-.com",
        "a b.com",
        "bücher.example",
        "example.com:443",
        &long_label,
        &long,
    ] {
        assert!(!is_host_name(bad), "{bad}");
    }
}

#[test]
fn ids_are_unique_and_one_provider_has_the_corporate_ids() {
    let twice = format!("{0}{0}", lion_with("lion_id = true"));
    let faults = faults_of(&twice);
    let expected = [
        "federation.provider.id of entry 2 is \"lion\", as that of an earlier entry; allowed is",
        "federation.provider.lion_id of entry 2 is true, as that of an earlier entry; allowed is",
    ];
    assert_eq!(faults.len(), expected.len(), "{faults:#?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.starts_with(expected), "{fault}");
    }
    let puma = lion_with("").replace("\"lion\"", "\"puma\"");
    assert!(read(&format!("{}{puma}", lion_with("lion_id = true"))).is_ok());
}

#[test]
fn a_part_of_the_wrong_type_is_named_with_its_provider() {
    for (line, expected) in [
        (
            "link = \"always\"",
            "has entry \"lion\", whose part link is not \"verified\", \"prove\" or \"never\"; allowed is",
        ),
        (
            "create = \"yes\"",
            "has entry \"lion\", whose part create is not \"refuse\", \"wait\" or \"make\"",
        ),
        (
            "create = 2",
            "has entry \"lion\", whose part create is not \"refuse\"",
        ),
        (
            "scopes = \"email\"",
            "has entry \"lion\", whose part scopes is not a list of scopes",
        ),
        (
            "domains = [\"example.com\", 1]",
            "has entry \"lion\", whose part domains is not a list of host names",
        ),
        (
            "agency = 3",
            "has entry \"lion\", whose part agency is not the id of an agency",
        ),
        ("id = 7", "has entry 1, whose part id is not 1 to 40 of the"),
    ] {
        assert_fault(&lion_but(line), &format!("federation.provider {expected}"));
    }
    assert_fault(
        "[federation]\nprovider = [\"lion\"]\n",
        "federation.provider has entry 1, which is a text that is not allowed here",
    );
    assert_fault(
        "[federation.provider]\nid = \"lion\"\n",
        "federation.provider is a table; allowed is a list of tables, each opened by the line",
    );
}

#[test]
fn a_secret_at_a_wrong_key_is_not_shown() {
    let faults = faults_of(&lion_with("client_secret = \"hush\""));
    assert!(
        faults[0].starts_with(
            "federation.provider has entry \"lion\", which has an unknown part \"client_secret\""
        ),
        "{faults:?}"
    );
    for line in ["scopes = \"hush\"", "secret_file = [\"hush\"]"] {
        let faults = faults_of(&lion_but(line));
        assert!(!faults.concat().contains("hush"), "{faults:?}");
    }
    assert!(!faults.concat().contains("hush"), "{faults:?}");
}

/// OpenID Connect Core section 9: `client_secret_basic` or `private_key_jwt`, not both.
#[test]
fn a_provider_has_a_secret_or_a_key() {
    let key = "key_file = \"/etc/atrium/lion.pem\"";
    let with_key = read(&lion_but("secret_file = \"\"").replace("secret_file = \"\"", key));
    let config = with_key.unwrap();
    let path = &config.federation.provider[0].key_file;
    assert_eq!(path, &PathBuf::from("/etc/atrium/lion.pem"));
    assert_fault(
        &lion_with(key),
        "federation.provider.key_file of entry \"lion\" is set beside secret_file; allowed is",
    );
}

/// Without a provider nobody could sign in.
#[test]
fn only_providers_need_a_provider() {
    assert_fault(
        "[federation]\nonly = true\n",
        "federation.only is true, but there is no provider; allowed is true or false",
    );
    let config = read(&format!("[federation]\nonly = true\n{}", lion_with(""))).unwrap();
    assert!(config.federation.only && !read("").unwrap().federation.only);
}

#[test]
fn variables_set_the_section() {
    use super::super::{Config, Source};
    let provider = r#"[{ id = "lion", label = "Lion", issuer = "https://id.example.com",
        client_id = "atrium", secret_file = "lion.secret" }]"#;
    let source = Source::default().with_variable("ATRIUM_FEDERATION__PROVIDER", provider);
    let config = Config::load(&source).unwrap();
    assert_eq!(config.federation.provider[0].id, "lion");
}
