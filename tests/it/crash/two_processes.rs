//! Kills the processes of one server on PostgreSQL in turns while people sign in at both.

use std::process::Command;
use std::time::Instant;

use futures_util::future::join_all;

use super::kill::{Count, LONGEST, PEOPLE, first_grants, moment};
use super::ledger::{Ledger, Trail, still_signed_in};
use super::visitor::{Http, Jar};
use super::{Installation, free_port};
use crate::support::{binary, database};

const KILLS: usize = 8;
const MOST_KILLS: usize = 10 * KILLS;

/// The binary of the second process. `ATRIUM_TEST_OTHER_VERSION` names one of another version, as during a rolling update.
fn other_version() -> Command {
    let mut command = binary();
    if let Ok(program) = std::env::var("ATRIUM_TEST_OTHER_VERSION") {
        let mut other = Command::new(program);
        for (name, _) in command.get_envs() {
            other.env_remove(name);
        }
        command = other;
    }
    command
}

/// Issue 13, section 6: each request of a person goes to the other process than the one before. What one acknowledged stands
/// at both after a kill, and no code or refresh token works twice.
#[tokio::test]
async fn two_processes_lose_nothing_acknowledged_by_sigkill() {
    let Some(database) = database::postgres_if_available().await else {
        return;
    };
    let place = Installation::new(Some(database.url.clone()));
    let mut others = std::iter::repeat_with(free_port);
    let other = others.find(|port| *port != place.port).unwrap();
    let ports = [place.port, other];
    let addresses = ports.map(|port| format!("http://127.0.0.1:{port}"));
    let both = || Http::of_processes(place.url(), &addresses);
    let each = addresses
        .clone()
        .map(|address| Http::of_processes(place.url(), &[address]));
    let start = async |which: usize| {
        let program = [binary, other_version][which]();
        place
            .start_beside(&each[which], program, ports[which])
            .await
    };
    let mut running = [start(0).await, start(1).await];
    let mut sessions: Vec<Jar> = Vec::new();
    let mut count = Count::default();
    let began = Instant::now();
    let longest = LONGEST.max(2 * first_grants(&both()).await);
    let mut kills = 0;
    while kills < KILLS || (!count.is_enough(KILLS) && kills < MOST_KILLS) {
        let mut ledgers: Vec<Ledger> = PEOPLE.iter().map(|_| Ledger::default()).collect();
        let before = Trail::read(&place).await;
        let leaver = kills / 2 % PEOPLE.len();
        let workers = ledgers.iter_mut().zip(PEOPLE).enumerate();
        let load = join_all(workers.map(async |(at, (ledger, account))| {
            ledger.fill(&both(), account, at == leaver).await;
        }));
        let killed = &mut running[kills % 2];
        let moment = async {
            tokio::time::sleep(moment(longest)).await;
            killed.kill();
        };
        tokio::join!(load, moment);
        running[kills % 2] = start(kills % 2).await;
        let mut kept = before;
        for ledger in &ledgers {
            kept.add(ledger.trail);
        }
        let found = Trail::read(&place).await;
        assert!(found.has(kept), "entries are lost: {found:?} of {kept:?}");
        join_all(
            ledgers
                .iter()
                .map(async |ledger| ledger.hold(&both()).await),
        )
        .await;
        for ledger in ledgers {
            count.add(&ledger);
            sessions.extend(ledger.sessions);
        }
        kills += 1;
    }
    for jar in &sessions {
        still_signed_in(&both(), jar).await;
    }
    println!("{kills} kills in {:?}: {count:?}", began.elapsed());
    assert!(
        count.is_enough(KILLS),
        "the load was too thin to show anything: {count:?}"
    );
}
