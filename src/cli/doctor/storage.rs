//! Checks the database: reachable, with this version's schema, with this master secret; and reports what it has
//! recorded.

use atrium_listener::Proxies;

use super::finding::{Finding, Level};
use super::{passkeys, providers, uploads};
use crate::app::start::STRANGER;
use crate::catalogue::{products, standing};
use crate::cli::opened;
use crate::clients::Registry;
use crate::config::Config;
use crate::db::{Db, installation, schema, sqlite_file};
use crate::{clients, keys};

pub(super) async fn look(config: &Config) -> Vec<Finding> {
    let shown = config.database.shown();
    // Opening would create a missing SQLite file, and the doctor creates nothing.
    if sqlite_file(config.database.url.expose()).is_some_and(|file| !file.exists()) {
        return vec![Finding::note(
            "database",
            format!("{shown} will be created at the first start"),
            "",
        )];
    }
    let db = match opened::connect(config).await {
        Ok(db) => db,
        Err(why) => {
            return vec![unreachable(format!("{shown} cannot be opened: {why}"))];
        }
    };
    if !db.answers().await {
        return vec![unreachable(format!("{shown} does not answer"))];
    }
    let mut findings = vec![schema_of(&db, &shown).await];
    if findings.iter().all(|finding| finding.level == Level::Good) {
        findings.push(keys(&db, config).await);
        findings.extend(stranger(&db, config).await);
        findings.extend(open_to_everyone(&db).await);
        findings.extend(uploads::used(&db, config).await);
        findings.extend(damaged(&db).await);
        findings.extend(passkeys::look(&db, config).await);
        if has_started(&db).await {
            findings.extend(providers::look(&db, config).await);
        }
    }
    db.close().await;
    findings
}

/// False before the first start, which makes keys and the master secret.
async fn has_started(db: &Db) -> bool {
    let Ok(mut tx) = db.read().await else {
        return false;
    };
    let keys = keys::list(&mut tx).await;
    keys.is_ok_and(|keys| !keys.is_empty())
}

fn unreachable(words: String) -> Finding {
    Finding::fault(
        "database",
        words,
        "start the database, or correct the host, user, password and name in database.url",
    )
}

async fn schema_of(db: &Db, shown: &str) -> Finding {
    match schema::pending(db).await {
        Ok(0) => Finding::good(
            "database",
            format!("{shown} answers, at this version's schema"),
        ),
        Ok(pending) => Finding::note(
            "database",
            format!("{shown} answers, {pending} migrations behind"),
            "atrium migrate (atrium serve does it as well)",
        ),
        Err(why) => Finding::fault(
            "database",
            format!("{shown} answers, but its schema is not ours: {why}"),
            "name a database that Atrium made, or an empty one; after a newer version, run that version",
        ),
    }
}

async fn keys(db: &Db, config: &Config) -> Finding {
    let rows = match db.read().await {
        Ok(mut tx) => keys::list(&mut tx).await,
        Err(why) => Err(why),
    };
    let random = crate::random::Random::system();
    match rows {
        Err(why) => Finding::fault("keys", why.to_string(), "see the database above"),
        Ok(rows) if rows.is_empty() => {
            Finding::note("keys", "will be created at the first start", "")
        }
        Ok(rows) => match crate::app::start::master(config, db, &random) {
            Ok(master)
                if rows
                    .iter()
                    .any(|row| row.state == "active" && row.master_id != master.id()) =>
            {
                Finding::fault(
                    "keys",
                    "they are sealed under another master secret",
                    "put back the master secret that this database was made with",
                )
            }
            Ok(_) => Finding::good(
                "keys",
                format!("{} keys, sealed under this master secret", rows.len()),
            ),
            Err(why) => Finding::fault("keys", why.to_string(), "see the master secret above"),
        },
    }
}

/// The doctor warns of forwarded headers from an untrusted peer, which the server has recorded, until the
/// settings list that peer.
async fn stranger(db: &Db, config: &Config) -> Option<Finding> {
    let mut tx = db.read().await.ok()?;
    let peer = installation::find(&mut tx, STRANGER).await.ok()??;
    let proxies = Proxies::new(&config.server.trusted_proxies);
    if peer.parse().is_ok_and(|peer| proxies.trusts(peer)) {
        return None;
    }
    Some(Finding::note(
        "proxy",
        format!(
            "{peer} sent a forwarded header and is not in server.trusted_proxies; all people behind it count as one"
        ),
        format!("if it is your proxy: trusted_proxies = [\"{peer}\"]"),
    ))
}

/// Applications that everyone may open only because they belong to no product.
async fn open_to_everyone(db: &Db) -> Option<Finding> {
    let clients = Registry::load(db).await.ok()?;
    let mut tx = db.read().await.ok()?;
    let open = standing::unnamed(&mut tx, &clients).await.ok()?;
    (!open.is_empty()).then(|| {
        Finding::note(
            "access",
            format!(
                "open to everyone who can sign in, because no product names them: {}",
                open.join(", ")
            ),
            "in the clients file, access = \"everyone\" keeps an application open, access = \"product\" closes \
             it until a product names it",
        )
    })
}

/// Applications and products whose row contains a value that Atrium does not write. The server goes on without them.
async fn damaged(db: &Db) -> Vec<Finding> {
    let Ok(mut tx) = db.read().await else {
        return Vec::new();
    };
    let clients = clients::damaged(&mut tx).await.unwrap_or_default();
    let clients = clients.into_iter().map(|client| {
        let fix = "atrium client sync, if the clients file has it; else correct its row or restore a backup";
        Finding::fault("clients", format!("{client}, so it is disabled"), fix)
    });
    let products = products::damaged(&mut tx).await.unwrap_or_default();
    let products = products.into_iter().map(|product| {
        let fix = "correct its row in the table products, or restore a backup";
        Finding::fault("products", format!("{product}, so nobody sees it"), fix)
    });
    clients.chain(products).collect()
}
