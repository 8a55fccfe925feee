//! `[federation]`: the corporate providers (OpenID Connect) that people may sign in with.

use std::{
    collections::{BTreeMap, HashSet},
    path::{Path, PathBuf},
};

use figment::value::Value;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, DeserializeOwned, IntoDeserializer},
};

use super::{
    Secret,
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
    source::problem_of,
};

/// The corporate providers that people may sign in with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FederationConfig {
    /// The providers, in the order of the file.
    #[serde(deserialize_with = "read_providers")]
    pub provider: Vec<ProviderConfig>,
    /// Only super administrators may sign in another way.
    pub only: bool,
}

impl FederationConfig {
    /// The sign-in page for somebody who has just signed out. It leads on to no provider by itself.
    pub const fn sign_in_page(&self) -> &'static str {
        if self.only {
            "/login?tab=corporate"
        } else {
            "/login"
        }
    }
}

/// One corporate provider.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderConfig {
    /// Names the provider in addresses: 1 to 40 of the characters `a-z`, `0-9` and `-`, unique.
    pub id: String,
    /// What people see on the sign-in page, 1 to 100 characters.
    pub label: String,
    /// The issuer exactly as the provider writes it: an absolute http or https address without query or fragment.
    pub issuer: String,
    /// Atrium's client id at the provider, not empty.
    pub client_id: String,
    /// File with Atrium's client secret at the provider. The check does not open it.
    #[serde(skip_serializing_if = "is_unset")]
    pub secret_file: PathBuf,
    /// File with the private key that signs instead (`private_key_jwt`), in PEM. The check does not open it.
    #[serde(skip_serializing_if = "is_unset")]
    pub key_file: PathBuf,
    /// File with the certificate of that key, in PEM, whose thumbprint its tokens name. The check does not open it.
    #[serde(skip_serializing_if = "is_unset")]
    pub certificate_file: PathBuf,
    /// File with the picture on its button, PNG or JPEG. The check does not open it.
    #[serde(skip_serializing_if = "is_unset")]
    pub icon_file: PathBuf,
    /// What Atrium asks for besides `openid`: scope tokens (RFC 6749 section 3.3).
    pub scopes: Vec<String>,
    /// The provider's subjects are the corporate ids (lionId) of accounts; true for at most one provider.
    pub lion_id: bool,
    /// What happens when a subject is unknown here, but one account has the same email address.
    #[serde(deserialize_with = "read_word")]
    pub link: LinkRule,
    /// What happens when no account fits.
    #[serde(deserialize_with = "read_word")]
    pub create: CreateRule,
    /// Id of the agency of accounts that `create` makes.
    #[serde(
        deserialize_with = "optional::read",
        skip_serializing_if = "Option::is_none"
    )]
    pub agency: Option<String>,
    /// Domains of email addresses that this provider vouches for: host names in lower case.
    pub domains: Vec<String>,
    /// What their values of `acr` and `amr` mean here: the value of ours. Without an entry a value means a password.
    pub acr: BTreeMap<String, String>,
    /// The claims that say who somebody is.
    pub claims: ClaimNames,
    /// The groups that people get from a claim; without a claim, none.
    pub groups: GroupsClaim,
}

/// The names of the claims that say who somebody is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClaimNames {
    pub email: String,
    /// True only if it is the JSON value `true`.
    pub email_verified: String,
    pub name: String,
    /// The account name that a newcomer gets, if nobody has it.
    pub username: String,
}

impl Default for ClaimNames {
    fn default() -> Self {
        Self {
            email: "email".to_owned(),
            email_verified: "email_verified".to_owned(),
            name: "name".to_owned(),
            username: "preferred_username".to_owned(),
        }
    }
}

/// The groups that people get from a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GroupsClaim {
    /// The name of the claim, a text or a list of texts.
    pub claim: String,
    /// What it means if the claim is missing.
    #[serde(deserialize_with = "read_word")]
    pub absent: AbsentClaim,
    /// The id of the group that each value gives.
    pub map: BTreeMap<String, String>,
}

