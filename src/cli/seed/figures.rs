//! What was counted in the weeks before the demo began, and in the year before the rows for measurements.

use std::ops::Range;

use jiff::tz::TimeZone;

use super::error::SeedError;
use super::scale::people::below;
use super::scale::rows::{number, text};
use super::stage::Stage;
use crate::clock::{HOUR, Millis};
use crate::days::{day_began, in_days};
use crate::db::bulk::{self, BulkRow};
use crate::db::{DbError, WriteTx};
use crate::insight::Figure;

/// How many days the demo goes back. Today's are those that really happen.
pub const DAYS: i64 = 28;
/// The applications of the demo with how often they are opened on a day.
const OPENED: [(i64, i64); 12] = [
    (6, 38),
    (12, 31),
    (4, 24),
    (5, 19),
    (11, 14),
    (9, 12),
    (14, 9),
    (21, 8),
    (13, 7),
    (15, 5),
    (7, 4),
    (3, 3),
];
/// The groups of the demo with how many requests each decides in ten days.
const DECIDED: [(&str, i64); 3] = [("brand-team", 9), ("media-team", 6), ("client-services", 4)];
const COLUMNS: &[&str] = &["kind", "span", "thing", "at", "part", "many"];
/// The hours in which people work.
const HOURS: Range<i64> = 8..19;
/// How people sign in, and why they are refused, with their share of a thousand people.
const METHODS: [(&str, i64); 4] = [
    ("password", 420),
    ("password_and_code", 230),
    ("passkey", 140),
    ("corporate", 260),
];
const REASONS: [(&str, i64); 5] = [
    ("wrong_password", 60),
    ("unknown_account", 18),
    ("wrong_code", 14),
    ("no_access", 11),
    ("too_many", 6),
];
/// How long requests wait: the part, its share of ten, and the minutes.
const WAITS: [(&str, i64, i64); 4] = [
    ("hour", 2, 30),
    ("day", 5, 7 * 60),
    ("three_days", 2, 40 * 60),
    ("week", 1, 100 * 60),
];

/// Counts of some days.
pub struct Past<'a> {
    pub zone: &'a TimeZone,
    pub now: Millis,
    /// How many days ago.
    pub days: Range<i64>,
    /// How many people sign in on a working day.
    pub people: i64,
    /// The products with how often they are opened on a working day.
    pub opened: Vec<(i64, i64)>,
}

/// The four weeks of the demo.
pub async fn write(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let past = Past {
        zone: &stage.zone,
        now: stage.audit.now,
        days: 1..DAYS,
        people: 34,
        opened: OPENED.to_vec(),
    };
    Ok(put(tx, &past, &DECIDED).await?)
}

/// Writes counts as the server would have, with the requests that these groups decide in ten days.
///
/// # Errors
/// The database failed.
pub async fn put(
    tx: &mut WriteTx,
    past: &Past<'_>,
    decided: &[(&str, i64)],
) -> Result<(), DbError> {
    let mut rows = Vec::new();
    for ago in past.days.clone() {
        let day = in_days(past.now, -ago, past.zone);
        let at = day_began(day, past.zone);
        // Saturdays and Sundays are quiet, and no day is like another.
        let share = match day.weekday().to_monday_one_offset() {
            6 | 7 => 18,
            _ => 82 + below(ago, 201, 30),
        };
        of_people(&mut rows, past, (ago, at, share));
        of_things(&mut rows, past, (ago, at, share), decided);
    }
    bulk::insert(tx, "event_counts", COLUMNS, rows).await
}

/// Sign-ins, refusals and active people: by the hour, and their sum by the day.
fn of_people(rows: &mut Vec<BulkRow>, past: &Past<'_>, (ago, at, share): (i64, Millis, i64)) {
    let mut add = |figure: Figure, part: &'static str, a_day: i64| {
        let mut sum = 0;
        for hour in HOURS {
            // The morning has most of them.
            let weight = if hour < 11 { 180 } else { 60 };
            let noise = 60 + below(ago * 24 + hour, a_day, 80);
            let many = (a_day * weight * noise + 50_000) / 100_000;
            if many > 0 {
                sum += many;
                rows.push(row((figure, 0, ""), at + hour * HOUR, (part, many)));
            }
        }
        if sum > 0 {
            rows.push(row((figure, 1, ""), at, (part, sum)));
        }
    };
    let people = past.people * share / 100;
    for (part, of_1000) in METHODS {
        add(Figure::SignIns, part, people * of_1000 / 1_000 + 1);
    }
    for (part, of_1000) in REASONS {
        add(
            Figure::Refusals,
            part,
            people * of_1000 / 1_000 + below(ago, of_1000, 3),
        );
    }
    add(Figure::Active, "", people);
}

/// What is kept by the day alone.
fn of_things(
    rows: &mut Vec<BulkRow>,
    past: &Past<'_>,
    (ago, at, share): (i64, Millis, i64),
    decided: &[(&str, i64)],
) {
    let mut add = |figure: Figure, subject: &str, part: &'static str, many: i64| {
        if many > 0 {
            rows.push(row((figure, 1, subject), at, (part, many)));
        }
    };
    for (product, a_day) in &past.opened {
        let many = a_day * share * (70 + below(ago, *product, 60)) / 10_000;
        add(Figure::Opened, &product.to_string(), "", many);
    }
    let mut all = [0; WAITS.len()];
    for (group, in_ten_days) in decided {
        let mut waited = 0;
        for (sum, (part, of_ten, minutes)) in all.iter_mut().zip(WAITS) {
            let salt = of_ten + *in_ten_days + minutes;
            let many = i64::from(below(ago, salt, 100) < of_ten * in_ten_days);
            *sum += many;
            waited += many * minutes;
            add(Figure::Decided, group, part, many);
        }
        add(Figure::DecidedMinutes, group, "", waited);
    }
    let mut waited = 0;
    for (many, (part, _, minutes)) in all.into_iter().zip(WAITS) {
        waited += many * minutes;
        add(Figure::Decided, "", part, many);
    }
    add(Figure::DecidedMinutes, "", "", waited);
    let answers = past.people * share / 400;
    add(Figure::QueryTokens, "legacy-demo", "", share / 12);
    add(
        Figure::FailedMail,
        "",
        "",
        i64::from(below(ago, 202, 9) == 0),
    );
    add(Figure::AssistantAnswers, "", "", answers);
    add(Figure::AssistantWords, "", "", answers * 260);
    add(Figure::AssistantCost, "", "", answers * 3_100);
}

fn row(
    (figure, span, subject): (Figure, i64, &str),
    at: Millis,
    (part, many): (&'static str, i64),
) -> BulkRow {
    vec![
        text(figure.as_str()),
        number(span),
        text(subject),
        number(at),
        text(part),
        number(many),
    ]
}
