//! `atrium client`: relying and legacy applications.

use super::{
    failure::Failure,
    opened::{Opened, advice, compare_clients, read_clients},
    terminal::{say, table},
};
use crate::{
    clients::{self, Client, Kind, SyncError},
    config::Config,
    db::DbError,
    sessions::revocation,
};

/// Lists, shows and synchronises applications, and ends their tokens.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// List every application, with where it was declared
    List,
    /// Show one application; its secrets are never shown
    Show(Show),
    /// Synchronise the database with the clients file, as `atrium serve` does at startup
    Sync,
    /// Check the clients file without changing anything
    Check,
    /// End every token, grant and code that an application has: its secret or its tokens leaked
    RevokeTokens(RevokeTokens),
}

#[derive(Debug, clap::Args)]
pub struct Show {
    /// The application's `client_id`
    client_id: String,
}

#[derive(Debug, clap::Args)]
pub struct RevokeTokens {
    /// The application's `client_id`
    client_id: String,
}

pub async fn run(command: Command, config: Config) -> Result<(), Failure> {
    if let Command::Check = command {
        let declared = read_clients(&config)?;
        let file = config.clients.file.display();
        let compared = compare_clients(&config, &declared).await;
        match &compared {
            Ok(()) | Err(SyncError::Db(_)) => {}
            Err(why) => return Err(Failure::of(format_args!("{file}: {why}"))),
        }
        say(format_args!(
            "{file} declares {} applications and is right",
            declared.len()
        ));
        if let Err(why) = compared {
            say(format_args!(
                "note: not compared with the applications of the database, which cannot be read: {why}"
            ));
        }
        for advice in advice(&config, &declared).await {
            say(format_args!("note: {advice}\n      fix: {}", advice.fix));
        }
        return Ok(());
    }
    let opened = Opened::open(config).await?;
    let done = match command {
        Command::List => list(&opened).await,
        Command::Show(args) => show(&opened, &args.client_id).await,
        Command::RevokeTokens(args) => revoke_tokens(&opened, args.client_id).await,
        Command::Sync | Command::Check => sync(&opened).await,
    };
    opened.db.close().await;
    done
}

async fn list(opened: &Opened) -> Result<(), Failure> {
    let clients = clients::all(&mut opened.db.read().await?).await?;
    let rows: Vec<_> = clients.iter().map(row).collect();
    table(["CLIENT", "NAME", "KIND", "SOURCE", "STATE"], &rows);
    Ok(())
}

fn row(client: &Client) -> [String; 5] {
    let kind = match client.kind {
        Kind::Oidc if client.is_public() => "oidc, public",
        Kind::Oidc => "oidc",
        Kind::Legacy => "legacy",
    };
    let state = if client.enabled { "on" } else { "off" };
    [
        client.client_id.clone(),
        client.name.clone(),
        kind.to_owned(),
        client.source.as_str().to_owned(),
        state.to_owned(),
    ]
}

fn unknown(client_id: &str) -> Failure {
    Failure::of(format_args!(
        "there is no client {client_id:?}: see `atrium client list`"
    ))
}

async fn show(opened: &Opened, client_id: &str) -> Result<(), Failure> {
    let client = clients::find(&mut opened.db.read().await?, client_id).await?;
    let client = client.ok_or_else(|| unknown(client_id))?;
    say(format_args!("client_id = {:?}", client.client_id));
    say(format_args!(
        "source    = {}, {}",
        client.source.as_str(),
        if client.enabled { "on" } else { "off" }
    ));
    say(format_args!("secrets   = {}", client.secret_hashes.len()));
    say(serde_json::to_string_pretty(&client).map_err(Failure::of)?);
    Ok(())
}

async fn revoke_tokens(opened: &Opened, client_id: String) -> Result<(), Failure> {
    let (named, clock) = (client_id.clone(), opened.clock.clone());
    let audit = opened.audit("client revoke-tokens");
    let ended = opened.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { revocation::revoke_client_tokens(tx, &named, &audit, &clock).await })
    });
    if !ended.await? {
        return Err(unknown(&client_id));
    }
    say(format_args!(
        "nothing that {client_id} was given until now is valid any more; every running server follows within a second"
    ));
    say("resources that check signed tokens by themselves accept them until they expire");
    Ok(())
}

async fn sync(opened: &Opened) -> Result<(), Failure> {
    let declared = read_clients(&opened.config)?;
    let loopback = opened.config.server.public_url.is_loopback();
    let report = clients::sync(&opened.db, declared, loopback, opened.audit("client sync"))
        .await
        .map_err(Failure::of)?;
    // Without a settings file the database is in the current folder, and may just have been created.
    say(format_args!("database: {}", opened.config.database.shown()));
    for (word, names) in [
        ("added", &report.added),
        ("changed", &report.changed),
        ("switched off", &report.disabled),
        ("skipped (demo)", &report.skipped),
    ] {
        if !names.is_empty() {
            say(format_args!("{word}: {}", names.join(", ")));
        }
    }
    if report.is_unchanged() {
        say("the database was in line already");
    }
    Ok(())
}
