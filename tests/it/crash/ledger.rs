//! Records what the server acknowledged to one worker, and checks it after a restart.

use serde_json::Value;
use sqlx::{Connection as _, PgConnection, SqliteConnection};

use super::Installation;
use super::visitor::{Answer, Code, Http, Jar, Tokens, ask};

/// The results of one worker in a round: what the server confirmed, and the request that was
/// pending at the end.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Browsers whose sign-in was answered with 303 and a cookie.
    pub sessions: Vec<Jar>,
    /// Codes that were received and never used.
    pub held: Vec<Code>,
    /// Grants whose code exchange was answered.
    pub chains: Vec<Chain>,
    /// A code whose exchange was not answered.
    pub unanswered: Option<Code>,
    /// Browsers whose logout was answered, and what ended with it.
    pub left: Vec<Left>,
    /// Access tokens of sessions that continue.
    pub of_sessions: Vec<String>,
    /// Access tokens whose revocation was answered.
    pub revoked: Vec<String>,
    /// A sign-in page that was open when the server was killed, and who signs in on it.
    pub page: Option<(Answer, Jar, String)>,
    /// What the audit trail must contain.
    pub trail: Trail,
}

/// Counts of what was answered, or of what is in the audit trail.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trail {
    pub sign_ins: usize,
    /// Exchanged codes. The entries of renewals are gathered, so a kill may lose some (decision 0034).
    pub tokens: usize,
    pub revocations: usize,
    pub logouts: usize,
}

/// What ended with a session.
#[derive(Debug)]
pub struct Left {
    jar: Jar,
    codes: Vec<Code>,
    tokens: Vec<String>,
}

/// A grant: its code and its refresh tokens.
#[derive(Debug)]
pub struct Chain {
    code: Code,
    /// Refresh tokens that were exchanged for a newer one; the newest is last.
    spent: Vec<String>,
    newest: Tokens,
    /// The use of the newest token was not answered: it may be used or unused.
    pub uncertain: bool,
    revocation: Revocation,
}

/// Whether the newest refresh token was revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Revocation {
    Never,
    /// The request was not answered: the grant may be revoked or not.
    Asked,
    Answered,
}

impl Ledger {
    /// Signs in. Then gets a code, exchanges it and refreshes twice, again and again until the
    /// server dies. Revokes every second grant. A worker that `leaves` signs out after its first
    /// grant and stops.
    pub async fn fill(&mut self, http: &Http, account: &str, leaves: bool) {
        let page = http.open_sign_in("/login").await;
        let page = page.filter(|(page, _)| page.status == 200);
        self.page = page.map(|(page, jar)| (page, jar, account.to_owned()));
        let Some(jar) = self.begin(http, account).await else {
            return;
        };
        if leaves {
            self.leave(http, jar).await;
            return;
        }
        while self.grant(http, &jar).await.is_some() {}
    }

    /// Signs in and completes one grant.
    pub async fn begin(&mut self, http: &Http, account: &str) -> Option<Jar> {
        let (mut answer, mut jar) = http.sign_in(account).await?;
        // A busy server answers 503 and acknowledges nothing.
        while answer.status == 503 {
            (answer, jar) = http.sign_in(account).await?;
        }
        assert_eq!(answer.status, 303, "{}", answer.text);
        self.trail.sign_ins += 1;
        self.sessions.push(jar.clone());
        self.tokens_of_session(http, &jar).await?;
        self.grant(http, &jar).await?;
        Some(jar)
    }

    async fn leave(&mut self, http: &Http, jar: Jar) -> Option<()> {
        let id_token = self.chains.last()?.newest.id_token.clone();
        // Until the logout is answered, the session and everything that depends on it may be active
        // or ended.
        self.sessions.clear();
        let codes = std::mem::take(&mut self.held);
        let tokens = std::mem::take(&mut self.of_sessions);
        let answer = http.sign_out(&jar, &id_token).await?;
        assert!([200, 303].contains(&answer.status), "{}", answer.text);
        self.trail.logouts += 1;
        self.left.push(Left { jar, codes, tokens });
        Some(())
    }

