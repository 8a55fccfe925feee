//! `atrium user`: accounts from the command line.

use zeroize::Zeroizing;

use super::{
    failure::Failure,
    opened::Opened,
    terminal::{ask_password, moment, say, table},
};
use crate::{
    audit::PasswordChange,
    clients::Registry,
    config::{Config, ProviderConfig},
    db::{DbError, list::Paging},
    directory::{
        self, Account, AccountError, AccountFilter, AccountRow, ClaimValue, NewAccount, Status,
        WelcomeOutcome, accounts_page, add_account,
        change_password::{ChangePasswordError, prepare_reset},
        claims::{of_account, standard_claims},
        guessable::{self, is_guessable},
        password::check_length,
        password_pool::{HashPool, HashPoolOptions},
        set_claims, welcome,
    },
    federation::{self, Identity},
    i18n::language::Language,
    limits::Asker,
    sessions::end,
};

/// Accounts that one query of the list reads.
const LIST_PAGE: i64 = 200;

/// Adds, lists and disables accounts, and sets passwords.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Add an account; its password is typed, read from standard input, or chosen by its owner
    Add(Add),
    /// List accounts by name, or those that match a text
    List(List),
    /// Disable an account and end everything it is signed in to
    Disable(One),
    /// Let a disabled account sign in again
    Enable(One),
    /// Show the claims of an account's owner, which applications may get
    Show(One),
    /// Set claims of an account's owner; an empty value removes a claim
    Set(Set),
    /// Set a new password and end everything the account is signed in to
    Password(Password),
    /// Remove the second factors of an account whose owner has lost them
    ResetFactors(One),
    /// Let an identity of a corporate provider sign in to an account, for an owner who has no other way in
    Link(Link),
    /// Send the owner a new link to choose the first password; it replaces the previous one
    Welcome(One),
}

/// A new account.
#[derive(Debug, clap::Args)]
pub struct Add {
    /// Account name, 1 to 100 characters
    username: String,
    /// Email address, which also signs in
    #[arg(long)]
    email: Option<String>,
    /// Display name; default: the account name
    #[arg(long, value_name = "NAME")]
    full_name: Option<String>,
    /// Language of pages and emails, en-us or zh-cn; default: the browser's language
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// May do everything
    #[arg(long)]
    super_admin: bool,
    /// Ask for a new password at the first sign-in
    #[arg(long)]
    must_change: bool,
    /// Ask for no password: the owner chooses one by a link that is sent to the email address
    #[arg(long, requires = "email", conflicts_with = "must_change")]
    welcome: bool,
}

/// Which accounts to list.
#[derive(Debug, clap::Args)]
pub struct List {
    /// Words in the name, email address or display name, each of two characters or more, in any place
    text: Vec<String>,
    /// Most accounts to list
    #[arg(long, default_value_t = 100)]
    limit: usize,
}

/// One account.
#[derive(Debug, clap::Args)]
pub struct One {
    /// Account name or email address
    account: String,
}

/// One account and what is known of its owner.
#[derive(Debug, clap::Args)]
pub struct Set {
    /// Account name or email address
    account: String,
    /// Standard claims of OpenID Connect, such as birthdate=1990-05-17 or address.country=CN
    #[arg(required = true, value_name = "CLAIM=VALUE")]
    claims: Vec<String>,
}

/// One account and its new password.
#[derive(Debug, clap::Args)]
pub struct Password {
    /// Account name or email address
    account: String,
    /// Ask for another password at the next sign-in
    #[arg(long)]
    must_change: bool,
}

/// One account and the identity that signs in to it.
#[derive(Debug, clap::Args)]
pub struct Link {
    /// Account name or email address
    account: String,
    /// Id of the provider, as its entry or its page in the portal says
    #[arg(long, value_name = "ID")]
    provider: String,
    /// The person's `sub` at the provider, exactly as it writes it
    #[arg(long, value_name = "SUB")]
    subject: String,
}

