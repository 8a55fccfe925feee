//! The audit entries for changes of keys, written in the same transaction as the change.

use async_trait::async_trait;

use crate::{
    audit::{self, AuditContext, Event},
    clock::Millis,
    db::{DbError, WriteTx},
    keys::{KeyChange, KeyUse, Witness},
    random::Random,
};

/// Writes an audit entry for every change of keys.
#[derive(Debug)]
pub struct KeyTrail {
    random: Random,
    by: By,
}

/// Who changes keys.
#[derive(Clone, Copy, Debug)]
enum By {
    /// A running server, according to its clock.
    Server,
    /// The operator, with this command.
    Operator(&'static str),
}

impl KeyTrail {
    /// For changes that a running server makes by itself.
    pub fn of_server(random: &Random) -> Self {
        let random = random.clone();
        Self {
            random,
            by: By::Server,
        }
    }

    /// For changes by the command `command` (`keys rotate`).
    pub fn of_operator(random: &Random, command: &'static str) -> Self {
        let random = random.clone();
        Self {
            random,
            by: By::Operator(command),
        }
    }
}

#[async_trait]
impl Witness for KeyTrail {
    async fn record(
        &self,
        tx: &mut WriteTx,
        changes: &[KeyChange],
        now: Millis,
    ) -> Result<(), DbError> {
        let audit = match self.by {
            By::Server => AuditContext::of_server(now, &self.random, "key rotation"),
            By::Operator(command) => AuditContext::of_operator(now, &self.random, command),
        };
        for change in changes {
            audit::record(tx, &audit.entry(event(change))).await?;
        }
        Ok(())
    }
}

fn event(change: &KeyChange) -> Event {
    let (kid, alg) = (change.kid.clone(), change.alg.clone());
    let purpose = KeyUse::of(&change.purpose, &change.alg).map_or("unknown", KeyUse::purpose);
    match change.state {
        "next" => Event::KeyCreated { kid, purpose, alg },
        "active" => Event::KeyRotated {
            kid,
            purpose,
            replaced: None,
        },
        "withdrawn" => Event::KeyWithdrawn { kid, purpose },
        _ => Event::KeyRetired { kid, purpose },
    }
}
