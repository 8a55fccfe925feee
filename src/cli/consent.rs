//! `atrium consent`: what people have allowed applications.

use super::{
    failure::Failure,
    opened::Opened,
    terminal::{moment, say, table},
    user,
};
use crate::{
    config::Config,
    db::DbError,
    sessions::{consents, end},
};

/// Lists and revokes remembered consents.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// List what an account has allowed applications
    List(List),
    /// Forget a consent, and revoke every token issued under it
    Revoke(Revoke),
}

#[derive(Debug, clap::Args)]
pub struct List {
    /// Account name or email address
    account: String,
}

#[derive(Debug, clap::Args)]
pub struct Revoke {
    /// Account name or email address
    account: String,
    /// The application's `client_id`
    client_id: String,
}

pub async fn run(command: Command, config: Config) -> Result<(), Failure> {
    let opened = Opened::open(config).await?;
    let done = match command {
        Command::List(args) => list(&opened, &args.account).await,
        Command::Revoke(args) => revoke(&opened, args).await,
    };
    opened.db.close().await;
    done
}

async fn list(opened: &Opened, name: &str) -> Result<(), Failure> {
    let account = user::find(opened, name).await?;
    let given = consents::of_account(&mut opened.db.read().await?, &account.id).await?;
    let row = |consent: consents::Consent| {
        [
            consent.client_id,
            consent.scope,
            moment(Some(consent.granted_at)),
        ]
    };
    table(
        ["CLIENT", "SCOPES", "GIVEN"],
        &given.into_iter().map(row).collect::<Vec<_>>(),
    );
    Ok(())
}

async fn revoke(opened: &Opened, args: Revoke) -> Result<(), Failure> {
    let account = user::find(opened, &args.account).await?;
    let (account_id, client_id, audit) = (
        account.id,
        args.client_id.clone(),
        opened.audit("consent revoke"),
    );
    let known = opened
        .db
        .write::<_, DbError, _>(move |tx| {
            Box::pin(
                async move { end::withdraw_consent(tx, &account_id, &client_id, &audit).await },
            )
        })
        .await?;
    if !known {
        return Err(Failure::of(format_args!(
            "{} has let {} have nothing: see `atrium consent list`",
            account.username, args.client_id
        )));
    }
    say(format_args!(
        "{} has nothing of {} any more",
        args.client_id, account.username
    ));
    Ok(())
}
