//! The printed table and the notes below it.

use std::time::Duration;

use crate::limits::Limits;
use crate::lines::Line;
use crate::meter::Figures;
use crate::provider::Provider;
use crate::server::{Memory, Server};
use crate::subjects::{ATRIUM, PEER};

/// All results.
#[derive(Default)]
pub struct Report {
    pub limits: Option<Limits>,
    /// Answers per second of the minimal handler: discovery document, UserInfo, token request.
    pub bare: Bare,
    /// The results of Atrium and the peer, if measured.
    pub driven: Vec<Driven>,
    /// UserInfo at a fixed rate: alone, and during many password sign-ins.
    pub storm: Option<(Figures, Figures)>,
}

/// A running server and its results.
pub struct Driven {
    pub name: &'static str,
    pub server: Server,
    pub provider: Provider,
    pub figures: Vec<(Line, Figures)>,
    pub body: Body,
}

impl Driven {
    /// Keeps the round of this line with the highest rate.
    pub fn keep_best(&mut self, line: Line, figures: Figures) {
        match self.figures.iter_mut().find(|(one, _)| *one == line) {
            Some((_, best)) if best.rate >= figures.rate => {}
            Some((_, best)) => *best = figures,
            None => self.figures.push((line, figures)),
        }
    }
}

/// Answers per second of the minimal handler.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bare {
    pub discovery: f64,
    pub userinfo: f64,
    /// The token endpoint, which also reads a form.
    pub token: f64,
}

/// Memory and start time of a server.
#[derive(Debug, Clone, Copy, Default)]
pub struct Body {
    /// The time from the start of the process to the first page, on existing data.
    pub start: Duration,
    /// Memory some time after ten sign-ins.
    pub idle: Option<Memory>,
    /// Memory after all lines.
    pub loaded: Option<Memory>,
}

impl Report {
    /// The work that any server must do for a line, and how many laps of it one core can do per
    /// second.
    fn limit(&self, line: Line) -> Option<(f64, &'static str)> {
        let Limits {
            rs256,
            es256,
            es256_checks,
            argon2id,
            commits,
        } = self.limits?;
        let Bare {
            discovery,
            userinfo,
            token,
        } = self.bare;
        Some(match line {
            Line::Discovery => (discovery, "bare handler, same body"),
            Line::Userinfo => (userinfo, "bare handler, same body"),
            Line::Introspect | Line::ClientOpaque => (token, "bare handler, form read"),
            Line::ClientJwt => (together(&[token, es256]), "bare handler + ES256"),
            Line::CodeFlow => (together(&[rs256, commits.code_flow]), "RS256 + its commit"),
            Line::CodeFlowEs256 => (together(&[es256, commits.code_flow]), "ES256 + its commit"),
            Line::Refresh => (
                together(&[token, rs256, commits.refresh]),
                "bare handler + RS256 + commit",
            ),
            Line::RefreshEs256 => (
                together(&[token, es256, commits.refresh]),
                "bare handler + ES256 + commit",
            ),
            Line::Password | Line::Totp => (argon2id, "bare argon2id"),
            Line::Passkey => (
                together(&[es256_checks, commits.passkey]),
                "ES256 check + its commit",
            ),
            Line::Federated => (
                together(&[es256_checks, commits.federated]),
                "ES256 check + its three commits",
            ),
        })
    }

    pub fn print(&self) {
        println!(
            "{:<33}{:>10}{:>8}{:>8}{:>11}{:>7}{:>11}{:>7}   limit",
            "line, 16 workers, one core",
            "Atrium/s",
            "p50 ms",
            "p99 ms",
            "limit/s",
            "ratio",
            "peer/s",
            "ratio"
        );
        for line in Line::ALL {
            self.print_line(line);
        }
        if let Some(limits) = self.limits {
            print_limits(limits);
        }
        self.print_ways();
        self.print_laps();
        self.print_cpu();
        for driven in &self.driven {
            print_body(driven.name, driven.body);
        }
        if let Some((quiet, storm)) = self.storm {
            let (quiet, storm) = (millis(quiet.p99), millis(storm.p99));
            let ratio = storm / quiet;
            println!(
                "userinfo p99 at a fixed pace: {quiet:.2} ms alone, {storm:.2} ms during a storm of sign-ins ({ratio:.1} times)"
            );
        }
    }

    fn found(&self, name: &str, line: Line) -> Option<Figures> {
        let driven = self.driven.iter().find(|one| one.name == name)?;
        let mut figures = driven.figures.iter();
        figures
            .find(|(one, _)| *one == line)
            .map(|(_, figures)| *figures)
    }

