//! `atrium seed`: the people, groups and products of the demo, and very many of them for measurements.

mod announcements;
mod error;
mod feedback;
mod figures;
mod groups;
mod history;
mod organisations;
mod people;
mod products;
mod requests;
mod roles;
pub mod scale;
mod staff;
mod stage;
mod surveys;

use error::SeedError;
use jiff::tz::TimeZone;
use scale::Scale;
use stage::Stage;
use zeroize::Zeroizing;

use super::{
    failure::Failure,
    opened::{self, Opened},
    terminal::say,
};
use crate::audit::AuditContext;
use crate::clients;
use crate::clients::Client;
use crate::config::Config;
use crate::db::{WriteTx, installation};
use crate::directory::any_account;
use crate::directory::password_pool::{HashPool, HashPoolOptions};
use crate::limits::Asker;

/// Fills an empty database with demo people, groups, products and applications.
///
/// They all have the same password, which everyone knows. So the command refuses a database that already has accounts,
/// and a `server.public_url` or `server.listen` that other machines can reach. A second run changes nothing.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Seed the demo
    #[arg(long, required = true)]
    demo: bool,
    /// Add very many made-up accounts without passwords, groups and products to the demo, for measurements
    #[arg(long, value_name = "accounts=N,groups=N,products=N")]
    scale: Option<Scale>,
}

pub(super) async fn run(args: Args, config: Config) -> Result<(), Failure> {
    if let Some((key, value)) = config.server.reached_by() {
        return Err(Failure::of(format_args!(
            "demo accounts have a password that everyone knows, and {key} is {value}: set it to an \
             address of this machine alone such as localhost or 127.0.0.1"
        )));
    }
    // A wrong file leaves nothing half done.
    let declared = opened::read_clients(&config)?;
    let opened = Opened::open(config).await?;
    let mut done = seed(&opened, declared).await;
    if let (Ok(()), Some(scale)) = (&done, args.scale) {
        done = add_scale(&opened, scale).await;
    }
    opened.db.close().await;
    done
}

async fn add_scale(opened: &Opened, wanted: Scale) -> Result<(), Failure> {
    if scale::is_filled(&opened.db).await? {
        say("the accounts for measurements exist already");
        return Ok(());
    }
    let now = opened.audit("seed").now;
    let told = |line: std::fmt::Arguments<'_>| say(line);
    let zone = opened.config.accounts.zone().map_err(Failure::of)?;
    Ok(scale::fill(&opened.db, wanted, (now, &zone), told).await?)
}

async fn seed(opened: &Opened, declared: Vec<Client>) -> Result<(), Failure> {
    if is_seeded(opened).await? {
        say("the demo data exists already");
        return Ok(());
    }
    let hash = hash(opened).await?;
    let audit = opened.audit("seed");
    let zone = opened.config.accounts.zone().map_err(Failure::of)?;
    let loopback = opened.config.server.public_url.is_loopback();
    let written = opened.db.write::<_, SeedError, _>(move |tx| {
        Box::pin(async move {
            write(tx, hash, zone, &audit).await?;
            // The database may have the demo's applications from now on.
            Ok(clients::sync_in(tx, declared, loopback, &audit).await?)
        })
    });
    let report = written.await.map_err(Failure::of)?;
    say(format_args!(
        "seeded {} people, {} groups, {} products, {} announcements, {} pieces of feedback and {} applications; \
         every password is {}",
        people::MANY,
        groups::MANY,
        products::MANY,
        announcements::MANY,
        feedback::MANY,
        report.added.len(),
        people::PASSWORD
    ));
    Ok(())
}

/// True for a database that this command has seeded; refuses any other with accounts.
async fn is_seeded(opened: &Opened) -> Result<bool, Failure> {
    let mut tx = opened.db.read().await?;
    if installation::find(&mut tx, installation::DEMO)
        .await?
        .is_some()
    {
        return Ok(true);
    }
    if !any_account(&mut tx).await? {
        return Ok(false);
    }
    Err(Failure::of(format_args!(
        "{} holds accounts that are not the demonstration's: name an empty database in database.url",
        opened.config.database.shown()
    )))
}

async fn hash(opened: &Opened) -> Result<String, Failure> {
    let options = HashPoolOptions {
        threads: std::num::NonZeroUsize::MIN,
        queue: 1,
    };
    let pool = HashPool::start(options).map_err(Failure::of)?;
    let password = Zeroizing::new(people::PASSWORD.to_owned());
    pool.hash(password, &opened.random, &Asker::operator())
        .await
        .map_err(Failure::of)
}

async fn write(
    tx: &mut WriteTx,
    hash: String,
    zone: TimeZone,
    audit: &AuditContext,
) -> Result<(), SeedError> {
    let now = audit.now;
    organisations::write(tx, now).await?;
    let ids = people::write(tx, &hash, audit).await?;
    let audit = audit.clone();
    let stage = Stage { ids, zone, audit };
    products::write(tx, &stage).await?;
    groups::write(tx, &stage).await?;
    organisations::write_more(tx, &stage).await?;
    roles::write(tx, &stage).await?;
    requests::write(tx, &stage).await?;
    announcements::write(tx, &stage).await?;
    surveys::write(tx, &stage).await?;
    feedback::write(tx, &stage).await?;
    history::write(tx, &stage).await?;
    figures::write(tx, &stage).await?;
    installation::save(tx, installation::DEMO, &now.to_string()).await?;
    Ok(())
}
