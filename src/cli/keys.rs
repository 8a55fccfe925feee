//! `atrium keys`: the signing keys.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;

use super::{
    failure::Failure,
    opened::Opened,
    terminal::{moment, say, table},
};
use crate::{
    app::{key_trail::KeyTrail, start},
    assistant::{self, AssistantSecrets},
    config::Config,
    factors::{self, FactorSecrets},
    federation::{self, ProviderSecrets},
    keys::{
        self, Algorithm, Keeper, KeyChange, KeyUse, Master, PUBLISH_DELAY, SEALED_LIFETIME,
        SIGNED_LIFETIME, Takeover,
    },
};

/// Lists, rotates, withdraws and re-encrypts keys.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// List every key ever made, the newest first
    List,
    /// Make new keys; the old ones are accepted until their last token has expired
    Rotate(Rotate),
    /// Withdraw a compromised key at once: everything it signed is refused from then on
    Withdraw(Withdraw),
    /// Encrypt the private keys under another master secret. Stop every server first
    Reseal(Reseal),
}

/// Which keys to rotate, and how fast.
#[derive(Debug, clap::Args)]
pub struct Rotate {
    /// Only keys of this use; default: all. Replaces a new key that is still waiting to sign
    #[arg(long = "use", value_name = "USE")]
    only: Option<Use>,
    /// Sign with the new key at once, instead of publishing it for five minutes first. Caches may refuse the new one
    /// for a while
    #[arg(long)]
    now: bool,
}

#[derive(Debug, clap::Args)]
pub struct Withdraw {
    /// The key's id, as `atrium keys list` shows it
    // One of 64 ids begins with a hyphen.
    #[arg(allow_hyphen_values = true)]
    kid: String,
}

#[derive(Debug, clap::Args)]
pub struct Reseal {
    /// The file of the new master secret, which only its owner may read
    file: PathBuf,
}

/// The uses of keys, as command line values.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Use {
    /// Tokens signed with RS256
    Rs256,
    /// Tokens signed with ES256
    Es256,
    /// Passwords that legacy clients encrypt
    Password,
    /// Opaque access tokens
    Sealing,
}

impl From<Use> for KeyUse {
    fn from(named: Use) -> Self {
        match named {
            Use::Rs256 => Self::Signing(Algorithm::Rs256),
            Use::Es256 => Self::Signing(Algorithm::Es256),
            Use::Password => Self::PasswordTransport,
            Use::Sealing => Self::Sealing,
        }
    }
}

pub async fn run(command: Command, config: Config) -> Result<(), Failure> {
    let opened = Opened::open(config).await?;
    let done = match command {
        Command::List => list(&opened).await,
        Command::Rotate(args) => rotate(&opened, args).await,
        Command::Withdraw(args) => withdraw(&opened, &args.kid).await,
        Command::Reseal(args) => reseal(&opened, args.file).await,
    };
    opened.db.close().await;
    done
}

async fn list(opened: &Opened) -> Result<(), Failure> {
    let keys = keys::list(&mut opened.db.read().await?).await?;
    let rows: Vec<_> = keys
        .into_iter()
        .map(|key| {
            let (made, signs) = (moment(Some(key.created_at)), moment(Some(key.active_at)));
            let until = moment(key.retire_at);
            [key.kid, key.purpose, key.alg, key.state, made, signs, until]
        })
        .collect();
    table(
        [
            "KEY",
            "PURPOSE",
            "ALG",
            "STATE",
            "MADE",
            "IN USE FROM",
            "PUBLISHED UNTIL",
        ],
        &rows,
    );
    Ok(())
}