    /// Gets two access tokens that end with the session, and revokes one of them.
    async fn tokens_of_session(&mut self, http: &Http, jar: &Jar) -> Option<()> {
        for is_revoked in [false, true] {
            let asked = ask().with("scope", "openid");
            let code = http.authorize(jar, &asked).await?.code(asked.clone());
            let token = http.exchange(&code).await?.access_token();
            if is_revoked {
                let answer = http.revoke(&token).await?;
                assert_eq!(answer.status, 200, "{}", answer.text);
                self.revoked.push(token);
            } else {
                self.of_sessions.push(token);
            }
        }
        Some(())
    }

    async fn grant(&mut self, http: &Http, jar: &Jar) -> Option<()> {
        let held = ask();
        self.held
            .push(http.authorize(jar, &held).await?.code(held.clone()));
        let asked = ask();
        let code = http.authorize(jar, &asked).await?.code(asked.clone());
        self.unanswered = Some(code.clone());
        let newest = http.exchange(&code).await?.tokens();
        self.unanswered = None;
        self.trail.tokens += 1;
        self.chains.push(Chain {
            code,
            spent: Vec::new(),
            newest,
            uncertain: false,
            revocation: Revocation::Never,
        });
        let is_second = self.chains.len().is_multiple_of(2);
        let chain = self.chains.last_mut()?;
        for _ in 0..2 {
            let token = chain.newest.refresh.clone();
            chain.uncertain = true;
            chain.newest = http.refresh(&token).await?.tokens();
            chain.uncertain = false;
            chain.spent.push(token);
        }
        if is_second {
            chain.revocation = Revocation::Asked;
            let answer = http.revoke(&chain.newest.refresh).await?;
            assert_eq!(answer.status, 200, "{}", answer.text);
            chain.revocation = Revocation::Answered;
            self.trail.revocations += 1;
        }
        Some(())
    }

    /// Checks the restarted server against every entry.
    pub async fn hold(&self, http: &Http) {
        for jar in &self.sessions {
            still_signed_in(http, jar).await;
        }
        for code in &self.held {
            let answer = http.exchange(code).await.expect("an answer");
            assert_eq!(answer.status, 200, "an unused code is lost: {answer:?}");
            refused(http, &Secret::Code(code)).await;
        }
        for Left { jar, codes, tokens } in &self.left {
            still_signed_out(http, jar).await;
            for code in codes {
                refused(http, &Secret::Code(code)).await;
            }
            are_dead(http, tokens).await;
        }
        are_dead(http, &self.revoked).await;
        for token in &self.of_sessions {
            let answer = http.userinfo(token).await.expect("an answer");
            assert_eq!(answer.status, 200, "an access token is lost: {answer:?}");
        }
        if let Some((page, jar, account)) = &self.page {
            let mut answer = http.send_password(page, account, jar).await;
            while answer.as_ref().is_some_and(|answer| answer.status == 503) {
                answer = http.send_password(page, account, jar).await;
            }
            let answer = answer.expect("an answer");
            assert_eq!(answer.status, 303, "an open page is lost: {answer:?}");
        }
        for (number, chain) in self.chains.iter().enumerate() {
            chain.hold(http, number % 2 == 0).await;
        }
        // The exchange was not acknowledged, so the code may be used or unused. It must not work
        // twice.
        if let Some(code) = &self.unanswered {
            let (status, text) = Secret::Code(code).present(http).await;
            assert!([200, 400].contains(&status), "{status} {text}");
            refused(http, &Secret::Code(code)).await;
        }
    }
}

