//! The platform's access token: fetched once for all processes, stored sealed, renewed before its end.

use std::time::Duration;

use zeroize::Zeroizing;

use super::error::WechatError;
use super::mini_program::MiniProgram;
use super::platform::Granted;
use super::store;
use crate::clock::{MINUTE, Millis, SECOND};
use crate::db::{DbError, installation};

/// What the token is sealed for.
const STORED: &str = "wechat access token";
/// The platform has a new token this long before the end of the old one.
const RENEWED_BEFORE: Millis = 5 * MINUTE;
/// Who has this lease fetches the token.
const LEASE: &str = "wechat access token";
/// Longer than a request to the platform may take.
const LEASE_FOR: Millis = 15 * SECOND;
/// How often, and how many times, the others look for what is being fetched.
const LOOK_EVERY: Duration = Duration::from_millis(250);
const LOOKS: u32 = 48;

impl MiniProgram {
    /// The access token; not `stale`, which the platform has refused.
    ///
    /// # Errors
    /// The platform or the database does not answer.
    pub(super) async fn token(
        &self,
        stale: Option<&str>,
        now: Millis,
    ) -> Result<Zeroizing<String>, WechatError> {
        let holder = self.random.uuid_v4().to_string();
        for _ in 0..LOOKS {
            if let Some(token) = self.kept(stale, now).await? {
                return Ok(token);
            }
            if self.take_lease(&holder, now).await? {
                let token = self.kept_or_fetched(stale, now).await;
                self.drop_lease(holder).await?;
                return token;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Err(WechatError::Busy)
    }

    /// Another process may have finished between our look and our lease.
    async fn kept_or_fetched(
        &self,
        stale: Option<&str>,
        now: Millis,
    ) -> Result<Zeroizing<String>, WechatError> {
        match self.kept(stale, now).await? {
            Some(token) => Ok(token),
            None => self.fetch(now).await,
        }
    }

    async fn kept(
        &self,
        stale: Option<&str>,
        now: Millis,
    ) -> Result<Option<Zeroizing<String>>, DbError> {
        let app_id = &self.platform.app_id;
        let found = store::find(&mut self.db.read().await?, app_id).await?;
        let current = found.filter(|(_, ends_at)| now < ends_at - RENEWED_BEFORE);
        // A token that another master secret sealed is fetched again.
        let opened = current.and_then(|(sealed, _)| {
            let opened = self.master.open(STORED, app_id, &sealed).ok()?;
            String::from_utf8(opened.to_vec()).ok().map(Zeroizing::new)
        });
        Ok(opened.filter(|token| stale != Some(token.as_str())))
    }

    async fn fetch(&self, now: Millis) -> Result<Zeroizing<String>, WechatError> {
        let Granted { token, lifetime } = self.platform.token().await?;
        let app_id = self.platform.app_id.clone();
        let sealed = self
            .master
            .seal(STORED, &app_id, token.as_bytes(), &self.random)?;
        let ends_at = now.saturating_add(lifetime);
        let kept = self.db.write(move |tx| {
            Box::pin(async move { store::keep(tx, &app_id, &sealed, ends_at).await })
        });
        kept.await?;
        Ok(token)
    }

    async fn take_lease(&self, holder: &str, now: Millis) -> Result<bool, DbError> {
        let holder = holder.to_owned();
        let until = now.saturating_add(LEASE_FOR);
        self.db
            .write(move |tx| {
                Box::pin(
                    async move { installation::take_lease(tx, LEASE, &holder, until, now).await },
                )
            })
            .await
    }

    async fn drop_lease(&self, holder: String) -> Result<(), DbError> {
        self.db
            .write(move |tx| {
                Box::pin(async move { installation::drop_lease(tx, LEASE, &holder).await })
            })
            .await
    }
}
