//! The settings of a server in a test.

use std::net::SocketAddr;
use std::path::Path;

use atrium::config::{Config, FactorsFor, Secret};

use super::base_path::ISSUER;

/// The defaults, with every file in `folder` and any free port.
pub fn in_folder(folder: &Path) -> Config {
    let mut config = Config::default();
    config.server.public_url = ISSUER.parse().unwrap();
    config.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.database.url = Secret::new(format!("sqlite:{}", folder.join("atrium.db").display()));
    config.accounts.notify_new_browser = false;
    config.factors.required = Some(FactorsFor::Nobody);
    config.files.url = format!("file:{}", folder.join("files").display());
    config.keys.master_file = Some(folder.join("master.key"));
    config.clients.file = folder.join("clients.toml");
    config.mail.url = Secret::new(format!("file:{}", folder.join("mail").display()));
    config
}
