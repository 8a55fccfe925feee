//! Adds and changes applications for administrators, by the rules of `clients.toml`. Applications of that file are
//! changed there.

use serde_json::{Map, Value};

use super::changes::{Ends, changed};
use super::client::{Client, Kind, SecretHash, Source};
use super::rules;
use super::store::{self, Revision};
use crate::audit::{self, AuditContext, Event, ObjectKind};
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::faults::{Faults, Rule};

/// Metadata that an administrator cannot set: the kind decides what the others mean, and demo entries have well-known
/// secrets.
const FIXED: [&str; 2] = ["kind", "demo"];

/// What the person who asks may do.
#[derive(Clone, Copy, Debug)]
pub struct Editor {
    /// True if they may change trusted applications ([`Client::is_trusted`]).
    pub may_trust: bool,
}

/// Why an application was not saved.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// Every field with a fault, or another application has its `client_id` or `legacy.app_name`.
    #[error(transparent)]
    Invalid(#[from] Faults),
    #[error("there is no such application")]
    Unknown,
    /// `clients.toml` declares the application.
    #[error("clients.toml declares this application")]
    Declared,
    /// The application is trusted ([`Client::is_trusted`]), or the change would make it so.
    #[error("only super administrators change this application")]
    Trusted,
    /// The application has no secret, because of how it authenticates.
    #[error("this application has no secret")]
    NoSecret,
    /// The application was changed after it was read.
    #[error("the application was changed meanwhile")]
    Conflict {
        /// The name of the person who changed it; `None` for the command line and the server itself.
        by: Option<String>,
        at: Millis,
    },
    #[error(transparent)]
    Db(DbError),
}

impl From<DbError> for EditError {
    fn from(error: DbError) -> Self {
        // A `client_id` that is taken is the caller's fault, not an error of the database.
        if error.is_duplicate() {
            Faults::of("metadata.legacy.app_name", Rule::Taken).into()
        } else {
            Self::Db(error)
        }
    }
}

/// A saved application.
#[derive(Debug)]
pub struct Edited {
    pub client_id: String,
    pub version: i64,
    /// Its new secret, if it got one. Only a hash of it is stored.
    pub secret: Option<NewSecret>,
    /// What the change ends. The consents have ended; `sessions` ends the offline grants.
    pub ends: Ends,
}

/// A client secret in plain text.
pub struct NewSecret(String);

impl NewSecret {
    /// The text, to be shown once.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for NewSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewSecret(…)")
    }
}

/// Adds an application. An empty `client_id` gets a random one. It gets a secret if it authenticates with one.
///
/// # Errors
/// Every fault of every field; a `client_id` or `appName` that is taken; rights that `editor` may not give.
pub async fn add_application(
    tx: &mut WriteTx,
    client_id: &str,
    metadata: Map<String, Value>,
    editor: Editor,
    audit: &AuditContext,
) -> Result<Edited, EditError> {
    let mut client = Client {
        client_id: match client_id {
            "" => audit.random.uuid_v4().to_string(),
            id => id.to_owned(),
        },
        source: Source::Admin,
        ..Client::default()
    };
    if let Some(kind) = metadata.get("kind") {
        let changed = with_field(&client, "kind", kind);
        client = changed.ok_or_else(|| Faults::of("metadata.kind", Rule::ApplicationKind))?;
    }
    let (client, secret) = with_metadata(client, metadata, audit)?;
    if client.is_trusted() && !editor.may_trust {
        return Err(EditError::Trusted);
    }
    if !store::add(tx, &client, audit.actor(), audit.now).await? {
        return Err(Faults::of("client_id", Rule::Taken).into());
    }
    note(tx, None, &client, audit).await?;
    Ok(Edited {
        client_id: client.client_id,
        version: 1,
        secret,
        ends: Ends::default(),
    })
}

