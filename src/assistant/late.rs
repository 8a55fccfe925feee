//! Ends the answers of processes that died, so that what they held of a quota is free again.

use std::time::Duration;

use async_trait::async_trait;
use jiff::tz::TimeZone;

use super::answers;
use super::error::ChatError;
use super::secrets::AssistantSecrets;
use crate::clock::Millis;
use crate::days::begin_of_day;
use crate::db::{Db, DbError};
use crate::jobs::Routine;

/// The most answers of one write.
const MOST: i64 = 50;

/// The most pieces without an answer that are deleted at a time.
const MOST_PIECES: i64 = 1_000;

/// The routine.
#[derive(Debug)]
pub struct LateAnswers {
    pub secrets: AssistantSecrets,
    pub zone: TimeZone,
}

#[async_trait]
impl Routine for LateAnswers {
    fn name(&self) -> &'static str {
        "late_answers"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(30)
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        let day_at = begin_of_day(now, 0, &self.zone);
        loop {
            let secrets = self.secrets.clone();
            let ended = db.write::<_, ChatError, _>(move |tx| {
                Box::pin(
                    async move { answers::end_all_late(tx, now, MOST, (&secrets, day_at)).await },
                )
            });
            match ended.await {
                Ok(ended) if ended < MOST.cast_unsigned() => break,
                Ok(_) => {}
                Err(ChatError::Db(error)) => return Err(error),
                Err(error) => {
                    tracing::error!(%error, "answers that were cut cannot be ended");
                    break;
                }
            }
        }
        let swept =
            db.write::<_, DbError, _>(|tx| Box::pin(answers::sweep_pieces(tx, MOST_PIECES)));
        swept.await.map(drop)
    }
}
