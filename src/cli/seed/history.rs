//! What happened in the two weeks before the demo began: sign-ins, launches and changes, and an email that failed.

use super::error::SeedError;
use super::people::LEFT;
use super::scale::rows::{number, text};
use super::staff::STAFF;
use super::stage::Stage;
use crate::audit::{
    self, Change, Changes, Event, Field, ObjectKind, PasswordChange, SignInRefusal,
};
use crate::db::{WriteTx, bulk};
use crate::directory::{self, Status};
use crate::mail;

/// How many days it goes back.
const DAYS: i64 = 14;

/// Writes all of it.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    for (n, (person, ..)) in (0..).zip(&STAFF) {
        for day in (1..=DAYS).rev() {
            // The colleague who left does not sign in any more, and nobody signs in on every day.
            let left = *person == LEFT && day < 5;
            if !left && (n * 7 + day * 3) % 4 != 0 {
                visit(tx, stage, (*person, n), day).await?;
            }
        }
    }
    changes(tx, stage).await?;
    failed_email(tx, stage).await
}

/// A sign-in in the morning, sometimes after a wrong password, and what was opened.
async fn visit(
    tx: &mut WriteTx,
    stage: &Stage,
    (person, n): (&str, i64),
    day: i64,
) -> Result<(), SeedError> {
    let id = stage.id(person);
    let minute = 8 * 60 + 20 + (n * 37 + day * 53) % 140;
    let typed = (n + day) % 19 == 0;
    if typed {
        let event = Event::SignInRefused {
            reason: SignInRefusal::WrongPassword,
        };
        let call = stage.call(person, "POST /login", (day, minute - 1));
        audit::record(tx, &call.entry(event).account(id)).await?;
    }
    let event = Event::SignInSucceeded {
        amr: vec!["pwd".to_owned()],
        acr: "urn:atrium:acr:password".to_owned(),
    };
    let call = stage.call(person, "POST /login", (day, minute));
    audit::record(tx, &call.entry(event).account(id)).await?;
    directory::record_sign_in(tx, id, call.now).await?;
    if (n + day) % 3 == 0 {
        let event = Event::LaunchGranted { mode: "query" };
        let call = stage.call(person, "GET /open/{id}", (day, minute + 4));
        let entry = call.entry(event).account(id).client("legacy-demo");
        audit::record(tx, &entry).await?;
    }
    if (n + day) % 5 == 0 {
        let event = Event::TokenGranted {
            grant_type: "authorization_code",
            scope: "openid profile email".to_owned(),
            format: "opaque",
            refresh_token: false,
        };
        let call = stage.call(person, "POST /oauth2/token", (day, minute + 6));
        let entry = call.entry(event).account(id).client("demo-app");
        audit::record(tx, &entry).await?;
    }
    Ok(())
}

