//! The QR code of the mini program, and the link that it leads to.

use std::sync::Arc;

use super::error::{WechatError, WechatSettingError};
use super::platform::Platform;
use super::sealed::{HANDLE, LINK};
use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::config::WechatConfig;
use crate::db::{Db, WriteTx};
use crate::directory;
use crate::keys::{Master, MasterError};
use crate::outbound::Outbound;
use crate::pages::qr_code;
use crate::random::{Random, hashed};
use crate::sessions::sso::{SessionLifetimes, SsoSession};
use crate::sessions::{activity, jtis};

/// The mini program of the settings.
pub struct MiniProgram {
    pub(super) platform: Platform,
    pub(super) db: Db,
    pub(super) master: Arc<Master>,
    pub(super) random: Random,
    /// The page of the portal on which a link works.
    link_page: String,
}

/// A way into the mini program, for one account.
pub struct Invitation {
    /// The address that opens the messaging app.
    pub openlink: String,
    /// The address as a QR code: an SVG document.
    pub qr: String,
    /// When both end.
    pub ends_at: Millis,
}

impl MiniProgram {
    /// The mini program of the settings; `None` if they name none. `issuer` is our own address.
    ///
    /// # Errors
    /// [`WechatSettingError`].
    pub fn of(
        (config, issuer): (&WechatConfig, &str),
        outbound: &Outbound,
        (db, master, random): (&Db, &Arc<Master>, &Random),
    ) -> Result<Option<Self>, WechatSettingError> {
        let platform = Platform::of(config, outbound)?;
        Ok(platform.map(|platform| Self {
            platform,
            db: db.clone(),
            master: Arc::clone(master),
            random: random.clone(),
            link_page: format!("{issuer}/account/messaging-app"),
        }))
    }

    /// The page of the mini program that links open.
    pub fn page(&self) -> &str {
        &self.platform.page
    }

    /// A handle for `session`, which stands for the platform's access token (contract C-130, F-68).
    ///
    /// # Errors
    /// None that happens; see [`Master::seal`].
    pub fn handle(&self, session: &SsoSession, now: Millis) -> Result<String, MasterError> {
        HANDLE.seal((&self.master, &self.random), &session.id, "", now)
    }

    /// Refuses a handle that is over, or not of this session.
    ///
    /// # Errors
    /// [`WechatError::Handle`].
    pub fn check(
        &self,
        handle: &str,
        session: &SsoSession,
        now: Millis,
    ) -> Result<(), WechatError> {
        let opened = HANDLE.open(&self.master, &session.id, handle, now);
        opened.map(drop).ok_or(WechatError::Handle)
    }

    /// A way into the mini program for the owner of `session` (contract C-131). The mini program opens the page that its
    /// query names as `link`.
    ///
    /// # Errors
    /// The platform or the database does not answer, or refuses.
    pub async fn invite(
        &self,
        session: &SsoSession,
        now: Millis,
    ) -> Result<Invitation, WechatError> {
        let seals = (&*self.master, &self.random);
        let link = LINK.seal(seals, &session.account_id, &session.id, now)?;
        let link = format!("{}?wechatToken={link}", self.link_page);
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("link", &link)
            .finish();
        let token = self.token(None, now).await?;
        let openlink = match self.platform.scheme(&token, &query).await {
            // Somebody else has asked the platform for another token.
            Err(WechatError::StaleToken) => {
                let token = self.token(Some(&token), now).await?;
                self.platform.scheme(&token, &query).await?
            }
            answered => answered?,
        };
        Ok(Invitation {
            qr: qr_code::svg(&openlink),
            openlink,
            ends_at: now.saturating_add(LINK.lifetime),
        })
    }

    /// Opens a link for the account: the session that asked for it, and what records its use.
    ///
    /// # Errors
    /// [`WechatError::Link`].
    pub fn open(
        &self,
        link: &str,
        account_id: &str,
        now: Millis,
    ) -> Result<OpenedLink, WechatError> {
        let opened = LINK.open(&self.master, account_id, link, now);
        let (session_id, ends_at) = opened.ok_or(WechatError::Link)?;
        Ok(OpenedLink {
            session_id,
            hash: hashed(&format!("wechat link {link}")),
            ends_at,
        })
    }
}

/// A link of the signed-in account, in time.
pub struct OpenedLink {
    session_id: String,
    hash: String,
    ends_at: Millis,
}

impl OpenedLink {
    /// Links the messaging app with the account, once, while the session that asked for the link lives.
    ///
    /// # Errors
    /// [`WechatError::Link`], or the database failed.
    pub async fn redeem(
        &self,
        tx: &mut WriteTx,
        account_id: &str,
        lifetimes: SessionLifetimes,
        audit: &AuditContext,
    ) -> Result<(), WechatError> {
        let lives = activity::is_live(tx, &self.session_id, lifetimes, audit.now).await?;
        if !lives || !jtis::see(tx, &self.hash, self.ends_at).await? {
            return Err(WechatError::Link);
        }
        Ok(directory::link_messaging_app(tx, account_id, audit).await?)
    }
}
