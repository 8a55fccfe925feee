//! Two processes of one server on PostgreSQL. `ATRIUM_TEST_OTHER_VERSION` names the binary of the second process, for a
//! rolling update from an older version. That process creates the database and starts first, because it refuses unknown
//! tables. So the kill test, which starts it again, needs a version with the same migrations.

use std::process::Command;

use futures_util::future::join_all;

use super::kill::nothing_is_lost;
use super::ledger::{Secret, refused};
use super::visitor::{Answer, Http, Jar, Tokens, ask};
use super::{Installation, Running, free_port};
use crate::support::{binary, database, program};

const KILLS: usize = 8;
/// How many requests are sent at once.
const AT_ONCE: usize = 8;

/// A server of two processes.
struct Processes {
    place: Installation,
    ports: [u16; 2],
    addresses: [String; 2],
}

impl Processes {
    /// An installation without a running process; `None` without PostgreSQL.
    async fn new() -> Option<Self> {
        let place = match other_version() {
            Some(program) => {
                Installation::made_by(program, Some(database::empty_postgres().await?))
            }
            None => Installation::new(Some(database::postgres_if_available().await?.url)),
        };
        let mut others = std::iter::repeat_with(free_port);
        let other = others.find(|port| *port != place.port)?;
        let ports = [place.port, other];
        let addresses = ports.map(|port| format!("http://127.0.0.1:{port}"));
        Some(Self {
            place,
            ports,
            addresses,
        })
    }

    /// A client whose requests go to the two processes in turns.
    fn http(&self) -> Http {
        Http::of_processes(self.place.url(), &self.addresses)
    }

    async fn start(&self, process: usize) -> Running {
        let http = Http::new(self.addresses[process].clone());
        let other = other_version().filter(|_| process == 1);
        let program = other.unwrap_or_else(binary);
        let port = self.ports[process];
        self.place.start_beside(&http, program, port).await
    }
}

/// The program of the second process, if it is another one.
fn other_version() -> Option<Command> {
    std::env::var_os("ATRIUM_TEST_OTHER_VERSION").map(program)
}

/// Each request of a person goes to the other process than the one before. What one process acknowledged is valid at
/// both after a kill, and no code or refresh token works twice.
#[tokio::test]
async fn two_processes_lose_nothing_acknowledged_by_sigkill() {
    let Some(processes) = Processes::new().await else {
        return;
    };
    let start = async |process: usize| processes.start(process).await;
    nothing_is_lost(&processes.place, (2, KILLS), || processes.http(), start).await;
}

/// Attacks 25 and 26: one of two simultaneous requests at two processes wins, and both know it.
#[tokio::test]
async fn of_parallel_requests_to_two_processes_one_wins() {
    let Some(processes) = Processes::new().await else {
        return;
    };
    let _running = [processes.start(1).await, processes.start(0).await];
    let http = processes.http();
    let jar = one_form_is_sent_often(&http).await;
    for _ in 0..3 {
        one_code_is_exchanged_often(&http, &jar).await;
        one_token_is_refreshed_often(&http, &jar).await;
        a_grant_is_renewed_and_revoked(&http, &jar).await;
        many_grants_are_renewed(&http, &jar).await;
    }
}

/// Sends requests at the same time, in turns to the processes.
async fn at_once<A: Future<Output = Option<Answer>>>(
    count: usize,
    request: impl Fn(usize) -> A,
) -> Vec<Answer> {
    let answers = join_all((0..count).map(request)).await;
    let answers: Option<Vec<Answer>> = answers.into_iter().collect();
    answers.expect("an answer to each")
}

/// A sign-in form that is sent several times proves one flow. Returns the browser, which is signed in.
async fn one_form_is_sent_often(http: &Http) -> Jar {
    let asked = ask().without("prompt");
    let (page, mut jar) = http.open_sign_in(&asked.url()).await.unwrap();
    let answers = at_once(AT_ONCE, |_| http.send_password(&page, "DanMember", &jar)).await;
    let target = answers[0].header("location").to_owned();
    assert!(target.starts_with("/oauth2/authorize/resume?flow="));
    for answer in &answers {
        assert_eq!((answer.status, answer.header("location")), (303, &*target));
    }
    // A form that arrives after the row exists only leads on.
    let proved = answers
        .iter()
        .find(|answer| !answer.header("set-cookie").is_empty());
    jar.keep(proved.expect("a session"));
    let resumed = http.browse(&target, &mut jar).await.unwrap();
    assert!(!resumed.brought("code").is_empty());
    jar
}

async fn granted(http: &Http, jar: &Jar) -> Tokens {
    let asked = ask();
    let code = http.authorize(jar, &asked).await.unwrap().code(asked);
    http.exchange(&code).await.unwrap().tokens()
}

/// The tokens of the only answer that has some.
fn only_winner(answers: &[Answer]) -> Tokens {
    let (won, lost): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!(won.len(), 1, "{answers:?}");
    for answer in lost {
        assert_eq!(answer.status, 400, "{answer:?}");
        assert!(answer.text.contains("invalid_grant"), "{answer:?}");
    }
    won[0].tokens()
}

/// Both processes refuse everything of this grant.
async fn is_dead(http: &Http, tokens: &Tokens) {
    for _ in 0..2 {
        let userinfo = http.userinfo(&tokens.access).await.unwrap();
        assert_eq!(userinfo.status, 401, "{userinfo:?}");
    }
    for _ in 0..2 {
        refused(http, &Secret::Refresh(&tokens.refresh)).await;
    }
}

/// Attack 25: the replays revoke what the winner got.
async fn one_code_is_exchanged_often(http: &Http, jar: &Jar) {
    let asked = ask();
    let code = http.authorize(jar, &asked).await.unwrap().code(asked);
    let answers = at_once(AT_ONCE, |_| http.exchange(&code)).await;
    is_dead(http, &only_winner(&answers)).await;
}

/// Attack 26: the second use of a refresh token revokes its grant.
async fn one_token_is_refreshed_often(http: &Http, jar: &Jar) {
    let tokens = granted(http, jar).await;
    let answers = at_once(AT_ONCE, |_| http.refresh(&tokens.refresh)).await;
    is_dead(http, &only_winner(&answers)).await;
    is_dead(http, &tokens).await;
}

/// A revocation ends what a refresh at the same moment gives.
async fn a_grant_is_renewed_and_revoked(http: &Http, jar: &Jar) {
    let tokens = granted(http, jar).await;
    let (renewed, revoked) =
        tokio::join!(http.refresh(&tokens.refresh), http.revoke(&tokens.refresh));
    assert_eq!(revoked.unwrap().status, 200);
    is_dead(http, &tokens).await;
    let renewed = renewed.unwrap();
    if renewed.status == 200 {
        is_dead(http, &renewed.tokens()).await;
    } else {
        assert!(renewed.text.contains("invalid_grant"), "{renewed:?}");
    }
}

/// Renewals of different grants do not disturb each other.
async fn many_grants_are_renewed(http: &Http, jar: &Jar) {
    let granted = join_all((0..AT_ONCE).map(|_| granted(http, jar))).await;
    let answers = at_once(AT_ONCE, |at| http.refresh(&granted[at].refresh)).await;
    let renewed: Vec<Tokens> = answers.iter().map(Answer::tokens).collect();
    let answers = at_once(AT_ONCE, |at| http.userinfo(&renewed[at].access)).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    for tokens in granted {
        refused(http, &Secret::Refresh(&tokens.refresh)).await;
    }
}