    /// The work of Atrium in a lap other than computing: commits, thread switches, bytes for the disk.
    fn print_laps(&self) {
        println!("\nAtrium in one lap: commits, thread switches, KiB written to the disk");
        for line in Line::ALL {
            if let Some(ours) = self.found(ATRIUM, line) {
                println!(
                    "{:<33}{:>10.2}{:>10.1}{:>8.1}",
                    line.name(),
                    ours.commits,
                    ours.switches,
                    ours.written / 1024.0
                );
            }
        }
    }

    /// Prints how often each other way to sign in is possible in the time of one password.
    fn print_ways(&self) {
        let Some(password) = self.found(ATRIUM, Line::Password) else {
            return;
        };
        for line in Line::ALL.into_iter().filter(|line| line.is_without_peer()) {
            if let Some(ours) = self.found(ATRIUM, line) {
                let times = ours.rate / password.rate;
                println!("{}: {times:.2} times the password sign-in", line.name());
            }
        }
    }

    /// Prints Atrium and the peer by processor time per lap, which other work on the machine hardly
    /// changes.
    fn print_cpu(&self) {
        println!("\nlaps per second of processor time: Atrium, peer, ratio");
        for line in Line::ALL {
            let figures = [ATRIUM, PEER].map(|name| self.found(name, line));
            if let [Some(ours), Some(theirs)] = figures.map(|one| one.map(|one| one.per_cpu_second))
            {
                let ratio = ours / theirs;
                println!("{:<33}{ours:>10.0}{theirs:>10.0}{ratio:>8.2}", line.name());
            }
        }
        println!();
    }

    fn print_line(&self, line: Line) {
        let (atrium, peer) = (self.found(ATRIUM, line), self.found(PEER, line));
        if atrium.is_none() && peer.is_none() {
            return;
        }
        let [rate, p50, p99] = atrium.map_or_else(
            || ["-", "-", "-"].map(str::to_owned),
            |ours| {
                let [p50, p99] = [ours.p50, ours.p99].map(|time| format!("{:.2}", millis(time)));
                [format!("{:.0}", ours.rate), p50, p99]
            },
        );
        let share = |whole: f64| {
            atrium.map_or_else(
                || "-".to_owned(),
                |ours| format!("{:.2}", ours.rate / whole),
            )
        };
        let (limit, why) = self.limit(line).unwrap_or_default();
        let limits = if limit > 0.0 {
            (format!("{limit:.0}"), share(limit))
        } else {
            dashes()
        };
        let peers = peer.map_or_else(dashes, |peer| {
            (format!("{:.0}", peer.rate), share(peer.rate))
        });
        println!(
            "{:<33}{rate:>10}{p50:>8}{p99:>8}{:>11}{:>7}{:>11}{:>7}   {why}",
            line.name(),
            limits.0,
            limits.1,
            peers.0,
            peers.1
        );
    }
}

fn print_limits(limits: Limits) {
    let Limits {
        rs256,
        es256,
        es256_checks,
        argon2id,
        commits,
    } = limits;
    println!(
        "\nbare, one core: RS256 {rs256:.0}/s, ES256 {es256:.0}/s, ES256 checks {es256_checks:.0}/s, \
         argon2id {argon2id:.0}/s; commits of a code flow {:.0}/s, of a refresh {:.0}/s, of a sign-in \
         with a passkey {:.0}/s, with a provider {:.0}/s",
        commits.code_flow, commits.refresh, commits.passkey, commits.federated
    );
}

fn dashes() -> (String, String) {
    ("-".to_owned(), "-".to_owned())
}

/// The rate of several kinds of work that are done one after the other on one core.
fn together(rates: &[f64]) -> f64 {
    1.0 / rates.iter().map(|rate| 1.0 / rate).sum::<f64>()
}

fn millis(micros: u32) -> f64 {
    f64::from(micros) / 1000.0
}

fn print_body(name: &str, body: Body) {
    let Body {
        start,
        idle,
        loaded,
    } = body;
    let memory = |memory: Option<Memory>| {
        memory.map_or_else(dashes, |memory| {
            (format!("{:.1}", memory.now), format!("{:.1}", memory.peak))
        })
    };
    if loaded.is_some() {
        let (idle, _) = memory(idle);
        let (now, peak) = memory(loaded);
        let start = start.as_secs_f64() * 1000.0;
        println!(
            "{name}: first page after {start:.0} ms; resident {idle} MiB idle, {now} after the load, {peak} at most"
        );
    }
}
