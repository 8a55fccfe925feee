//! Background work: emails, logout notices and sweeps.

use std::sync::Arc;

use jiff::tz::TimeZone;

use crate::announcements::{self, ANNOUNCEMENTS};
use crate::assistant::{LateAnswers, chats};
use crate::audit;
use crate::catalogue::{ACCESS_RIGHTS, BuiltInRights, MODULES, PRODUCTS, ROLES, openings};
use crate::clients::{APPLICATIONS, Registry};
use crate::clock::{Clock, DAY, Millis};
use crate::config::Config;
use crate::db::Db;
use crate::db::list::List;
use crate::directory::account_application::time_out::ApplicationTimeOuts;
use crate::directory::account_application::{self, AccountApplications};
use crate::directory::address_change::{self, AddressChanges};
use crate::directory::deletion;
use crate::directory::deletion::erasure::Erasures;
use crate::directory::forgotten_password::ForgottenPasswords;
use crate::directory::invitation;
use crate::directory::one_time_links::{self, OneTimeLinks};
use crate::directory::{
    ACCOUNTS, AGENCIES, BRANDS, COMPANIES, DIVISIONS, INDUSTRIES, IRIS_MAPPINGS, RefusedAddresses,
};
use crate::factors;
use crate::feedback::{self, FEEDBACK};
use crate::files::FileSweep;
use crate::groups::{
    GROUPS, GivenEnd, REQUESTS, RequestSummaries, RequestTimers, WantedGroups, absences,
    memberships, timers,
};
use crate::insight::{self, page_views};
use crate::jobs::{self, IndexNames, Sweep, Worker};
use crate::keys::KeySet;
use crate::limits::{self, Limits};
use crate::mail::{MailSettingsError, Mailer};
use crate::oidc::logout::backchannel::Delivery;
use crate::random::Random;
use crate::sessions::expiry::Expiry;
use crate::sessions::logout_notices::LogoutNoticeSender;
use crate::sessions::sso::SessionLifetimes;
use crate::sessions::sweeps::sweeps;
use crate::site::branding::Branding;
use crate::state::AppState;
use crate::surveys::{self, SURVEYS};

use super::erasure::ROOMS;

/// Every list that can be searched; [`IndexNames`] keeps their index complete.
pub const SEARCHED: &[&List] = &[
    &ACCOUNTS,
    &AGENCIES,
    &ANNOUNCEMENTS,
    &APPLICATIONS,
    &BRANDS,
    &COMPANIES,
    &DIVISIONS,
    &FEEDBACK,
    &INDUSTRIES,
    &IRIS_MAPPINGS,
    &GROUPS,
    &MODULES,
    &PRODUCTS,
    &REQUESTS,
    &ACCESS_RIGHTS,
    &ROLES,
    &SURVEYS,
];

/// The worker of one process, with its handlers and routines. Add new ones here. [`logout_notices`] and
/// [`late_answers`] add what needs the state.
/// `authorities` is the content of `outbound.ca_file`; `clients` are notified of expired sessions; `keys` seal
/// the links of applicants.
pub fn worker(
    config: &Config,
    branding: &Branding,
    authorities: Option<&[u8]>,
    (db, clock, random): (&Db, &Clock, &Random),
    (clients, zone, keys): (&Registry, &TimeZone, KeySet),
) -> Result<Worker, MailSettingsError> {
    let mailer = Mailer::open(
        &config.mail,
        &config.server.public_url,
        branding,
        authorities,
        OneTimeLinks::new(db, clock, random, keys),
    )?
    .informing(RefusedAddresses {
        db: db.clone(),
        clock: clock.clone(),
        random: random.clone(),
    });
    // This is before the sweeps, which delete the grants that name the clients to notify.
    let expiry = Expiry::new(clients, SessionLifetimes::from(&config.sessions), random);
    let worker = Worker::new(db.clone(), clock.clone(), random)
        .handler(mailer.for_strangers())
        .handler(mailer)
        .handler(WantedGroups {
            db: db.clone(),
            clock: clock.clone(),
            random: random.clone(),
            limits: Limits::from(&config.limits),
            zone: zone.clone(),
        })
        .handler(AccountApplications {
            db: db.clone(),
            clock: clock.clone(),
            random: random.clone(),
            limits: Limits::from(&config.limits),
        })
        .handler(AddressChanges {
            db: db.clone(),
            clock: clock.clone(),
            random: random.clone(),
        })
        .handler(ForgottenPasswords {
            db: db.clone(),
            clock: clock.clone(),
            random: random.clone(),
            limits: Limits::from(&config.limits),
            zone: zone.clone(),
            rule: config.accounts.forgotten,
            only: config.federation.only,
            contact: Some(config.branding.contact.clone()).filter(|contact| !contact.is_empty()),
        })
        .routine(expiry)
        .routine(IndexNames(SEARCHED))
        .routine(BuiltInRights)
        .routine(RequestTimers::new(random, zone))
        .routine(RequestSummaries::new(random, zone))
        .routine(GivenEnd::new(random))
        .routine(ApplicationTimeOuts::new(&config.accounts, random, zone))
        .routine(Erasures::new(random, ROOMS));
    let worker = with_sweeps(worker);
    let worker = with_chats(worker, config.assistant.keep_days * DAY);
    let timers = timers(db, clock, random, zone).into_iter();
    let worker = timers.fold(worker, Worker::handler);
    let worker = worker.routine(Sweep::new(
        "product_openings",
        openings::KEPT,
        |tx, before, most| Box::pin(openings::sweep(tx, before, most)),
    ));
    let worker = worker.routine(Sweep::new(
        "deleted_announcements",
        0,
        |tx, before, most| Box::pin(announcements::sweep(tx, before, most)),
    ));
    let worker = worker.routine(Sweep::new(
        "feedback_uploads",
        feedback::UPLOADS_KEPT,
        |tx, before, most| Box::pin(feedback::sweep(tx, before, most)),
    ));
    let worker = worker.routine(Sweep::new(
        "feedback_pictures",
        feedback::PICTURES_KEPT,
        |tx, before, most| Box::pin(feedback::sweep_pictures(tx, before, most)),
    ));
    let worker = match config.audit.keep {
        0 => worker,
        keep => worker.routine(Sweep::new("audit_entries", keep, |tx, before, most| {
            Box::pin(audit::sweep(tx, before, most))
        })),
    };
    let sessions = &config.sessions;
    let of_sessions = sweeps(sessions.absolute).into_iter();
    Ok(of_sessions.fold(worker, Worker::routine))
}

