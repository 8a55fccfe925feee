//! Why a server cannot start.

use std::io;
use std::path::PathBuf;

use crate::assistant::VersionSettingError;
use crate::clients::SyncError;
use crate::db::DbError;
use crate::federation::FederationSettingError;
use crate::files::ShelfError;
use crate::keys::{KeysError, MasterError};
use crate::mail::MailSettingsError;
use crate::outbound::OutboundError;
use crate::passkeys::PasskeySettingError;
use crate::wechat::WechatSettingError;

/// Why a server cannot start, as shown to the operator.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("the database: {0}")]
    Db(#[from] DbError),
    /// The master secret is missing or unusable.
    #[error("keys.master_file: {0}")]
    Master(#[from] MasterError),
    /// With PostgreSQL a master secret is never created automatically: every process needs the same one.
    #[error(
        "keys.master_file is not set; with PostgreSQL every process needs the same master secret: set keys.master_file or ATRIUM_KEYS__MASTER"
    )]
    NoMaster,
    #[error("the signing keys: {0}")]
    Keys(#[from] KeysError),
    /// `clients.toml` cannot be read.
    #[error("clients.file {file}: {why}")]
    ClientsFile {
        file: PathBuf,
        /// Every fault.
        why: String,
    },
    /// `clients.toml` cannot be synchronised to the database.
    #[error("clients.file: {0}")]
    ClientsSync(#[from] SyncError),
    /// The threads that hash passwords cannot be started.
    #[error("the password hashing threads: {0}")]
    Threads(#[source] io::Error),
    /// A file named in the settings cannot be read.
    #[error("{key}: {why}")]
    Setting { key: &'static str, why: String },
    /// Demo accounts have a password that everyone knows; nobody else may reach them (attack 35).
    #[error(
        "is {value}, so others can reach this database, and `seed --demo` made it: its passwords are known to everyone"
    )]
    DemoInPublic {
        /// The setting that makes the server reachable for others.
        key: &'static str,
        value: String,
    },
    /// A setting of `[mail]` cannot be used.
    #[error(transparent)]
    Mail(#[from] MailSettingsError),
    /// A corporate provider cannot be used.
    #[error("federation.provider: {0}")]
    Federation(#[from] FederationSettingError),
    /// The name for passkeys cannot be used, or keys have another one.
    #[error("passkeys.rp_id: {0}")]
    Passkeys(#[from] PasskeySettingError),
    /// The mini program of the messaging app cannot be used.
    #[error(transparent)]
    Wechat(#[from] WechatSettingError),
    /// The place for uploaded files cannot be used.
    #[error("files.url: {0}")]
    Files(#[from] ShelfError),
    /// A version of the assistant cannot be used.
    #[error(transparent)]
    Assistant(#[from] VersionSettingError),
    /// The HTTP client cannot be created.
    #[error("outbound: {0}")]
    Outbound(#[from] OutboundError),
}