/// A change of one field of a product or group: who, what, its id, the field with both values, and when.
type Changed = (
    &'static str,
    ObjectKind,
    &'static str,
    [&'static str; 3],
    (i64, i64),
);

#[rustfmt::skip]
const CHANGED: [Changed; 7] = [
    ("BenAdmin", ObjectKind::Product, "14", ["name", "Draft review", "Creative review"], (12, 9 * 60 + 42)),
    ("SofiaLindqvist", ObjectKind::Product, "12", ["description_zh", "按项目登记工时。", "按客户和项目登记工时，每周五截止。"], (10, 14 * 60 + 18)),
    ("BenAdmin", ObjectKind::Group, "social-desk", ["description", "Communities and creators.", "Communities, creators and listening."], (9, 10 * 60 + 5)),
    ("GraceNovak", ObjectKind::Product, "20", ["description_zh", "起草并签署合同。", "起草、签署并续签供应商合同。"], (7, 16 * 60 + 30)),
    ("BenAdmin", ObjectKind::Group, "new-business", ["admin_msg", "Pitches are confidential.", "Pitches are confidential. We answer within two days."], (6, 11 * 60 + 22)),
    ("AdaSuper", ObjectKind::Product, "21", ["link", "http://localhost:8081/tools/travel", "http://localhost:8081/tools/travel-desk"], (4, 13 * 60 + 47)),
    ("EmmaSchulz", ObjectKind::Product, "17", ["description_zh", "预订影棚。", "预订影棚、团队与设备。"], (2, 15 * 60 + 9)),
];

async fn changes(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    for (person, kind, id, [field, from, to], moment) in CHANGED {
        let changes = Changes::default().note(Field::recorded(field), from, to);
        let (call, event) = if kind == ObjectKind::Product {
            let event = Event::ProductChanged {
                id: id.to_owned(),
                change: Change::Updated,
                changes,
            };
            ("POST /api/security/admin/app/upd", event)
        } else {
            let event = Event::GroupChanged {
                change: Change::Updated,
                changes,
            };
            ("POST /api/security/admin/user-group/upd-info", event)
        };
        let entry = stage.call(person, call, moment).entry(event);
        audit::record(tx, &entry.object(kind, id)).await?;
    }
    let left = Changes::default().note(
        Field::recorded("status"),
        &Status::Enabled,
        &Status::Disabled,
    );
    let left = Event::AccountChanged {
        change: Change::Disabled,
        changes: left,
    };
    let own = Event::PasswordChanged {
        by: PasswordChange::Owner,
    };
    let seen = Event::HomeSeen {};
    let account = "POST /api/security/admin/user/upd";
    let password = "POST /api/security/user/change-password";
    for (actor, person, event, call, moment) in [
        ("AdaSuper", LEFT, left, account, (4, 17 * 60 + 30)),
        ("PriyaNair", "PriyaNair", own, password, (8, 12 * 60 + 14)),
        (
            "BenAdmin",
            "ClaraHoffmann",
            seen,
            "GET /api/security/admin/user/home",
            (3, 9 * 60 + 33),
        ),
    ] {
        let entry = stage.call(actor, call, moment).entry(event);
        audit::record(tx, &entry.account(stage.id(person))).await?;
    }
    for (person, group, event, moment) in [
        (
            "MarcoBianchi",
            "creative-studio",
            Event::MemberAdded { until: None },
            (5, 10 * 60 + 11),
        ),
        (
            LEFT,
            "client-services",
            Event::MemberRemoved {},
            (4, 17 * 60 + 34),
        ),
        (
            "RubenVisser",
            "creative-studio",
            Event::MemberAdded { until: None },
            (2, 11 * 60 + 50),
        ),
    ] {
        let actor = if person == LEFT {
            "SofiaLindqvist"
        } else {
            "EmmaSchulz"
        };
        let call = "POST /api/security/admin/user-group/add-user";
        let entry = stage.call(actor, call, moment).entry(event);
        let entry = entry.account(stage.id(person));
        audit::record(tx, &entry.object(ObjectKind::Group, group)).await?;
    }
    Ok(())
}

/// An email that the mail server of its reader refused, so that the list of jobs has something to try again.
async fn failed_email(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let call = stage.call(
        "TomasNovak",
        "POST /api/security/admin/user-group/approve",
        (8, 591),
    );
    let payload = serde_json::json!({
        "to_name": "Hannah Weber",
        "to": "hannahweber@eastgate.example",
        "language": "en-us",
        "message": "request_approved",
        "name": "Hannah Weber",
        "group": "New business",
        "ends_on": null,
        "request_id": "",
    });
    let columns = [
        "id",
        "kind",
        "payload",
        "queued_at",
        "run_at",
        "attempts",
        "lease_until",
        "last_error",
        "given_up_at",
        "given_up",
    ];
    let row = vec![
        text(call.random.uuid_v7(call.now).to_string()),
        text(mail::SEND),
        text(payload.to_string()),
        number(call.now),
        number(call.now),
        number(1),
        number(0),
        text("550 5.2.2 The mailbox is full"),
        number(call.now),
        number(1),
    ];
    Ok(bulk::insert(tx, "jobs", &columns, vec![row]).await?)
}
