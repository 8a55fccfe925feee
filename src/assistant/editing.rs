//! How administrators add, change, delete and test versions. A key is stored sealed for its address, is never read again, and
//! is forgotten with another address.

use std::time::Duration;

use tokio::time::timeout;

use super::assistant::Assistant;
use super::gateway::{Answering, GatewayError, Model, Part};
use super::store::versions::{self as store, VersionRow};
use super::stored_version::{
    KeyChange, LAST_OF_FILE, MOST_VERSIONS, VersionError, VersionForm, VersionStatus,
};
use super::turn::{Role, Turn, TurnState};
use super::version::{Version, millionths, of_millionths};
use crate::audit::{self, AuditContext, Change, Changes, Event, Field};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::outbound::OutboundError;

/// How long a test waits for the answer of a provider.
const TESTED_FOR: Duration = Duration::from_secs(20);
/// What a test asks.
const TEST_QUESTION: &str = "Answer with the word OK.";

/// A version, as administrators see it. Its key is never shown.
#[expect(clippy::struct_excessive_bools, reason = "the flags of a version")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownVersion {
    pub id: i64,
    pub value: String,
    pub base_url: String,
    pub has_key: bool,
    /// False if there is a key that cannot be opened, so that nobody can choose the version.
    pub is_usable: bool,
    pub model: String,
    /// Millionths of the currency for a million tokens of questions, and of answers.
    pub prices: (i64, i64),
    pub max_answer_words: i64,
    pub monthly_words: Option<i64>,
    pub position: i64,
    pub is_on: bool,
    /// The settings file declares it, and it is changed there.
    pub is_of_file: bool,
    /// 0 for one of the settings file.
    pub version: i64,
}

/// A version that was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedVersion {
    pub id: i64,
    pub version: i64,
    /// True if its key was forgotten, because its address changed.
    pub forgot_key: bool,
}

/// What a provider answered to a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tested {
    Answered,
    /// It wants another key, or any.
    Key,
    /// It knows no such model, or has nothing at this address.
    Model,
    Busy,
    /// It refused the question with this status.
    Refused(u16),
    /// What it wrote is no answer.
    Malformed,
    /// Nothing came in time.
    Silent,
    /// The address, its name or its certificate is wrong, or nobody listens there.
    NotReached,
    /// This server may not ask that address (`outbound.allow`).
    Forbidden,
    /// The stored key cannot be opened.
    Sealed,
}

