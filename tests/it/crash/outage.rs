//! PostgreSQL stopped and started while people sign in and applications renew their tokens.

use std::cell::Cell;
use std::time::{Duration, Instant};

use futures_util::future::join_all;

use super::Installation;
use super::postgres::Cluster;
use super::visitor::{Answer, Http, Jar, ask};

/// Workers of the load.
const WORKERS: usize = 6;
/// A request that finds no database may wait for the pool (3 s) and a little more.
const LONGEST: Duration = Duration::from_secs(5);
/// How long the database is away.
const AWAY: Duration = Duration::from_secs(7);

/// What the database is to the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It is up, and every request succeeds.
    Up,
    /// It is being stopped or started: success or 503.
    Changing,
    /// It is down: nothing that needs it succeeds.
    Down,
    /// The load ends.
    Over,
}

/// "PostgreSQL stopped and started under load: clear 503s, then recovery by itself."
#[tokio::test]
async fn postgres_away_is_503_and_it_recovers_by_itself() {
    let mut cluster = Cluster::start_new().await;
    let place = Installation::new(Some(cluster.url()));
    let http = Http::new(place.url());
    let mut server = place.start(&http).await;
    let (signed_in, jar) = http.sign_in("DanMember").await.expect("an answer");
    assert_eq!(signed_in.status, 303, "{}", signed_in.text);
    let phase = Cell::new(Phase::Up);
    let load = join_all((0..WORKERS).map(|number| work(&http, &jar, &phase, number)));
    let events = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        phase.set(Phase::Changing);
        cluster.stop().await;
        phase.set(Phase::Down);
        tokio::time::sleep(AWAY).await;
        let ready = http.get("/readyz").await.expect("an answer");
        let alive = http.get("/healthz").await.expect("an answer");
        assert_eq!((ready.status, alive.status), (503, 200));
        phase.set(Phase::Changing);
        cluster.start().await;
        let back = recovered(&http, &jar).await;
        phase.set(Phase::Up);
        tokio::time::sleep(Duration::from_secs(1)).await;
        phase.set(Phase::Over);
        back
    };
    let (seen, back) = tokio::join!(load, events);
    let mut all = Seen::default();
    for seen in seen {
        all.add(&seen);
    }
    println!("back after {back:?}: {all:?}");
    assert!(server.lives(), "it is the same process: {}", place.log());
    assert!(all.refused > WORKERS && all.done > WORKERS, "{all:?}");
}

/// Waits until a whole grant goes through; answers how long that took.
async fn recovered(http: &Http, jar: &Jar) -> Duration {
    let began = Instant::now();
    loop {
        let answer = http.authorize(jar, &ask()).await.expect("an answer");
        if answer.status == 303 {
            return began.elapsed();
        }
        assert_eq!(answer.status, 503, "{}", answer.text);
        assert!(began.elapsed() < Duration::from_secs(10), "{answer:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// What one worker, or all of them, saw.
#[derive(Debug, Default)]
struct Seen {
    done: usize,
    refused: usize,
    slowest: Duration,
}

impl Seen {
    fn add(&mut self, other: &Self) {
        self.done += other.done;
        self.refused += other.refused;
        self.slowest = self.slowest.max(other.slowest);
    }

    /// Judges the answer to `what`, which was asked in phase `before`; gives it back when it was
    /// done as `success` says.
    async fn judge(
        &mut self,
        what: &str,
        success: u16,
        phase: &Cell<Phase>,
        request: impl Future<Output = Option<Answer>>,
    ) -> Option<Answer> {
        let (before, began) = (phase.get(), Instant::now());
        let answer = request.await;
        let answer = answer.unwrap_or_else(|| panic!("{what}: no answer"));
        let (took, after) = (began.elapsed(), phase.get());
        assert!(took < LONGEST, "{what} took {took:?}: {answer:?}");
        self.slowest = self.slowest.max(took);
        if answer.status == 503 {
            let steady = before == Phase::Up && after == Phase::Up;
            assert!(!steady, "{what} beside a good database: {answer:?}");
            assert!(answer.retry_after().is_some(), "{what}: {answer:?}");
            self.refused += 1;
            return None;
        }
        assert_eq!(answer.status, success, "{what} in {before:?}: {answer:?}");
        assert_ne!((before, after), (Phase::Down, Phase::Down), "{what}");
        self.done += 1;
        Some(answer)
    }
}

/// Signs in, gets a code, exchanges it, uses the access token and renews, again and again.
async fn work(http: &Http, jar: &Jar, phase: &Cell<Phase>, number: usize) -> Seen {
    let mut seen = Seen::default();
    while phase.get() != Phase::Over {
        if number == 0 {
            let entering = async { http.sign_in("ChloeManager").await.map(|found| found.0) };
            seen.judge("sign-in", 303, phase, entering).await;
        } else {
            grant(&mut seen, http, jar, phase).await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    seen
}

async fn grant(seen: &mut Seen, http: &Http, jar: &Jar, phase: &Cell<Phase>) -> Option<()> {
    let asked = ask();
    let authorized = seen.judge("authorize", 303, phase, http.authorize(jar, &asked));
    let code = authorized.await?.code(asked);
    let exchanged = seen.judge("exchange", 200, phase, http.exchange(&code));
    let mut tokens = exchanged.await?.tokens();
    // A chain that an outage cuts is followed on: its next uses are the ones that meet it.
    for _ in 0..5 {
        let used = seen.judge("userinfo", 200, phase, http.userinfo(&tokens.access));
        used.await;
        let renewed = seen.judge("refresh", 200, phase, http.refresh(&tokens.refresh));
        tokens = renewed.await?.tokens();
    }
    Some(())
}
