//! Errors of valid settings that cannot be used: reported like wrong values, with key, problem and allowed values; the
//! command exits with code 2.

use std::error::Error;

use atrium_listener::TlsError;

use super::failure::Failure;
use crate::{
    app::{listener::ListenError, start::StartError},
    clients::SyncError,
    config::{self, Config, Faults},
    db::{self, DbError},
    files::ShelfError,
    mail::MailSettingsError,
    outbound::OutboundError,
    wechat::WechatSettingError,
};

/// The listener cannot bind; `key` is the setting with its address.
pub fn listener(key: &'static str, error: &ListenError) -> Failure {
    match error {
        ListenError::Bind { .. } => fault(
            key,
            error,
            "an address of this machine and a free port: end the program that holds it, or set another",
        ),
        ListenError::Tls(why) => {
            let key = match why {
                TlsError::Key { .. } => "server.tls_key",
                TlsError::Chain { .. } | TlsError::Pair(_) => "server.tls_cert",
            };
            fault(
                key,
                error,
                "the PEM files of a certificate chain and of its private key, readable by this user",
            )
        }
    }
}

/// The database cannot be opened or migrated. A SQLite file that cannot be opened is a wrong `database.url`. A server
/// that does not respond may come back, so that is not a wrong setting: exit code 1, so that a supervisor retries.
pub fn database(config: &Config, error: &DbError) -> Failure {
    let shown = config.database.shown();
    let engine = match config.database.engine() {
        Some(config::Engine::Postgres) => db::Engine::Postgres,
        _ => db::Engine::Sqlite,
    };
    if error.is_about_the_address(engine) {
        let why = format!("{shown}: {}", root(error));
        return fault("database.url", &why, Config::allowed("database.url"));
    }
    if engine == db::Engine::Postgres && error.is_unavailable() {
        return Failure::of(format_args!(
            "the database {shown} cannot be reached: {error}; it may be down for a while, or host \
             or port in database.url are wrong"
        ));
    }
    Failure::of(format_args!("the database {shown} cannot be used: {error}"))
}

/// Errors that come from the settings exit with code 2, all others with code 1.
pub fn start(config: &Config, error: StartError) -> Failure {
    let (key, why) = match error {
        StartError::DemoInPublic { key, .. } => {
            let allowed = "an address of this machine alone, such as 127.0.0.1; or name a database \
                           without demo data in database.url";
            let mut faults = Faults::default();
            faults.add(key.to_owned(), error.to_string(), allowed.to_owned());
            return Failure::Settings(faults);
        }
        StartError::Master(why) if config.keys.master.is_some() => ("keys.master", why.to_string()),
        StartError::Master(why) => ("keys.master_file", why.to_string()),
        StartError::Assistant(why) => ("assistant.version", why.to_string()),
        StartError::NoMaster => ("keys.master_file", "it is not set".to_owned()),
        StartError::ClientsFile { file, why } => {
            ("clients.file", format!("{}: {why}", file.display()))
        }
        StartError::ClientsSync(SyncError::Db(why)) | StartError::Db(why) => {
            return database(config, &why);
        }
        StartError::ClientsSync(why) => {
            let allowed = "a file whose entries fit the applications that the database has";
            return fault("clients.file", &why, allowed);
        }
        StartError::Setting { key, why } => (key, why),
        StartError::Outbound(why @ OutboundError::Address) => ("outbound.allow", why.to_string()),
        StartError::Outbound(why) => ("outbound.ca_file", why.to_string()),
        StartError::Mail(why) => {
            let key = match why {
                MailSettingsError::Url => "mail.url",
                MailSettingsError::From => "mail.from",
                MailSettingsError::Authority(_) => "outbound.ca_file",
            };
            (key, why.to_string())
        }
        StartError::Federation(why) => ("federation.provider", why.to_string()),
        StartError::Passkeys(why) => ("passkeys.rp_id", why.to_string()),
        StartError::Wechat(WechatSettingError::Secret(why)) => {
            return fault(
                "wechat.secret_file",
                &why,
                Config::allowed("wechat.secret_file"),
            );
        }
        StartError::Wechat(WechatSettingError::Address(why)) => {
            ("wechat.base_url", why.to_string())
        }
        StartError::Files(ShelfError::Secret(why)) => {
            let key = "files.secret_key_file";
            return fault(key, &why, Config::allowed(key));
        }
        StartError::Files(why) => ("files.url", why.to_string()),
        StartError::Keys(_) | StartError::Threads(_) => return Failure::of(error),
    };
    fault(key, &why, Config::allowed(key))
}

fn fault(key: &str, why: &dyn std::fmt::Display, allowed: &str) -> Failure {
    let mut faults = Faults::default();
    let problem = format!("cannot be used: {why}");
    faults.add(key.to_owned(), problem, allowed.to_owned());
    Failure::Settings(faults)
}

/// The message of the system or the database itself, without the layers above.
fn root(error: &dyn Error) -> String {
    let mut root = error;
    while let Some(source) = root.source() {
        root = source;
    }
    root.to_string()
}