/// Changes fields of an application in the version that the caller has read; without a version the last change wins. A
/// missing field keeps its value. The application gets a secret if it begins to authenticate with one.
///
/// # Errors
/// Those of [`add_application`]; an application of `clients.toml`; a `version` that is not the newest.
pub async fn update_application(
    tx: &mut WriteTx,
    client_id: &str,
    (version, metadata): (Option<i64>, Map<String, Value>),
    editor: Editor,
    audit: &AuditContext,
) -> Result<Edited, EditError> {
    let (old, revision) = editable(tx, client_id, version, editor).await?;
    let (client, secret) = with_metadata(old.clone(), metadata, audit)?;
    if client.trust() != old.trust() && !editor.may_trust {
        return Err(EditError::Trusted);
    }
    let (version, ends) = replace(tx, (&old, &revision), &client, editor, audit).await?;
    Ok(Edited {
        client_id: client.client_id,
        version,
        secret,
        ends,
    })
}

/// Gives an application a new secret. The previous one stays valid only if `keep_previous` is set.
///
/// # Errors
/// Those of [`update_application`]; an application without a secret.
pub async fn rotate_secret(
    tx: &mut WriteTx,
    client_id: &str,
    keep_previous: bool,
    editor: Editor,
    audit: &AuditContext,
) -> Result<Edited, EditError> {
    let (old, revision) = editable(tx, client_id, None, editor).await?;
    if !old.token_endpoint_auth_method.has_secret() {
        return Err(EditError::NoSecret);
    }
    let mut client = old.clone();
    // The newest stands first.
    client.secret_hashes.truncate(usize::from(keep_previous));
    let secret = give_secret(&mut client, audit);
    let (version, ends) = replace(tx, (&old, &revision), &client, editor, audit).await?;
    Ok(Edited {
        client_id: client.client_id,
        version,
        secret: Some(secret),
        ends,
    })
}

/// Enables or disables an application. A disabled one is refused everywhere.
///
/// # Errors
/// Those of [`update_application`].
pub async fn set_enabled(
    tx: &mut WriteTx,
    client_id: &str,
    enabled: bool,
    editor: Editor,
    audit: &AuditContext,
) -> Result<Edited, EditError> {
    let (old, revision) = editable(tx, client_id, None, editor).await?;
    let client = Client {
        enabled,
        ..old.clone()
    };
    let (version, ends) = replace(tx, (&old, &revision), &client, editor, audit).await?;
    Ok(Edited {
        client_id: client.client_id,
        version,
        secret: None,
        ends,
    })
}

/// The application, held for the transaction, if `editor` may change it.
async fn editable(
    tx: &mut WriteTx,
    client_id: &str,
    version: Option<i64>,
    editor: Editor,
) -> Result<(Client, Revision), EditError> {
    let found = store::hold(tx, client_id).await?;
    let (client, revision) = found.ok_or(EditError::Unknown)?;
    if client.source == Source::File {
        return Err(EditError::Declared);
    }
    // The addresses and the secret of a trusted application decide who can use its rights.
    if client.is_trusted() && !editor.may_trust {
        return Err(EditError::Trusted);
    }
    if version.is_some_and(|read| read != revision.version) {
        return Err(EditError::Conflict {
            by: revision.changed_by_name,
            at: revision.updated_at,
        });
    }
    Ok((client, revision))
}

/// Saves `client` in place of `old` unless they are equal, and ends its consents if the change does; returns its version.
async fn replace(
    tx: &mut WriteTx,
    (old, revision): (&Client, &Revision),
    client: &Client,
    editor: Editor,
    audit: &AuditContext,
) -> Result<(i64, Ends), EditError> {
    if old == client {
        return Ok((revision.version, Ends::default()));
    }
    store::save_by(tx, client, audit.actor(), audit.now).await?;
    note(tx, Some(old), client, audit).await?;
    let ends = Ends::of(old, client, editor.may_trust);
    if ends.consents {
        end_consents(tx, &client.client_id, audit).await?;
    }
    Ok((revision.version + 1, ends))
}

/// Ends every consent for the client.
pub(super) async fn end_consents(
    tx: &mut WriteTx,
    client_id: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    store::end_consents(tx, client_id, audit.now).await?;
    // The entry is about the client, not about an account.
    let entry = audit.entry(Event::ConsentWithdrawn {}).client(client_id);
    audit::record(tx, &entry.object(ObjectKind::Client, client_id)).await
}