/// What it means if the claim of groups is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentClaim {
    /// Nothing: the memberships stay.
    #[default]
    Unknown,
    /// The person is in none of the groups.
    None,
}

/// The value of `acr` that a provider's value may mean. No provider proves a passkey of ours.
pub const PROVIDER_ACR: &str = "urn:atrium:acr:mfa";

/// The rule for a subject that is unknown here while one account has the same email address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkRule {
    /// Atrium links it if both sides verified the address and its domain is in `domains`. Without one of these it acts as
    /// [`LinkRule::Prove`].
    #[default]
    Verified,
    /// The person first signs in with the account's own password. An address that the provider has not verified counts as
    /// none.
    Prove,
    /// Atrium never links by address.
    Never,
}

/// The rule for a subject that is unknown here while no account fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CreateRule {
    /// The sign-in is refused.
    #[default]
    Refuse,
    /// A new account waits in status Processing until an administrator enables it.
    Wait,
    /// A new account is enabled at once.
    Make,
}

impl Default for ProviderConfig {
    fn default() -> Self {
        Self {
            id: String::new(),
            label: String::new(),
            issuer: String::new(),
            client_id: String::new(),
            secret_file: PathBuf::new(),
            key_file: PathBuf::new(),
            certificate_file: PathBuf::new(),
            icon_file: PathBuf::new(),
            scopes: vec!["profile".to_owned(), "email".to_owned()],
            lion_id: false,
            link: LinkRule::default(),
            create: CreateRule::default(),
            agency: None,
            domains: Vec::new(),
            acr: BTreeMap::new(),
            claims: ClaimNames::default(),
            groups: GroupsClaim::default(),
        }
    }
}

/// The parts of a provider and their allowed values. A test compares this table with the fields of the struct.
const PARTS: &[Key] = &[
    key("id", "1 to 40 of the characters a-z, 0-9 and -, unique"),
    key("label", "a text of 1 to 100 characters"),
    key(
        "issuer",
        "the http or https address that the provider calls its issuer, without query, fragment or user",
    ),
    key("client_id", "the client id that the provider gave Atrium"),
    key(
        "secret_file",
        "the path of a file with the client secret, unless key_file is set",
    ),
    key(
        "key_file",
        "the path of a file with a private key in PEM, unless secret_file is set",
    ),
    key(
        "certificate_file",
        "the path of a file with the certificate of key_file in PEM, and only beside key_file",
    ),
    key(
        "icon_file",
        "the path of a PNG or JPEG file of at most 256 KiB, or \"\"",
    ),
    key(
        "scopes",
        "a list of scopes, such as [\"profile\", \"email\"]",
    ),
    key("lion_id", "true or false, and true for one provider only"),
    key("link", "\"verified\", \"prove\" or \"never\""),
    key("create", "\"refuse\", \"wait\" or \"make\""),
    key("agency", "the id of an agency, or \"\""),
    key(
        "domains",
        "a list of host names in lower case, such as [\"example.com\"]",
    ),
    key(
        "acr",
        "a table such as { \"their value\" = \"urn:atrium:acr:mfa\" }",
    ),
    key(
        "claims",
        "a table with names of claims, none of them empty, for email, email_verified, name and username",
    ),
    key(
        "groups",
        "a table with claim, absent (\"unknown\" or \"none\") and map, which has the id of a group for each value",
    ),
];

impl Section for FederationConfig {
    const NAME: &'static str = "federation";
    const KEYS: &'static [Key] = &[
        key(
            "provider",
            "a list of tables, each opened by the line [[federation.provider]], with the parts that \
             atrium.toml.example shows",
        ),
        key("only", "true or false, and true only with a provider"),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        let nobody = self.only && self.provider.is_empty();
        faults.unless(!nobody, "only", || {
            "is true, but there is no provider".to_owned()
        });
        let mut ids = HashSet::new();
        let mut has_lion_id = false;
        for (index, provider) in self.provider.iter().enumerate() {
            let is_new = ids.insert(provider.id.as_str());
            let entry = name_of(is_new.then_some(provider.id.as_str()), index);
            let mut add = |part: &'static str, problem: String| {
                let key = format!("provider.{part} of {entry}");
                let allowed = part_of(part).map_or("", |part| part.allowed);
                faults.add_part(&key, problem, allowed);
            };
            let mut faults = EntryFaults { add: &mut add };
            faults.unless(is_new || provider.id.is_empty(), "id", || {
                format!("is {:?}, as that of an earlier entry", provider.id)
            });
            provider.check(&mut faults);
            faults.unless(!(provider.lion_id && has_lion_id), "lion_id", || {
                "is true, as that of an earlier entry".to_owned()
            });
            has_lion_id |= provider.lion_id;
        }
    }
}

