//! What the server has acknowledged to one worker of a load, and the questions that hold it to it.

use serde_json::Value;
use sqlx::{Connection as _, SqliteConnection};

use super::Installation;
use super::visitor::{Code, Http, Jar, Tokens, ask};

/// One worker's book of a round: only what an answer confirmed, and what was under way at the end.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Browsers whose sign-in was answered with 303 and a cookie.
    pub sessions: Vec<Jar>,
    /// Codes that were received and never presented.
    pub held: Vec<Code>,
    /// Grants whose exchange was answered.
    pub chains: Vec<Chain>,
    /// A code whose exchange was not answered.
    pub unanswered: Option<Code>,
    /// Browsers whose logout was answered, and the codes that they had not presented.
    pub left: Vec<(Jar, Vec<Code>)>,
    /// What the audit trail has to have.
    pub trail: Trail,
}

/// How often each kind of thing was answered, or stands in the audit trail.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trail {
    pub sign_ins: usize,
    pub tokens: usize,
    pub revocations: usize,
    pub logouts: usize,
}

/// One grant: the code it came of, and its refresh tokens.
#[derive(Debug)]
pub struct Chain {
    code: Code,
    /// Refresh tokens that were answered with a newer one, the last at the end.
    spent: Vec<String>,
    newest: Tokens,
    /// The use of the newest was not answered: it may be spent or not.
    pub uncertain: bool,
    revocation: Revocation,
}

/// Whether the newest refresh token was given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Revocation {
    Never,
    /// It was not answered: the grant may live or not.
    Asked,
    Answered,
}

impl Ledger {
    /// Signs in, then loops over code, tokens and two refreshes until the server is gone; every second
    /// grant is given back. Who `leaves` signs out after the first grant and is done: a sign-in that a
    /// kill cuts off is a failure of the account, and a few of these delay it.
    pub async fn fill(&mut self, http: &Http, account: &str, leaves: bool) {
        let Some(jar) = self.begin(http, account).await else {
            return;
        };
        if leaves {
            self.leave(http, jar).await;
            return;
        }
        while self.grant(http, &jar).await.is_some() {}
    }

    /// Signs in and goes through one grant.
    pub async fn begin(&mut self, http: &Http, account: &str) -> Option<Jar> {
        let (mut answer, mut jar) = http.sign_in(account).await?;
        // A server that has too much to do says so, and acknowledges nothing.
        while answer.status == 503 {
            (answer, jar) = http.sign_in(account).await?;
        }
        assert_eq!(answer.status, 303, "{}", answer.text);
        self.trail.sign_ins += 1;
        self.sessions.push(jar.clone());
        self.grant(http, &jar).await?;
        Some(jar)
    }

    async fn leave(&mut self, http: &Http, jar: Jar) -> Option<()> {
        let id_token = self.chains.last()?.newest.id_token.clone();
        // Until the answer is there, what hangs off the session is neither alive nor dead.
        self.sessions.clear();
        let held = std::mem::take(&mut self.held);
        let answer = http.sign_out(&jar, &id_token).await?;
        assert!([200, 303].contains(&answer.status), "{}", answer.text);
        self.trail.logouts += 1;
        self.left.push((jar, held));
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
            self.trail.tokens += 1;
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

    /// Holds the restarted server to every line of the book.
    pub async fn hold(&self, http: &Http) {
        for jar in &self.sessions {
            still_signed_in(http, jar).await;
        }
        for code in &self.held {
            let answer = http.exchange(code).await.expect("an answer");
            assert_eq!(answer.status, 200, "an unused code is lost: {answer:?}");
            refused(http, &Secret::Code(code)).await;
        }
        for (jar, codes) in &self.left {
            still_signed_out(http, jar).await;
            for code in codes {
                refused(http, &Secret::Code(code)).await;
            }
        }
        for (number, chain) in self.chains.iter().enumerate() {
            chain.hold(http, number % 2 == 0).await;
        }
        // Not acknowledged, so either may be true; but never twice.
        if let Some(code) = &self.unanswered {
            let (status, text) = Secret::Code(code).present(http).await;
            assert!([200, 400].contains(&status), "{status} {text}");
            refused(http, &Secret::Code(code)).await;
        }
    }
}

impl Chain {
    /// The newest tokens work, unless they were given back, and then nothing that was used before does.
    /// The first replay revokes the grant, so which of the two replays finds it alive differs from chain
    /// to chain.
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
    /// Of an audit trail.
    pub async fn read(place: &Installation) -> Self {
        let url = place.database_url();
        let mut conn = SqliteConnection::connect(&url).await.unwrap();
        let sql = "SELECT kind, COUNT(*) FROM audit_entries GROUP BY kind";
        let rows: Vec<(String, i64)> = sqlx::query_as(sql).fetch_all(&mut conn).await.unwrap();
        conn.close().await.unwrap();
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

    /// Adds what another one has.
    pub fn add(&mut self, other: Self) {
        self.sign_ins += other.sign_ins;
        self.tokens += other.tokens;
        self.revocations += other.revocations;
        self.logouts += other.logouts;
    }

    /// True when nothing of `other` is missing.
    pub fn has(&self, other: Self) -> bool {
        self.sign_ins >= other.sign_ins
            && self.tokens >= other.tokens
            && self.revocations >= other.revocations
            && self.logouts >= other.logouts
    }
}

/// Something that is good for one use.
enum Secret<'a> {
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

async fn refused(http: &Http, secret: &Secret<'_>) {
    let (status, text) = secret.present(http).await;
    assert_eq!(status, 400, "a used secret works again: {text}");
    let body: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(body["error"], "invalid_grant");
}