impl Chain {
    /// Checks that the newest tokens work unless they were revoked, and that used tokens do not
    /// work. The first replay revokes the grant, so `refresh_first` says which kind of secret is
    /// replayed first.
    async fn hold(&self, http: &Http, refresh_first: bool) {
        let userinfo = http.userinfo(&self.newest.access).await.expect("an answer");
        let newest = Secret::Refresh(&self.newest.refresh);
        let (status, text) = newest.present(http).await;
        match self.revocation {
            Revocation::Never => {
                let lost = status != 200 && !(self.uncertain && status == 400);
                assert!(!lost, "the newest refresh token is lost: {status} {text}");
                let lost = userinfo.status != 200;
                assert!(!lost, "an access token is lost: {userinfo:?}");
            }
            Revocation::Asked => {
                let both = (userinfo.status, status);
                assert!([(200, 200), (401, 400)].contains(&both), "{both:?} {text}");
            }
            Revocation::Answered => {
                assert_eq!(status, 400, "a revoked token works again: {text}");
                assert_eq!(userinfo.status, 401, "its access token does: {userinfo:?}");
            }
        }
        let spent = self.spent.iter().rev();
        let mut used: Vec<Secret<'_>> = spent.map(|token| Secret::Refresh(token)).collect();
        let place = if refresh_first { used.len() } else { 0 };
        used.insert(place, Secret::Code(&self.code));
        used.push(newest);
        for secret in &used {
            refused(http, secret).await;
        }
    }
}

impl Trail {
    /// Reads the counts from an audit trail.
    pub async fn read(place: &Installation) -> Self {
        let sql = "SELECT kind, COUNT(*) FROM \
            (SELECT kind, detail FROM audit_entries UNION ALL SELECT kind, detail FROM audit_arrivals) AS log \
            WHERE detail NOT LIKE '{\"grant_type\":\"refresh_token\"%' GROUP BY kind";
        let url = place.database_url();
        let rows: Vec<(String, i64)> = if place.database.is_some() {
            let mut conn = PgConnection::connect(&url).await.unwrap();
            sqlx::query_as(sql).fetch_all(&mut conn).await.unwrap()
        } else {
            let mut conn = SqliteConnection::connect(&url).await.unwrap();
            let rows = sqlx::query_as(sql).fetch_all(&mut conn).await.unwrap();
            conn.close().await.unwrap();
            rows
        };
        let of = |kind: &str| {
            let found = rows.iter().find(|(name, _)| name == kind);
            found.map_or(0, |(_, count)| usize::try_from(*count).unwrap())
        };
        Self {
            sign_ins: of("sign_in.succeeded"),
            tokens: of("token.granted"),
            revocations: of("token.revoked"),
            logouts: of("session.ended"),
        }
    }

    /// Adds the counts of `other`.
    pub fn add(&mut self, other: Self) {
        self.sign_ins += other.sign_ins;
        self.tokens += other.tokens;
        self.revocations += other.revocations;
        self.logouts += other.logouts;
    }

    /// True if no count is lower than in `other`.
    pub fn has(&self, other: Self) -> bool {
        self.sign_ins >= other.sign_ins
            && self.tokens >= other.tokens
            && self.revocations >= other.revocations
            && self.logouts >= other.logouts
    }
}

/// A secret that works only once.
pub enum Secret<'a> {
    Code(&'a Code),
    Refresh(&'a str),
}

impl Secret<'_> {
    async fn present(&self, http: &Http) -> (u16, String) {
        let answer = match self {
            Self::Code(code) => http.exchange(code).await,
            Self::Refresh(token) => http.refresh(token).await,
        };
        let answer = answer.expect("an answer");
        (answer.status, answer.text)
    }
}

/// UserInfo refuses each of these access tokens.
async fn are_dead(http: &Http, tokens: &[String]) {
    for token in tokens {
        let answer = http.userinfo(token).await.expect("an answer");
        assert_eq!(answer.status, 401, "an ended token works again: {answer:?}");
    }
}

/// The browser of an acknowledged sign-in still gets a code without a page.
pub async fn still_signed_in(http: &Http, jar: &Jar) {
    let asked = ask();
    let answer = http.authorize(jar, &asked).await.expect("an answer");
    answer.code(asked);
}

/// The browser of an acknowledged logout gets no code without a page.
async fn still_signed_out(http: &Http, jar: &Jar) {
    let answer = http.authorize(jar, &ask()).await.expect("an answer");
    assert_eq!(answer.brought("error"), "login_required");
}

/// The token endpoint refuses it.
pub async fn refused(http: &Http, secret: &Secret<'_>) {
    let (status, text) = secret.present(http).await;
    assert_eq!(status, 400, "a used secret works again: {text}");
    let body: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(body["error"], "invalid_grant");
}