impl ProviderConfig {
    /// Reads `key_file`.
    ///
    /// # Errors
    /// Why it cannot be read. The text continues a sentence that begins with the key.
    pub fn read_key(&self) -> Result<Secret, String> {
        let read = std::fs::read_to_string(&self.key_file).map(Secret::new);
        read.map_err(|error| unreadable(&self.key_file, &error))
    }

    /// Reads `certificate_file`; `None` if it is not set.
    ///
    /// # Errors
    /// As [`ProviderConfig::read_key`].
    pub fn read_certificate(&self) -> Result<Option<String>, String> {
        if is_unset(&self.certificate_file) {
            return Ok(None);
        }
        let read = std::fs::read_to_string(&self.certificate_file).map(Some);
        read.map_err(|error| unreadable(&self.certificate_file, &error))
    }

    /// Reads `icon_file`.
    ///
    /// # Errors
    /// As [`ProviderConfig::read_key`].
    pub fn read_icon(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.icon_file).map_err(|error| unreadable(&self.icon_file, &error))
    }

    /// The parts that are missing or not allowed.
    pub fn bad_parts(&self) -> Vec<&'static str> {
        let mut bad = Vec::new();
        self.check(&mut EntryFaults {
            add: &mut |part, _| bad.push(part),
        });
        bad
    }

    /// Adds a fault for each part that is missing or not allowed.
    fn check(&self, faults: &mut EntryFaults<'_>) {
        faults.required(self.id.is_empty(), "id");
        faults.unless(is_id(&self.id), "id", || format!("is {:?}", self.id));
        faults.required(self.label.trim().is_empty(), "label");
        let count = self.label.chars().count();
        let plain = !self.label.chars().any(char::is_control);
        faults.unless(count <= 100 && plain, "label", || {
            format!("has {count} characters or a control character")
        });
        faults.required(self.issuer.is_empty(), "issuer");
        if let Some(problem) = problem_of_issuer(&self.issuer) {
            faults.unless(false, "issuer", || problem.to_owned());
        }
        faults.required(self.client_id.is_empty(), "client_id");
        let has_key = !self.key_file.as_os_str().is_empty();
        let has_secret = !self.secret_file.as_os_str().is_empty();
        faults.required(!has_secret && !has_key, "secret_file");
        faults.unless(!has_secret || !has_key, "key_file", || {
            "is set beside secret_file".to_owned()
        });
        let is_lone = !has_key && !is_unset(&self.certificate_file);
        let lone = || "is set without key_file".to_owned();
        faults.unless(!is_lone, "certificate_file", lone);
        faults.entries(&self.scopes, is_scope, "scopes");
        faults.entries(&self.domains, is_host_name, "domains");
        faults.entries(self.acr.keys(), is_scope, "acr");
        faults.entries(self.acr.values(), |value| value == PROVIDER_ACR, "acr");
        let claims = &self.claims;
        let names = [&claims.email, &claims.email_verified, &claims.name];
        let names = names.into_iter().chain([&claims.username]);
        faults.entries(names, is_claim_name, "claims");
        let groups = &self.groups;
        let is_whole = groups.claim.is_empty() == groups.map.is_empty();
        faults.unless(is_whole, "groups", || {
            "has only one of claim and map".to_owned()
        });
    }
}

/// Adds the faults of one entry of the list: the part and the problem.
struct EntryFaults<'a> {
    add: &'a mut dyn FnMut(&'static str, String),
}