/// Runs the command.
pub async fn run(command: Command, config: Config) -> Result<(), Failure> {
    let opened = Opened::open(config).await?;
    let done = match command {
        Command::Add(args) => add(&opened, args).await,
        Command::List(args) => list(&opened, args).await,
        Command::Disable(args) => disable(&opened, &args.account).await,
        Command::Enable(args) => enable(&opened, &args.account).await,
        Command::Show(args) => show(&opened, &args.account).await,
        Command::Set(args) => set(&opened, args).await,
        Command::Password(args) => password(&opened, args).await,
        Command::ResetFactors(args) => reset_factors(&opened, &args.account).await,
        Command::Link(args) => link(&opened, args).await,
        Command::Welcome(args) => send_welcome(&opened, &args.account).await,
    };
    opened.db.close().await;
    done
}

async fn add(opened: &Opened, args: Add) -> Result<(), Failure> {
    let new = NewAccount {
        username: args.username,
        email: args.email,
        full_name: args.full_name.unwrap_or_default(),
        lang: args.lang,
        must_change_password: args.must_change,
        status: Status::Enabled,
        sup_admin: args.super_admin,
        user_manager: args.super_admin,
        ..NewAccount::default()
    };
    let mut new = new.checked().map_err(Failure::of)?;
    if args.welcome {
        mail_is_on(opened)?;
    } else {
        new.password_hash = Some(hash(opened, &new, ask_password()?).await?);
    }
    let (name, audit) = (new.username.clone(), opened.audit("user add"));
    let email = new.email.clone();
    let added = opened.db.write::<_, AccountError, _>(move |tx| {
        Box::pin(async move {
            let account = add_account(tx, new, &audit).await?;
            if args.welcome {
                welcome(tx, &account, Language::default(), &audit).await?;
            }
            Ok(account.id)
        })
    });
    let id = added.await.map_err(Failure::of)?;
    if let (true, Some(email)) = (args.welcome, &email) {
        say(format_args!(
            "{name} is added (id {id}); a link to choose a password is sent to {email}"
        ));
        return Ok(());
    }
    say(format_args!("{name} can sign in (id {id})"));
    // Some applications refuse people whose address is not verified.
    if let Some(email) = email {
        say(format_args!(
            "{email} counts as not verified; when you know that it is theirs: \
             atrium user set {name} email_verified=true"
        ));
    }
    Ok(())
}

async fn list(opened: &Opened, args: List) -> Result<(), Failure> {
    let filter = AccountFilter {
        context: Some(args.text.join(" ")),
        ..AccountFilter::default()
    };
    let mut paging = Paging {
        page_size: LIST_PAGE,
        sort: Some("username".to_owned()),
        ..Paging::default()
    };
    let mut view = opened.db.read().await?;
    let mut accounts: Vec<AccountRow> = Vec::new();
    loop {
        let page = accounts_page(&mut view, &filter, &paging).await;
        let page = page.map_err(Failure::of)?;
        accounts.extend(page.rows);
        paging.cursor = page.next;
        if paging.cursor.is_none() || accounts.len() >= args.limit {
            break;
        }
    }
    let more = paging.cursor.is_some() || accounts.len() > args.limit;
    accounts.truncate(args.limit);
    let rows: Vec<_> = accounts.iter().map(row).collect();
    table(
        ["ACCOUNT", "EMAIL", "NAME", "STATE", "ROLE", "LAST SIGN-IN"],
        &rows,
    );
    if more {
        say(format_args!("… and more: narrow the text or raise --limit"));
    }
    Ok(())
}

fn row(account: &AccountRow) -> [String; 6] {
    let state = match account.status {
        Status::Enabled => "enabled",
        Status::Processing => "applied for",
        Status::Disabled => "disabled",
    };
    let role = if account.sup_admin {
        "super administrator"
    } else {
        ""
    };
    [
        account.username.clone(),
        account.email.clone().unwrap_or_default(),
        account.full_name.clone(),
        state.to_owned(),
        role.to_owned(),
        moment(account.last_login_at),
    ]
}