/// Adds the clean-up of rows that have served their purpose.
fn with_sweeps(worker: Worker) -> Worker {
    worker
        .routine(Sweep::new("deleted_surveys", 0, |tx, before, most| {
            Box::pin(surveys::sweep(tx, before, most))
        }))
        .routine(Sweep::new(
            "waiting_answers",
            surveys::WAITING_KEPT,
            |tx, before, most| Box::pin(surveys::sweep_waiting(tx, before, most)),
        ))
        .routine(Sweep::new("jobs", 0, |tx, now, most| {
            Box::pin(jobs::sweep(tx, now, most))
        }))
        .routine(Sweep::new("limit_counters", 0, |tx, now, most| {
            Box::pin(limits::sweep(tx, now, most))
        }))
        .routine(Sweep::new(
            "answered_calls",
            limits::ANSWERS_KEPT,
            |tx, before, most| Box::pin(limits::sweep_answers(tx, before, most)),
        ))
        .routine(Sweep::new("refused_members", 0, |tx, now, most| {
            Box::pin(memberships::sweep(tx, now, most))
        }))
        .routine(Sweep::new(
            "past_absences",
            absences::KEPT,
            |tx, before, most| Box::pin(absences::sweep(tx, before, most)),
        ))
        .routine(Sweep::new(
            "page_views",
            page_views::KEPT,
            |tx, before, most| Box::pin(page_views::sweep(tx, before, most)),
        ))
        .routine(Sweep::new(
            "event_counts",
            insight::KEPT,
            |tx, before, most| Box::pin(insight::sweep(tx, before, most)),
        ))
        .routine(Sweep::new("remembered_browsers", 0, |tx, now, most| {
            Box::pin(factors::sweep(tx, now, most))
        }))
        .routine(Sweep::new(
            "account_applications",
            account_application::KEPT,
            |tx, before, most| Box::pin(account_application::sweep(tx, before, most)),
        ))
        .routine(Sweep::new(
            "registration_invitations",
            invitation::KEPT,
            |tx, before, most| Box::pin(invitation::sweep(tx, before, most)),
        ))
        .routine(Sweep::new("address_changes", 0, |tx, now, most| {
            Box::pin(address_change::sweep(tx, now, most))
        }))
        .routine(Sweep::new("former_names", 0, |tx, now, most| {
            Box::pin(deletion::sweep_names(tx, now, most))
        }))
        .routine(Sweep::new("one_time_links", 0, |tx, now, most| {
            Box::pin(one_time_links::sweep(tx, now, most))
        }))
}

/// Adds what ends answers of the assistant whose process died.
pub fn late_answers(worker: Worker, state: &AppState) -> Worker {
    worker.routine(LateAnswers {
        secrets: state.assistant.secrets().clone(),
        zone: state.zone.clone(),
    })
}

/// Adds the clean-up of chats and of their figures.
fn with_chats(worker: Worker, keep: Millis) -> Worker {
    worker
        .routine(Sweep::new("chats", keep, |tx, before, most| {
            Box::pin(chats::sweep(tx, before, most))
        }))
        .routine(Sweep::new(
            "assistant_days",
            chats::FIGURES_KEPT,
            |tx, before, most| Box::pin(chats::sweep_days(tx, before, most)),
        ))
        .routine(Sweep::new(
            "assistant_months",
            chats::FIGURES_KEPT,
            |tx, before, most| Box::pin(chats::sweep_months(tx, before, most)),
        ))
}

/// Adds what needs the state: the handlers of logout notices, and the sweep of files.
pub fn logout_notices(worker: Worker, state: &Arc<AppState>) -> Worker {
    let sender = LogoutNoticeSender::new(&state.db, &state.clients, &state.random);
    worker
        .handler(sender)
        .handler(Delivery::new(Arc::clone(state)))
        .routine(FileSweep(state.files.shelf().clone()))
}
