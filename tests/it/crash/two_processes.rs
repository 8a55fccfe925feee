//! Kills the processes of one server on PostgreSQL in turns while people sign in at both.

use std::process::Command;

use super::kill::nothing_is_lost;
use super::visitor::Http;
use super::{Installation, free_port};
use crate::support::{binary, database, program};

const KILLS: usize = 8;

/// The binary of the second process. `ATRIUM_TEST_OTHER_VERSION` names one of another version, as during a rolling update.
fn other_version() -> Command {
    std::env::var_os("ATRIUM_TEST_OTHER_VERSION").map_or_else(binary, program)
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
    let start = async |process: usize| {
        let http = Http::new(addresses[process].clone());
        let program = [binary, other_version][process]();
        place.start_beside(&http, program, ports[process]).await
    };
    nothing_is_lost(&place, (2, KILLS), both, start).await;
}
