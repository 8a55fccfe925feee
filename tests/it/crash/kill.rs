//! Kills a server with SIGKILL at random moments while people sign in.

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use super::ledger::{Ledger, Trail, still_signed_in};
use super::visitor::{Http, Jar};
use super::{Installation, Running};

const PEOPLE: [&str; 4] = ["AdaSuper", "BenAdmin", "ChloeManager", "DanMember"];
const KILLS: usize = 20;
/// A busy machine acknowledges less in a round, so more rounds follow until there is enough to check.
/// The most rounds, as a multiple of the kills.
const MOST_ROUNDS: usize = 10;
/// The length of the longest round. A slow or busy machine gets longer rounds.
const LONGEST: Duration = Duration::from_secs(1);

/// SIGKILL at 20 random moments of a sign-in load on SQLite: nothing acknowledged is lost, and no code or refresh token
/// works twice. This covers sessions and tokens, their end by revocation and logout, and the audit entries.
#[tokio::test]
async fn nothing_acknowledged_is_lost_by_sigkill() {
    let place = Installation::new(None);
    let http = Http::new(place.url());
    let start = async |_| place.start(&http).await;
    nothing_is_lost(&place, (1, KILLS), || http.clone(), start).await;
}

/// Kills the processes of a server in turns, `kills` times at least, and checks after each kill what was acknowledged. `http`
/// makes a client of all processes; `start` starts one of them by its number.
pub async fn nothing_is_lost(
    place: &Installation,
    (processes, kills): (usize, usize),
    http: impl Fn() -> Http,
    start: impl AsyncFn(usize) -> Running,
) {
    let mut sessions: Vec<Jar> = Vec::new();
    let mut count = Count::default();
    let began = Instant::now();
    let mut running = Vec::new();
    for process in 0..processes {
        running.push(start(process).await);
    }
    // A round leaves time for the sign-ins and for the grants after them.
    let longest = LONGEST.max(2 * first_grants(&http()).await);
    let mut round = 0;
    while round < kills || (!count.is_enough(kills) && round < MOST_ROUNDS * kills) {
        let mut ledgers: Vec<Ledger> = PEOPLE.iter().map(|_| Ledger::default()).collect();
        let before = Trail::read(place).await;
        let workers = ledgers.iter_mut().zip(PEOPLE).enumerate();
        // In each round one person signs out. When each process was killed once, the next person follows.
        let leaver = round / processes % PEOPLE.len();
        let load = join_all(workers.map(async |(at, (ledger, account))| {
            ledger.fill(&http(), account, at == leaver).await;
        }));
        let killed = round % processes;
        // The processes are real ones, so their time cannot be moved: the kill comes at a random moment of the load.
        let moment = async {
            tokio::time::sleep(moment(longest)).await;
            running[killed].kill();
        };
        tokio::join!(load, moment);
        running[killed] = start(killed).await;
        let mut kept = before;
        for ledger in &ledgers {
            kept.add(ledger.trail);
        }
        let found = Trail::read(place).await;
        assert!(found.has(kept), "entries are lost: {found:?} of {kept:?}");
        let held = ledgers
            .iter()
            .map(async |ledger| ledger.hold(&http()).await);
        join_all(held).await;
        for ledger in ledgers {
            count.add(&ledger);
            sessions.extend(ledger.sessions);
        }
        round += 1;
    }
    for jar in &sessions {
        still_signed_in(&http(), jar).await;
    }
    println!("{round} kills in {:?}: {count:?}", began.elapsed());
    assert!(
        count.is_enough(kills),
        "the load was too thin to show anything: {count:?}"
    );
}

/// What was acknowledged in all rounds, and what was pending when the server was killed.
#[derive(Debug, Default)]
struct Count {
    sessions: usize,
    chains: usize,
    held: usize,
    pages: usize,
    revoked: usize,
    unanswered: usize,
    trail: Trail,
}

impl Count {
    fn add(&mut self, ledger: &Ledger) {
        self.sessions += ledger.sessions.len();
        self.chains += ledger.chains.len();
        self.held += ledger.held.len();
        self.pages += usize::from(ledger.page.is_some());
        self.revoked += ledger.revoked.len();
        let uncertain = ledger.chains.iter().filter(|chain| chain.uncertain);
        self.unanswered += usize::from(ledger.unanswered.is_some()) + uncertain.count();
        self.trail.add(ledger.trail);
    }

    /// True if there was enough of everything for a meaningful check of this number of kills.
    fn is_enough(&self, kills: usize) -> bool {
        let begun = [
            self.sessions,
            self.chains,
            self.held,
            self.pages,
            self.revoked,
        ];
        let ended = [self.trail.revocations, self.trail.logouts];
        begun.into_iter().all(|count| count >= kills)
            && ended.into_iter().all(|count| count >= kills / 4)
    }
}

/// How long it takes until everybody has signed in and finished a first grant.
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
