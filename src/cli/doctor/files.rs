//! Checks files and folders: the master secret, the clients file, the folders that must be writable, the clock.

use std::{
    fs,
    io::ErrorKind,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use super::finding::Finding;
use crate::{
    cli::opened::read_clients,
    clock::Clock,
    config::Config,
    db::sqlite_file,
    keys::{Master, MasterError},
};

/// 2026-01-01: an earlier clock must be wrong.
const BUILT_AFTER: i64 = 1_767_225_600_000;

pub(super) fn look(config: &Config) -> Vec<Finding> {
    let mut findings = vec![clock(), master(config), clients(config)];
    let database = sqlite_file(config.database.url.expose()).map(|file| folder_of(&file));
    let mail = config
        .mail
        .url
        .expose()
        .strip_prefix("file:")
        .map(PathBuf::from);
    findings.extend(database.map(|folder| writable("database", "database.url", &folder)));
    findings.extend(mail.map(|folder| writable("mail", "mail.url", &folder)));
    findings.extend(private_files(config));
    findings
}

fn clock() -> Finding {
    if Clock::system().now() < BUILT_AFTER {
        return Finding::fault(
            "clock",
            "the machine's clock is years behind: every token would be refused elsewhere",
            "turn on time synchronisation (timedatectl set-ntp true)",
        );
    }
    Finding::good("clock", "plausible")
}

fn master(config: &Config) -> Finding {
    if let Some(secret) = &config.keys.master {
        return match Master::from_secret(secret.expose().as_bytes()) {
            Ok(_) => Finding::good("master", "from ATRIUM_KEYS__MASTER"),
            Err(why) => Finding::fault(
                "master",
                why.to_string(),
                "make one: openssl rand -base64 32",
            ),
        };
    }
    let beside =
        || sqlite_file(config.database.url.expose()).map(|file| file.with_file_name("master.key"));
    let Some(file) = config.keys.master_file.clone().or_else(beside) else {
        return Finding::good("master", "not needed yet");
    };
    let shown = file.display();
    match Master::load(&file) {
        Ok(_) => Finding::good("master", shown.to_string()),
        Err(MasterError::Readable { .. }) => readable("master", &file),
        Err(_) if !file.exists() && sqlite_file(config.database.url.expose()).is_some() => {
            Finding::note(
                "master",
                format!("{shown} will be created at the first start"),
                "",
            )
        }
        Err(why) => Finding::fault(
            "master",
            format!("{shown}: {why}"),
            format!(
                "put the secret of this database back, or for a new one: openssl rand -base64 32 > {shown}; chmod 600 {shown}"
            ),
        ),
    }
}

/// The database with SQLite's other files, and the TLS key: personal data and secrets.
fn private_files(config: &Config) -> Vec<Finding> {
    let mut files = Vec::new();
    if let Some(file) = sqlite_file(config.database.url.expose()) {
        for end in ["", "-wal", "-shm"] {
            let mut name = file.clone().into_os_string();
            name.push(end);
            files.push(("database", PathBuf::from(name)));
        }
    }
    files.extend(config.server.tls_key.clone().map(|key| ("tls_key", key)));
    let open = |(_, file): &(_, PathBuf)| mode(file) & 0o077 != 0;
    let open = files.into_iter().filter(open);
    open.map(|(what, file)| readable(what, &file)).collect()
}

/// The mode of a file; 0 when it does not exist.
fn mode(file: &Path) -> u32 {
    fs::metadata(file).map_or(0, |data| data.permissions().mode() & 0o777)
}

fn readable(what: &'static str, file: &Path) -> Finding {
    let shown = file.display();
    Finding::fault(
        what,
        format!(
            "{shown} can be read by other users (mode {:03o})",
            mode(file)
        ),
        format!("chmod 600 {shown}"),
    )
}

fn clients(config: &Config) -> Finding {
    let file = &config.clients.file;
    if !file.exists() {
        return Finding::note(
            "clients",
            format!(
                "{} is not there: no application is declared, not even the portal",
                file.display()
            ),
            "copy clients.toml of the distribution, or set clients.file",
        );
    }
    match read_clients(config) {
        Ok(declared) => Finding::good(
            "clients",
            format!("{} applications in {}", declared.len(), file.display()),
        ),
        Err(why) => Finding::fault(
            "clients",
            why.to_string(),
            "the head of clients.toml explains each key",
        ),
    }
}

fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new(".")).to_path_buf()
}

/// `folder`, or its nearest parent that exists.
pub(super) fn nearest(folder: &Path) -> PathBuf {
    let mut nearest = folder.to_path_buf();
    while !nearest.exists() {
        nearest = folder_of(&nearest);
    }
    nearest
}

/// Checks that `folder`, or its nearest existing parent, is writable.
pub(super) fn writable(what: &'static str, key: &str, folder: &Path) -> Finding {
    let nearest = nearest(folder);
    let probe = nearest.join(format!(".atrium-doctor-{}", std::process::id()));
    let made = fs::File::create_new(&probe).and_then(|_| fs::remove_file(&probe));
    match made {
        Ok(()) => Finding::good(what, format!("{} can be written to", folder.display())),
        Err(why) => {
            let owner = fs::metadata(&nearest).map_or(0, |data| data.uid());
            let fix = if why.kind() == ErrorKind::PermissionDenied {
                format!(
                    "run as its owner (user id {owner}), or chown it to the user of the service"
                )
            } else {
                format!("make room or name another folder in {key}")
            };
            Finding::fault(
                what,
                format!("{} cannot be written to: {why}", nearest.display()),
                fix,
            )
        }
    }
}