async fn rotate(opened: &Opened, args: Rotate) -> Result<(), Failure> {
    let (keeper, made) = keeper(opened, "keys rotate").await?;
    let uses = args
        .only
        .map_or_else(|| KeyUse::ALL.to_vec(), |only| vec![only.into()]);
    let takeover = if args.now {
        Takeover::AtOnce
    } else {
        Takeover::AfterPublishing
    };
    let mut changes = made;
    changes.extend(
        keeper
            .rotate(&uses, takeover, opened.clock.now())
            .await
            .map_err(Failure::of)?,
    );
    print(&changes);
    if !args.now {
        say(format_args!(
            "the new keys are used in {} minutes",
            PUBLISH_DELAY / crate::clock::MINUTE
        ));
    }
    say(format_args!(
        "the old ones are accepted for {} hours after that",
        SIGNED_LIFETIME / crate::clock::HOUR
    ));
    if uses.contains(&KeyUse::Sealing) {
        say(format_args!(
            "what the old sealing key sealed is accepted for {} hours",
            SEALED_LIFETIME / crate::clock::HOUR
        ));
    }
    Ok(())
}

async fn withdraw(opened: &Opened, kid: &str) -> Result<(), Failure> {
    let (keeper, mut changes) = keeper(opened, "keys withdraw").await?;
    let withdrawn = keeper.withdraw(kid, opened.clock.now()).await;
    changes.extend(withdrawn.map_err(Failure::of)?);
    print(&changes);
    if changes.iter().any(|change| change.purpose == "sealing") {
        say(
            "unfinished sign-ins, authorization codes and opaque access tokens that it sealed are refused from now on",
        );
    }
    say("every running server follows within a second; caches of the key set within five minutes");
    Ok(())
}

async fn reseal(opened: &Opened, file: PathBuf) -> Result<(), Failure> {
    let old = start::master(&opened.config, &opened.db, &opened.random).map_err(Failure::of)?;
    let new = Master::load(&file).map_err(Failure::of)?;
    let random = opened.random.clone();
    let resealed = opened.db.write::<_, Failure, _>(move |tx| {
        Box::pin(async move {
            let (old, new) = (Arc::new(old), Arc::new(new));
            let count = keys::rewrap(tx, &old, &new, &random)
                .await
                .map_err(Failure::of)?;
            let [apps_old, apps_new] =
                [&old, &new].map(|master| FactorSecrets::new(Arc::clone(master), random.clone()));
            let apps = factors::rewrap(tx, &apps_old, &apps_new)
                .await
                .map_err(Failure::of)?;
            let [old, new] = [&old, &new].map(|master| {
                let providers = ProviderSecrets::new(Arc::clone(master), random.clone());
                (
                    providers,
                    AssistantSecrets::new(Arc::clone(master), random.clone()),
                )
            });
            let providers = federation::rewrap(tx, &old.0, &new.0)
                .await
                .map_err(Failure::of)?;
            let [old, new] = [&old.1, &new.1];
            let chats = assistant::chats::rewrap(tx, old, new)
                .await
                .map_err(Failure::of)?;
            let models = assistant::rewrap_versions(tx, old, new)
                .await
                .map_err(Failure::of)?;
            Ok((count, apps, providers, chats, models))
        })
    });
    let (count, apps, providers, chats, models) = resealed.await?;
    say(format_args!(
        "{count} keys, {apps} authenticator apps, {providers} corporate providers, {chats} chats and {models} keys of AI providers are encrypted under the new master secret; start the servers with keys.master_file = \"{}\"",
        file.display()
    ));
    Ok(())
}

/// Opens the keys, and makes them first if there are none. Audit entries name `command` as the actor.
async fn keeper(
    opened: &Opened,
    command: &'static str,
) -> Result<(Keeper, Vec<KeyChange>), Failure> {
    let master = start::master(&opened.config, &opened.db, &opened.random).map_err(Failure::of)?;
    let (db, random) = (opened.db.clone(), opened.random.clone());
    let trail = Arc::new(KeyTrail::of_operator(&random, command));
    Keeper::open(db, Arc::new(master), random, trail, &opened.clock)
        .await
        .map_err(Failure::of)
}

/// Prints the changes of keys.
fn print(changes: &[KeyChange]) {
    for change in changes {
        say(format_args!(
            "{} {} {}: {}",
            change.purpose, change.alg, change.kid, change.state
        ));
    }
}