async fn disable(opened: &Opened, name: &str) -> Result<(), Failure> {
    let (account, ended) = set_status(opened, name, Status::Disabled).await?;
    say(format_args!(
        "{} is disabled; sessions ended: {ended}",
        account.username
    ));
    Ok(())
}

async fn enable(opened: &Opened, name: &str) -> Result<(), Failure> {
    let (account, _) = set_status(opened, name, Status::Enabled).await?;
    say(format_args!("{} can sign in again", account.username));
    Ok(())
}

async fn set_status(
    opened: &Opened,
    name: &str,
    status: Status,
) -> Result<(Account, usize), Failure> {
    let account = find(opened, name).await?;
    let command = match status {
        Status::Enabled => "user enable",
        _ => "user disable",
    };
    let (id, audit) = (account.id.clone(), opened.audit(command));
    let clients = Registry::load(&opened.db).await?;
    let zone = opened.config.accounts.zone().map_err(Failure::of)?;
    let set = opened.db.write(move |tx| {
        Box::pin(async move {
            end::set_account_status(tx, &id, status, (&zone, &clients), &audit).await
        })
    });
    let ended = set.await.map_err(Failure::of)?;
    Ok((account, ended))
}

async fn show(opened: &Opened, name: &str) -> Result<(), Failure> {
    let account = find(opened, name).await?;
    let all: Vec<&str> = of_account().collect();
    let claims = standard_claims(&account, &[], &all);
    say(serde_json::to_string_pretty(&claims).map_err(Failure::of)?);
    Ok(())
}

async fn set(opened: &Opened, args: Set) -> Result<(), Failure> {
    let account = find(opened, &args.account).await?;
    let mut wishes = Vec::new();
    for text in &args.claims {
        let (claim, value) = text.split_once('=').ok_or_else(|| {
            Failure::of(format_args!(
                "{text:?} has no value; allowed is CLAIM=VALUE, or CLAIM= to remove it"
            ))
        })?;
        wishes.push(ClaimValue {
            claim: claim.to_owned(),
            value: value.to_owned(),
        });
    }
    let (id, audit) = (account.id, opened.audit("user set"));
    let changed = opened
        .db
        .write(move |tx| Box::pin(async move { set_claims(tx, &id, &wishes, &audit).await }))
        .await
        .map_err(Failure::of)?;
    let summary = match &changed[..] {
        [] => "nothing changed".to_owned(),
        names => format!("changed {}", names.join(", ")),
    };
    say(format_args!("{}: {summary}", account.username));
    Ok(())
}

async fn password(opened: &Opened, args: Password) -> Result<(), Failure> {
    let account = find(opened, &args.account).await?;
    let (pool, must_change) = (pool()?, args.must_change);
    let new = prepare_reset(
        &pool,
        &opened.random,
        &account,
        ask_password()?,
        must_change,
    )
    .await
    .map_err(Failure::of)?;
    let (audit, clients) = (
        opened.audit("user password"),
        Registry::load(&opened.db).await?,
    );
    let ended = opened
        .db
        .write(move |tx| {
            Box::pin(async move {
                let by = PasswordChange::Administrator;
                end::replace_password(tx, new, by, &audit, &clients).await
            })
        })
        .await
        .map_err(Failure::of)?;
    say(format_args!(
        "{} has a new password; sessions ended: {ended}",
        account.username
    ));
    Ok(())
}

async fn reset_factors(opened: &Opened, name: &str) -> Result<(), Failure> {
    let account = find(opened, name).await?;
    let audit = opened.audit("user reset-factors");
    let clients = Registry::load(&opened.db).await?;
    let owner = account.clone();
    let reset = opened.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { end::reset_factors(tx, &owner, &audit, &clients).await })
    });
    let name = account.username;
    if reset.await.map_err(Failure::of)? {
        say(format_args!("the second factors of {name} are removed"));
    } else {
        say(format_args!("{name} has no second factor"));
    }
    Ok(())
}

