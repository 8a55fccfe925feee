//! `[sessions]`: how long sessions, codes and tokens live.

use serde::Deserialize;

use crate::clock::{DAY, HOUR, MINUTE, Millis, SECOND};

use super::{
    duration,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// How long sessions, codes and tokens live.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SessionsConfig {
    /// A session ends after this time without use.
    #[serde(deserialize_with = "duration::read_millis")]
    pub idle: Millis,
    /// A session ends this long after the sign-in, used or not.
    #[serde(deserialize_with = "duration::read_millis")]
    pub absolute: Millis,
    /// Time limit for finishing a sign-in.
    #[serde(deserialize_with = "duration::read_millis")]
    pub sign_in_lifetime: Millis,
    /// Lifetime of an authorization code (RFC 6749 section 4.1.2).
    #[serde(deserialize_with = "duration::read_millis")]
    pub code_lifetime: Millis,
    /// True if authorization codes carry their data sealed; false if each is a row, as releases up to 0.1.0 expect.
    pub sealed_codes: bool,
    #[serde(deserialize_with = "duration::read_millis")]
    pub access_token_lifetime: Millis,
    #[serde(deserialize_with = "duration::read_millis")]
    pub id_token_lifetime: Millis,
    /// An offline refresh token expires after this time without use.
    #[serde(deserialize_with = "duration::read_millis")]
    pub refresh_idle: Millis,
    /// A launch token of a legacy application expires unless it is used within this time.
    #[serde(deserialize_with = "duration::read_millis")]
    pub launch_first_use: Millis,
    /// Lifetime of the one-time code of a legacy application in mode `code`.
    #[serde(deserialize_with = "duration::read_millis")]
    pub launch_code_lifetime: Millis,
}

impl Default for SessionsConfig {
    fn default() -> Self {
        Self {
            idle: 2 * HOUR,
            absolute: 12 * HOUR,
            sign_in_lifetime: 30 * MINUTE,
            code_lifetime: MINUTE,
            sealed_codes: true,
            access_token_lifetime: 10 * MINUTE,
            id_token_lifetime: 10 * MINUTE,
            refresh_idle: 30 * DAY,
            launch_first_use: 15 * MINUTE,
            launch_code_lifetime: MINUTE,
        }
    }
}

impl Section for SessionsConfig {
    const NAME: &'static str = "sessions";
    const KEYS: &'static [Key] = &[
        key(
            "idle",
            "a span from \"1m\" to \"7d\", not above sessions.absolute",
        ),
        key("absolute", "a span from \"5m\" to \"30d\""),
        key("sign_in_lifetime", "a span from \"2m\" to \"24h\""),
        key("code_lifetime", "a span from \"5s\" to \"60s\""),
        key("sealed_codes", "true or false"),
        key("access_token_lifetime", "a span from \"30s\" to \"1h\""),
        key("id_token_lifetime", "a span from \"30s\" to \"1h\""),
        key("refresh_idle", "a span from \"1h\" to \"365d\""),
        key("launch_first_use", "a span from \"30s\" to \"15m\""),
        key("launch_code_lifetime", "a span from \"5s\" to \"60s\""),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        faults.millis("absolute", self.absolute, 5 * MINUTE, 30 * DAY);
        faults.millis("idle", self.idle, MINUTE, (7 * DAY).min(self.absolute));
        faults.millis("sign_in_lifetime", self.sign_in_lifetime, 2 * MINUTE, DAY);
        faults.millis("code_lifetime", self.code_lifetime, 5 * SECOND, MINUTE);
        faults.millis(
            "access_token_lifetime",
            self.access_token_lifetime,
            30 * SECOND,
            HOUR,
        );
        faults.millis(
            "id_token_lifetime",
            self.id_token_lifetime,
            30 * SECOND,
            HOUR,
        );
        faults.millis("refresh_idle", self.refresh_idle, HOUR, 365 * DAY);
        faults.millis(
            "launch_first_use",
            self.launch_first_use,
            30 * SECOND,
            15 * MINUTE,
        );
        faults.millis(
            "launch_code_lifetime",
            self.launch_code_lifetime,
            5 * SECOND,
            MINUTE,
        );
    }
}