impl Assistant {
    /// Every version, on or off: first the settings file, then the others in order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn shown_versions(&self, view: &mut dyn Reads) -> Result<Vec<ShownVersion>, DbError> {
        let of_file = self.of_file().iter().filter_map(shown_of_file);
        let mut all: Vec<ShownVersion> = of_file.collect();
        for row in store::all(view).await? {
            let opens = Version::of_row(row.clone(), self.secrets()).is_ok();
            all.push(ShownVersion {
                is_usable: opens && !self.is_of_file(row.id),
                ..shown(row)
            });
        }
        Ok(all)
    }

    /// Adds a version.
    ///
    /// # Errors
    /// Every fault of the form; there are too many.
    pub async fn add_version(
        &self,
        tx: &mut WriteTx,
        form: VersionForm,
        audit: &AuditContext,
    ) -> Result<SavedVersion, VersionError> {
        let form = form.trimmed();
        form.check(self.may_ask(&form.base_url))?;
        if store::all(tx).await?.len() >= MOST_VERSIONS {
            return Err(VersionError::TooMany);
        }
        let mut new = VersionRow {
            id: store::last_id(tx).await?.max(LAST_OF_FILE) + 1,
            version: 1,
            sealed_key: String::new(),
            ..row_of(&form, audit)
        };
        if let KeyChange::New(key) = &form.key {
            let secrets = self.secrets();
            new.sealed_key = secrets.seal_provider_key(&new.base_url, key.expose())?;
        }
        while !store::insert(tx, &new, self.secrets().master_id()).await? {
            new.id += 1;
        }
        let changes = changes_of(&empty(), &new).of_new();
        record(tx, &new.value, (Change::Created, changes), audit).await?;
        Ok(SavedVersion {
            id: new.id,
            version: 1,
            forgot_key: false,
        })
    }

    /// Changes the version `id`, unless it has another `version` than the caller has read; without one the last change wins.
    /// With another address its key is forgotten, unless the form has one.
    ///
    /// # Errors
    /// There is no such version, or the settings file has it; every fault of the form; somebody else changed it.
    pub async fn update_version(
        &self,
        tx: &mut WriteTx,
        (id, version): (i64, Option<i64>),
        form: VersionForm,
        audit: &AuditContext,
    ) -> Result<SavedVersion, VersionError> {
        let before = self.held(tx, id).await?;
        if version.is_some_and(|read| read != before.version) {
            let by = before.changed_by.as_deref();
            let earlier = EarlierChange::of(tx, by, before.changed_at).await?;
            return Err(VersionError::Conflict(earlier));
        }
        let form = form.trimmed();
        form.check(self.may_ask(&form.base_url))?;
        let moves = form.base_url != before.base_url;
        let sealed_key = match &form.key {
            KeyChange::New(key) => {
                let secrets = self.secrets();
                secrets.seal_provider_key(&form.base_url, key.expose())?
            }
            KeyChange::Keep if !moves => before.sealed_key.clone(),
            KeyChange::Keep | KeyChange::Remove => String::new(),
        };
        let after = VersionRow {
            id,
            version: before.version,
            sealed_key,
            ..row_of(&form, audit)
        };
        let forgot_key = matches!(form.key, KeyChange::Keep)
            && !before.sealed_key.is_empty()
            && after.sealed_key.is_empty();
        let changes = changes_of(&before, &after);
        let mut saved = SavedVersion {
            id,
            version: before.version,
            forgot_key,
        };
        if changes.is_empty() {
            return Ok(saved);
        }
        self.save(tx, &after).await?;
        let change = match (before.status, after.status) {
            (VersionStatus::Off, VersionStatus::On) => Change::Enabled,
            (VersionStatus::On, VersionStatus::Off) => Change::Disabled,
            _ => Change::Updated,
        };
        record(tx, &after.value, (change, changes), audit).await?;
        saved.version += 1;
        Ok(saved)
    }

    /// Deletes the version `id` with its key. Figures still name it, and chats stay.
    ///
    /// # Errors
    /// There is no such version, or the settings file has it.
    pub async fn delete_version(
        &self,
        tx: &mut WriteTx,
        id: i64,
        audit: &AuditContext,
    ) -> Result<(), VersionError> {
        let before = self.held(tx, id).await?;
        let after = VersionRow {
            sealed_key: String::new(),
            status: VersionStatus::Deleted,
            changed_at: audit.now,
            changed_by: audit.actor().map(str::to_owned),
            ..before.clone()
        };
        self.save(tx, &after).await?;
        let changes = changes_of(&before, &empty());
        record(tx, &before.value, (Change::Deleted, changes), audit).await
    }

    /// The version `id`, to test it, with its name; no version if its key cannot be opened.
    ///
    /// # Errors
    /// There is no such version.
    pub async fn version_to_test(
        &self,
        view: &mut dyn Reads,
        id: i64,
    ) -> Result<(String, Option<Version>), VersionError> {
        if let Some(of_file) = self.of_file().iter().find(|version| version.id == id) {
            return Ok((of_file.value.clone(), Some(of_file.clone())));
        }
        let row = store::find(view, id).await?.ok_or(VersionError::Unknown)?;
        let name = row.value.clone();
        Ok((name, Version::of_row(row, self.secrets()).ok()))
    }

    /// Asks the version a tiny question, and says what came back. It costs a few tokens, which nobody's quota pays.
    pub async fn test(&self, version: Option<Version>) -> Tested {
        let Some(version) = version else {
            return Tested::Sealed;
        };
        match timeout(TESTED_FOR, self.answer_to_test(&version)).await {
            Ok(Ok(true)) => Tested::Answered,
            Ok(Ok(false)) => Tested::Malformed,
            Ok(Err(error)) => outcome(error),
            Err(_) => Tested::Silent,
        }
    }

    /// True if the version answered with a text, or at least ended without one. It is asked with the limit of every question,
    /// because that is what a provider may refuse.
    async fn answer_to_test(&self, version: &Version) -> Result<bool, GatewayError> {
        let question = Turn {
            role: Role::User,
            content: TEST_QUESTION.to_owned(),
            state: TurnState::Whole,
            answer_id: None,
            created_at: 0,
        };
        let (parts, turns) = (self.parts(), [question]);
        let what = (turns.as_slice(), version.max_answer_words);
        let begun = Answering::begin(&parts.outbound, &version.model, what, parts.waits);
        let mut answering = begun.await?;
        while let Some(part) = answering.next().await? {
            if matches!(part, Part::Text(_) | Part::End { .. }) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_of_file(&self, id: i64) -> bool {
        self.of_file().iter().any(|version| version.id == id)
    }

    fn may_ask(&self, base_url: &str) -> bool {
        let is_plain = !base_url.contains(['?', '#']) && !base_url.contains(char::is_whitespace);
        is_plain && self.parts().outbound.check(base_url).is_ok()
    }

    async fn held(&self, tx: &mut WriteTx, id: i64) -> Result<VersionRow, VersionError> {
        if self.is_of_file(id) {
            return Err(VersionError::OfFile);
        }
        store::hold(tx, id).await?.ok_or(VersionError::Unknown)
    }

    async fn save(&self, tx: &mut WriteTx, after: &VersionRow) -> Result<(), DbError> {
        store::update(tx, after, self.secrets().master_id()).await
    }
}

/// What a failure means to somebody who sets a version up.
const fn outcome(error: GatewayError) -> Tested {
    match error {
        GatewayError::Key => Tested::Key,
        GatewayError::Busy => Tested::Busy,
        GatewayError::Status(404) => Tested::Model,
        GatewayError::Status(status) => Tested::Refused(status),
        GatewayError::TooLong => Tested::Refused(413),
        GatewayError::Reported | GatewayError::Malformed | GatewayError::Cut => Tested::Malformed,
        GatewayError::Stalled => Tested::Silent,
        GatewayError::Outbound(why) => match why {
            OutboundError::Timeout => Tested::Silent,
            OutboundError::Scheme | OutboundError::Forbidden => Tested::Forbidden,
            OutboundError::TooLong | OutboundError::Unexpected | OutboundError::Redirect => {
                Tested::Malformed
            }
            OutboundError::Address | OutboundError::Unreachable | OutboundError::Certificates => {
                Tested::NotReached
            }
        },
    }
}

/// A row with the values of the form, without its number and its key.
fn row_of(form: &VersionForm, audit: &AuditContext) -> VersionRow {
    VersionRow {
        value: form.value.clone(),
        base_url: form.base_url.clone(),
        model: form.model.clone(),
        price_in: millionths(form.prices.0),
        price_out: millionths(form.prices.1),
        max_answer_words: form.max_answer_words,
        monthly_words: form.monthly_words,
        position: form.position,
        status: if form.is_on {
            VersionStatus::On
        } else {
            VersionStatus::Off
        },
        changed_at: audit.now,
        changed_by: audit.actor().map(str::to_owned),
        ..empty()
    }
}

fn empty() -> VersionRow {
    VersionRow {
        id: 0,
        value: String::new(),
        base_url: String::new(),
        sealed_key: String::new(),
        model: String::new(),
        price_in: 0,
        price_out: 0,
        max_answer_words: 0,
        monthly_words: None,
        position: 0,
        status: VersionStatus::Off,
        version: 0,
        changed_at: 0,
        changed_by: None,
    }
}

fn shown(row: VersionRow) -> ShownVersion {
    ShownVersion {
        id: row.id,
        value: row.value,
        base_url: row.base_url,
        has_key: !row.sealed_key.is_empty(),
        is_usable: true,
        model: row.model,
        prices: (row.price_in, row.price_out),
        max_answer_words: row.max_answer_words,
        monthly_words: row.monthly_words,
        position: row.position,
        is_on: row.status == VersionStatus::On,
        is_of_file: false,
        version: row.version,
    }
}

fn shown_of_file(version: &Version) -> Option<ShownVersion> {
    let Model::Provider {
        base_url,
        key,
        name,
    } = &version.model
    else {
        return None;
    };
    Some(ShownVersion {
        id: version.id,
        value: version.value.clone(),
        base_url: base_url.clone(),
        has_key: key.is_some(),
        is_usable: true,
        model: name.clone(),
        prices: version.prices,
        max_answer_words: version.max_answer_words,
        monthly_words: version.monthly_words,
        position: 0,
        is_on: true,
        is_of_file: true,
        version: 0,
    })
}

/// What an audit entry says about a change of a version. It never has a key.
fn changes_of(before: &VersionRow, after: &VersionRow) -> Changes {
    let prices = |row: &VersionRow| [row.price_in, row.price_out].map(of_millionths);
    let ([in_before, out_before], [in_after, out_after]) = (prices(before), prices(after));
    let is_on = |row: &VersionRow| match row.status {
        VersionStatus::On => "on",
        VersionStatus::Off | VersionStatus::Deleted => "off",
    };
    Changes::default()
        .note(Field::recorded("name"), &before.value, &after.value)
        .note(
            Field::recorded("base_url"),
            &before.base_url,
            &after.base_url,
        )
        .note(
            Field::hidden("api_key"),
            &before.sealed_key,
            &after.sealed_key,
        )
        .note(Field::recorded("model"), &before.model, &after.model)
        .note(Field::recorded("price_in"), &in_before, &in_after)
        .note(Field::recorded("price_out"), &out_before, &out_after)
        .note(
            Field::recorded("max_answer_words"),
            &before.max_answer_words,
            &after.max_answer_words,
        )
        .note(
            Field::recorded("monthly_words"),
            &before.monthly_words,
            &after.monthly_words,
        )
        .note(
            Field::recorded("position"),
            &before.position,
            &after.position,
        )
        .note(Field::recorded("status"), is_on(before), is_on(after))
}

async fn record(
    tx: &mut WriteTx,
    version: &str,
    (change, changes): (Change, Changes),
    audit: &AuditContext,
) -> Result<(), VersionError> {
    let event = Event::AssistantVersionChanged {
        version: version.to_owned(),
        change,
        changes,
    };
    Ok(audit::record(tx, &audit.entry(event)).await?)
}

/// Records that somebody tests the version with this name.
///
/// # Errors
/// The database failed.
pub async fn record_test(
    tx: &mut WriteTx,
    version: String,
    audit: &AuditContext,
) -> Result<(), VersionError> {
    let event = Event::AssistantVersionTested { version };
    Ok(audit::record(tx, &audit.entry(event)).await?)
}