async fn note(
    tx: &mut WriteTx,
    old: Option<&Client>,
    client: &Client,
    audit: &AuditContext,
) -> Result<(), EditError> {
    let event = changed(old, client);
    let entry = audit.entry(event).client(&client.client_id);
    audit::record(tx, &entry).await?;
    Ok(())
}

/// `client` with these fields, checked, and its new secret if it needed one.
fn with_metadata(
    mut client: Client,
    metadata: Map<String, Value>,
    audit: &AuditContext,
) -> Result<(Client, Option<NewSecret>), EditError> {
    let before = client.scopes.clone();
    let mut faults = Faults::default();
    for (field, value) in metadata {
        let is_fixed = FIXED.contains(&field.as_str());
        match with_field(&client, &field, &value) {
            Some(changed) if !is_fixed || changed == client => client = changed,
            _ => add_fault(&field, &mut faults),
        }
    }
    let name = client.name.trim().to_owned();
    client.name = name;
    let mut secret = None;
    if !client.token_endpoint_auth_method.has_secret() {
        client.secret_hashes.clear();
    } else if client.secret_hashes.is_empty() && client.kind != Kind::Legacy {
        secret = Some(give_secret(&mut client, audit));
    }
    let has_name = !client.name.is_empty();
    faults.ensure(has_name, "metadata.name", Rule::ApplicationName);
    rules::check(&mut client, &mut |field, _, _| {
        add_fault(field, &mut faults);
    });
    // A scope from before this rule stays until somebody removes it.
    let has_unknown = rules::unknown_scopes(&client).any(|scope| !before.contains(scope));
    faults.ensure(!has_unknown, "metadata.scopes", Rule::UnknownScope);
    Ok(faults.or((client, secret))?)
}

/// Adds the fault of a field. The id is the only field outside the metadata.
fn add_fault(field: &str, faults: &mut Faults) {
    match field {
        "client_id" => faults.add("client_id", Rule::ClientId),
        _ => faults.add(format!("metadata.{field}"), rule_of(field)),
    }
}

/// What a field of the metadata may have.
fn rule_of(field: &str) -> Rule {
    match field {
        "name" | "legacy.app_name" => Rule::ApplicationName,
        "redirect_uris" | "post_logout_redirect_uris" => Rule::RedirectUris,
        "backchannel_logout_uri" | "jwks_uri" => Rule::CalledUri,
        "allowed_origins" | "legacy.callback_origins" => Rule::Origins,
        "logo_uri" | "client_uri" | "policy_uri" | "tos_uri" | "initiate_login_uri"
        | "resources" => Rule::WebUri,
        "jwks" => Rule::Jwks,
        "scopes" => Rule::Scopes,
        "grant_types" => Rule::GrantTypes,
        "response_types" => Rule::ResponseTypes,
        "refresh" => Rule::Refresh,
        "rotate_refresh_tokens" => Rule::RotateRefreshTokens,
        "refresh_grace" => Rule::RefreshGrace,
        "token_endpoint_auth_signing_alg"
        | "id_token_signed_response_alg"
        | "access_token_signed_response_alg" => Rule::Algorithm,
        "access_token_lifetime" => Rule::AccessTokenLifetime,
        "default_max_age" => Rule::DefaultMaxAge,
        "serves_signed" => Rule::ServesSigned,
        "kind" => Rule::ApplicationKind,
        _ => Rule::Metadata,
    }
}

/// `client` with this value of one field; `None` for an unknown field, and for a value of another type.
fn with_field(client: &Client, field: &str, value: &Value) -> Option<Client> {
    let mut metadata = client.metadata();
    *metadata.get_mut(field)? = value.clone();
    let parsed: Client = serde_json::from_value(Value::Object(metadata)).ok()?;
    Some(Client {
        client_id: client.client_id.clone(),
        source: client.source,
        enabled: client.enabled,
        secret_hashes: client.secret_hashes.clone(),
        ..parsed
    })
}

fn give_secret(client: &mut Client, audit: &AuditContext) -> NewSecret {
    let secret = audit.random.token();
    client.secret_hashes.insert(0, SecretHash::of(&secret));
    NewSecret(secret)
}