/// The provider `id`, of the settings file or of the database; there it may be disabled.
async fn provider(opened: &Opened, id: &str) -> Result<ProviderConfig, Failure> {
    let mut providers = opened.config.federation.provider.clone();
    let stored = federation::stored(&mut opened.db.read().await?).await?;
    providers.extend(stored.into_iter().map(|one| one.settings));
    let known: Vec<String> = providers.iter().map(|one| one.id.clone()).collect();
    let found = providers.into_iter().find(|one| one.id == id);
    found.ok_or_else(|| {
        Failure::of(format_args!(
            "there is no provider {id:?}; there are: {}",
            known.join(", ")
        ))
    })
}

async fn link(opened: &Opened, args: Link) -> Result<(), Failure> {
    let provider = provider(opened, &args.provider).await?;
    let subject = args.subject;
    if subject.is_empty() || subject.len() > 255 || subject.chars().any(char::is_control) {
        return Err(Failure::of("--subject has 1 to 255 characters"));
    }
    let account = find(opened, &args.account).await?;
    let identity = Identity {
        provider: provider.id.clone(),
        issuer: provider.issuer.clone(),
        subject,
        email: None,
        email_verified: false,
        name: None,
        username: None,
        groups: None,
    };
    let (audit, label, name) = (
        opened.audit("user link"),
        provider.label.clone(),
        account.username.clone(),
    );
    let linked = opened.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { federation::link(tx, &identity, &label, &account, &audit).await })
    });
    if !linked.await? {
        return Err(Failure::of(
            "this identity belongs to an account already; its owner or an administrator unlinks it",
        ));
    }
    say(format_args!(
        "{} signs in to {name} from now on",
        provider.label
    ));
    Ok(())
}

async fn send_welcome(opened: &Opened, name: &str) -> Result<(), Failure> {
    mail_is_on(opened)?;
    let (account, audit) = (find(opened, name).await?, opened.audit("user welcome"));
    let username = account.username.clone();
    let done = opened.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { welcome(tx, &account, Language::default(), &audit).await })
    });
    match done.await? {
        WelcomeOutcome::Queued => {
            say(format_args!(
                "{username} is sent a link to choose a password"
            ));
            Ok(())
        }
        WelcomeOutcome::NoEmail => Err(Failure::of(format_args!(
            "{username} has no email address: atrium user set {username} email=ADDRESS"
        ))),
        WelcomeOutcome::NotEnabled => Err(Failure::of(format_args!(
            "{username} is disabled: atrium user enable {username}"
        ))),
        WelcomeOutcome::NoPassword | WelcomeOutcome::NotVerified | WelcomeOutcome::HasPassword => {
            Err(Failure::of(format_args!(
                "{username} has chosen a password already: atrium user password {username}"
            )))
        }
    }
}

/// Refuses to queue an email that would never be sent.
fn mail_is_on(opened: &Opened) -> Result<(), Failure> {
    if opened.config.mail.is_off() {
        return Err(Failure::of("mail is off (mail.url): no link can be sent"));
    }
    Ok(())
}

/// The account with this name or email address.
pub(super) async fn find(opened: &Opened, name: &str) -> Result<Account, Failure> {
    let found: Result<_, DbError> =
        directory::find_by_name(&mut opened.db.read().await?, name).await;
    found?.ok_or_else(|| {
        Failure::of(format_args!(
            "there is no account {name:?}: see `atrium user list`"
        ))
    })
}

async fn hash(
    opened: &Opened,
    new: &NewAccount,
    password: Zeroizing<String>,
) -> Result<String, Failure> {
    check_length(&password).map_err(Failure::of)?;
    let about = guessable::names(&new.username, new.email.as_deref(), &new.full_name, "");
    if is_guessable(&password, about).await {
        return Err(Failure::of(ChangePasswordError::Guessable));
    }
    let (pool, asker) = (pool()?, Asker::operator());
    let hashed = pool.hash(password, &opened.random, &asker);
    hashed.await.map_err(Failure::of)
}

fn pool() -> Result<HashPool, Failure> {
    let options = HashPoolOptions {
        threads: std::num::NonZeroUsize::MIN,
        queue: 1,
    };
    HashPool::start(options).map_err(Failure::of)
}
