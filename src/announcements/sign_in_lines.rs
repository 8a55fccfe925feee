//! The lines of the sign-in pages, in memory: a page reads no database for them.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::store::announcements::{TOPIC, lines};
use crate::clock::Clock;
use crate::db::feed::ChangeFeed;
use crate::db::{Db, DbError};
use crate::pages::notices::{Notice, Notices};

/// Puts the lines of announcements onto the sign-in pages; cheap to clone.
#[derive(Clone)]
pub struct SignInLines(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    notices: Notices,
    /// Only one reload at a time, so that an older state never replaces a newer one.
    reading: tokio::sync::Mutex<()>,
}

impl SignInLines {
    /// `notices` are what the pages show.
    pub fn of(db: &Db, clock: &Clock, notices: &Notices) -> Self {
        Self(Arc::new(Inner {
            db: db.clone(),
            clock: clock.clone(),
            notices: notices.clone(),
            reading: tokio::sync::Mutex::default(),
        }))
    }

    /// Reads the lines. Call it after committing a change, so that this process shows the change at once.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reload(&self) -> Result<(), DbError> {
        let _one_at_a_time = self.0.reading.lock().await;
        let now = self.0.clock.now();
        let lines = lines(&mut self.0.db.read().await?, now).await?;
        let notices = lines.into_iter().map(|line| Notice {
            text: line.text,
            text_zh: line.text_zh,
            from: line.begins_at,
            until: line.ends_at,
        });
        self.0.notices.replace(notices.collect());
        Ok(())
    }

    /// Reloads on changes by other processes, until `stop`.
    pub async fn follow(&self, changes: &ChangeFeed, stop: CancellationToken) {
        changes.follow(TOPIC, stop, || self.reload()).await;
    }
}

impl std::fmt::Debug for SignInLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SignInLines({:?})", self.0.notices)
    }
}