impl EntryFaults<'_> {
    fn unless(&mut self, good: bool, part: &'static str, problem: impl FnOnce() -> String) {
        if !good {
            (self.add)(part, problem());
        }
    }

    fn required(&mut self, is_missing: bool, part: &'static str) {
        self.unless(!is_missing, part, || "is not set".to_owned());
    }

    fn entries<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t String>,
        is_good: fn(&str) -> bool,
        part: &'static str,
    ) {
        if let Some(bad) = texts.into_iter().find(|text| !is_good(text)) {
            self.unless(false, part, || format!("has the entry {bad:?}"));
        }
    }
}

/// Deserialises the providers one by one, so that a fault names the provider.
fn read_providers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<ProviderConfig>, D::Error> {
    let entries = Vec::<Value>::deserialize(deserializer)?;
    let read = |(index, entry): (usize, &Value)| {
        let provider = entry.deserialize();
        provider.map_err(|error| de::Error::custom(problem_of_entry(entry, index, &error)))
    };
    entries.iter().enumerate().map(read).collect()
}

/// Deserialises a rule from its word. Without this, figment also takes a number as the position of a rule.
fn read_word<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<T, D::Error> {
    let word = String::deserialize(deserializer)?;
    T::deserialize(word.into_deserializer())
}

/// Why an entry cannot be read. The text has no value: a secret may stand at a wrong key.
fn problem_of_entry(entry: &Value, index: usize, error: &figment::Error) -> String {
    let id = entry.find_ref("id").and_then(Value::as_str);
    let name = name_of(id, index);
    let part = error.path.first().and_then(|part| part_of(part));
    match part {
        Some(Key {
            name: part,
            allowed,
        }) => {
            format!("has {name}, whose part {part} is not {allowed}")
        }
        None => format!("has {name}, which {}", problem_of(&error.kind)),
    }
}

/// An entry of the list for messages: by its id, or by its position if it has none.
fn name_of(id: Option<&str>, index: usize) -> String {
    match id.filter(|id| !id.is_empty()) {
        Some(id) => format!("entry {id:?}"),
        None => format!("entry {}", index + 1),
    }
}

/// The row of a part, if there is such a part.
fn part_of(name: &str) -> Option<&'static Key> {
    PARTS.iter().find(|part| part.name == name)
}

fn unreadable(file: &Path, error: &std::io::Error) -> String {
    format!("names {}, which cannot be read: {error}", file.display())
}

fn is_unset(file: &Path) -> bool {
    file.as_os_str().is_empty()
}

/// The id is a segment of the address that the provider redirects to, so it has only characters that need no escape.
fn is_id(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=40).contains(&text.len()) && text.bytes().all(is_plain)
}

/// What is wrong with the issuer. The text is not changed, because it is compared letter by letter with the provider's.
fn problem_of_issuer(text: &str) -> Option<&'static str> {
    let not_absolute = Some("is not an absolute http or https address");
    let after_scheme = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    // The parser skips white space and further slashes, which belong to no issuer.
    let is_strange = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
    if text.contains(is_strange) || after_scheme.is_none_or(|rest| rest.starts_with('/')) {
        return not_absolute;
    }
    let Ok(url) = url::Url::parse(text) else {
        return not_absolute;
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Some("contains a user name or password");
    }
    let is_bare = url.query().is_none() && url.fragment().is_none();
    (!is_bare).then_some("has a query or fragment")
}

/// A scope token: visible ASCII characters without `"` and `\` (RFC 6749 section 3.3).
fn is_scope(text: &str) -> bool {
    let is_allowed = |b: u8| b.is_ascii_graphic() && b != b'"' && b != b'\\';
    !text.is_empty() && text.bytes().all(is_allowed)
}

fn is_claim_name(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(char::is_control)
}

/// A host name in lower case (RFC 1123 section 2.1), without a dot at its end.
fn is_host_name(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_host_label)
}

fn is_host_label(label: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let is_bounded = !label.starts_with('-') && !label.ends_with('-');
    (1..=63).contains(&label.len()) && label.bytes().all(is_plain) && is_bounded
}

#[cfg(test)]
mod tests;
