//! SIGKILL at random moments of a sign-in load on SQLite.

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use super::Installation;
use super::ledger::{Ledger, still_signed_in};
use super::visitor::{Http, Jar};

const PEOPLE: [&str; 4] = ["AdaSuper", "BenAdmin", "ChloeManager", "DanMember"];
const KILLS: usize = 20;
/// Rounds end at a random moment of this time, or of longer on a machine that is slow or busy.
const LONGEST: Duration = Duration::from_secs(1);

/// "A test kills the server with SIGKILL at 20 random moments of a sign-in load on SQLite: nothing
/// acknowledged is lost, no code or refresh token works twice."
#[tokio::test]
async fn nothing_acknowledged_is_lost_by_sigkill() {
    let place = Installation::new(None);
    let http = Http::new(place.url());
    let mut sessions: Vec<Jar> = Vec::new();
    let mut count = Count::default();
    let began = Instant::now();
    let mut server = place.start(&http).await;
    // Long enough for the sign-ins and the loops after them.
    let longest = LONGEST.max(2 * first_grants(&http).await);
    for _ in 0..KILLS {
        let mut ledgers: Vec<Ledger> = PEOPLE.iter().map(|_| Ledger::default()).collect();
        let load = join_all(
            ledgers
                .iter_mut()
                .zip(PEOPLE)
                .map(|(ledger, account)| ledger.fill(&http, account)),
        );
        let moment = async {
            tokio::time::sleep(moment(longest)).await;
            server.kill();
        };
        tokio::join!(load, moment);
        server = place.start(&http).await;
        join_all(ledgers.iter().map(|ledger| ledger.hold(&http))).await;
        for ledger in ledgers {
            count.add(&ledger);
            sessions.extend(ledger.sessions);
        }
    }
    for jar in &sessions {
        still_signed_in(&http, jar).await;
    }
    println!("{KILLS} kills in {:?}: {count:?}", began.elapsed());
    assert!(
        count.sessions >= KILLS && count.chains >= KILLS && count.held >= KILLS,
        "the load was too thin to show anything: {count:?}"
    );
}

/// What was acknowledged over all rounds, and what was under way at a kill.
#[derive(Debug, Default)]
struct Count {
    sessions: usize,
    chains: usize,
    held: usize,
    unanswered: usize,
}

impl Count {
    fn add(&mut self, ledger: &Ledger) {
        self.sessions += ledger.sessions.len();
        self.chains += ledger.chains.len();
        self.held += ledger.held.len();
        let uncertain = ledger.chains.iter().filter(|chain| chain.uncertain);
        self.unanswered += usize::from(ledger.unanswered.is_some()) + uncertain.count();
    }
}

/// How long everybody takes to sign in and to come to the end of a first grant.
async fn first_grants(http: &Http) -> Duration {
    let began = Instant::now();
    let mut ledgers = PEOPLE.map(|account| (Ledger::default(), account));
    let begun = ledgers
        .iter_mut()
        .map(|(ledger, account)| ledger.begin(http, account));
    join_all(begun).await;
    began.elapsed()
}

fn moment(longest: Duration) -> Duration {
    let random = atrium::random::Random::system();
    let number = u16::from_be_bytes(random.bytes());
    longest.mul_f64(f64::from(number) / f64::from(u16::MAX))
}
