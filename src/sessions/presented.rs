//! An access token that a request presents: opaque or signed, and valid only while its client, grant and session are.
//! Every endpoint that accepts access tokens checks them here.

use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use crate::clock::{Millis, SECOND};
use crate::db::{DbError, Reads};
use crate::directory::{self, Account};
use crate::keys::{KeySet, TokenRules, TokenType};
use crate::random::hashed;

use super::access_tokens::AccessToken;
use super::grants::Grant;
use super::sealed_tokens;
use super::sso::SessionLifetimes;
use super::store;

/// Characters of an opaque token that is a row: 256 bits in base64url. A sealed one is longer.
const OPAQUE_LENGTH: usize = 43;

/// A text that may be an access token, as far as can be checked without the database.
#[derive(Clone, Debug)]
pub enum PresentedToken {
    /// The hash of an opaque token that is a row.
    Stored(String),
    /// A token that contains its own data and has not expired: opaque and sealed ([`sealed_tokens`]), or signed (RFC
    /// 9068) with valid type, key, signature and issuer.
    SelfContained {
        /// Its id in the list of revoked tokens.
        id: String,
        token: Box<AccessToken>,
    },
}

/// How the sender shows that the token is theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possession<'a> {
    /// By having it (RFC 6750).
    Bearer,
    /// By a DPoP proof with the key of this thumbprint (RFC 9449).
    Key(&'a str),
}

/// An access token that is valid now.
#[derive(Clone, Debug)]
pub struct LiveToken {
    pub token: AccessToken,
    /// The token's grant with its session; none for `client_credentials`.
    pub grant: Option<Grant>,
}

impl PresentedToken {
    /// Parses `text`. Only the exact spelling that we issued is a token (attack 28). Opens or verifies it on the calling
    /// thread.
    pub fn read(text: &str, keys: &KeySet, issuer: &str, now: Millis) -> Option<Self> {
        if is_stored(text) {
            return Some(Self::Stored(hashed(text)));
        }
        if !text.contains('.') {
            let (id, token) = sealed_tokens::open(text, issuer, keys)?;
            let token = Box::new(token);
            return (now < token.expires_at).then_some(Self::SelfContained { id, token });
        }
        let rules = TokenRules {
            typ: TokenType::AccessToken,
            issuer,
            now: Some(now),
        };
        signed(&keys.verify(text, &rules).ok()?)
    }

    /// The token, if it, its grant and its session are valid at `now`.
    pub async fn find_live(
        &self,
        tx: &mut dyn Reads,
        now: Millis,
        lifetimes: SessionLifetimes,
    ) -> Result<Option<LiveToken>, DbError> {
        match self {
            Self::Stored(hash) => {
                let stored = store::access_tokens::find(tx, hash).await?;
                let stored = stored.filter(|stored| stored.is_live(now, lifetimes));
                Ok(stored.map(|stored| LiveToken {
                    token: stored.token,
                    grant: stored.grant,
                }))
            }
            Self::SelfContained { id, token } => {
                find_self_contained(tx, id, token, now, lifetimes).await
            }
        }
    }
}

/// The token `id`, whose contents are known, if nothing has ended it. One statement reads everything that can end it.
async fn find_self_contained(
    tx: &mut dyn Reads,
    id: &str,
    token: &AccessToken,
    now: Millis,
    lifetimes: SessionLifetimes,
) -> Result<Option<LiveToken>, DbError> {
    let live = |grant| LiveToken {
        token: token.clone(),
        grant,
    };
    let client_id = &token.client_id;
    let Some(grant_id) = &token.grant_id else {
        let is_valid =
            store::access_tokens::is_not_revoked(tx, id, client_id, token.issued_at).await?;
        return Ok(is_valid.then(|| live(None)));
    };
    let grant = store::grants::find_of_token(tx, grant_id, id).await?;
    let is_good =
        |grant: &Grant| grant.context.client_id == *client_id && grant.is_live(now, lifetimes);
    Ok(grant.filter(is_good).map(|grant| live(Some(grant))))
}

impl LiveToken {
    /// True when the token may be presented this way: a DPoP-bound token only with its key, any other only as a bearer
    /// token (RFC 9449 section 7.2).
    pub fn fits(&self, possession: Possession<'_>) -> bool {
        match (&self.token.dpop_jkt, possession) {
            (None, Possession::Bearer) => true,
            (Some(bound), Possession::Key(shown)) => bound == shown,
            _ => false,
        }
    }

    /// True when `scope` was granted to this token.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.token.scope.iter().any(|granted| granted == scope)
    }

    /// True when `audience` may accept this token (attack 27).
    pub fn is_for(&self, audience: &str) -> bool {
        self.token.audience.iter().any(|named| named == audience)
    }
}

/// The account of `grant`, if it may still sign in.
pub async fn account_behind(
    tx: &mut dyn Reads,
    grant: &Grant,
    zone: &TimeZone,
    now: Millis,
) -> Result<Option<Account>, DbError> {
    let account = directory::find(tx, &grant.context.account_id).await?;
    Ok(account.filter(|account| directory::may_sign_in(account, now, zone).is_ok()))
}

fn is_stored(text: &str) -> bool {
    let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    text.len() == OPAQUE_LENGTH && text.bytes().all(in_alphabet)
}

fn signed(claims: &Map<String, Value>) -> Option<PresentedToken> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let moment = |name: &str| Some(claims.get(name)?.as_i64()?.saturating_mul(SECOND));
    let audience = match claims.get("aud")? {
        Value::String(one) => vec![one.clone()],
        Value::Array(many) => many
            .iter()
            .filter_map(|one| one.as_str().map(str::to_owned))
            .collect(),
        _ => return None,
    };
    let scope = text("scope").unwrap_or_default();
    let dpop_jkt = claims.get("cnf").and_then(|cnf| cnf.get("jkt")?.as_str());
    let token = AccessToken {
        grant_id: text("gid").map(str::to_owned),
        client_id: text("client_id")?.to_owned(),
        scope: scope.split_whitespace().map(str::to_owned).collect(),
        audience,
        dpop_jkt: dpop_jkt.map(str::to_owned),
        issued_at: moment("iat")?,
        expires_at: moment("exp")?,
    };
    Some(PresentedToken::SelfContained {
        id: text("jti")?.to_owned(),
        token: Box::new(token),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::keys::Algorithm;
    use crate::random::Random;

    const ISSUER: &str = "http://localhost:8080";

    fn read(keys: &KeySet, text: &str) -> Option<PresentedToken> {
        PresentedToken::read(text, keys, ISSUER, 1_000_000)
    }

    /// Attack 28: truncated, extended, padded and re-encoded texts are not tokens.
    #[test]
    fn an_opaque_token_has_one_spelling() {
        let keys = KeySet::ephemeral().unwrap();
        let good = Random::seeded(1).token();
        assert!(matches!(
            read(&keys, &good),
            Some(PresentedToken::Stored(_))
        ));
        for bad in [
            String::new(),
            good[1..].to_owned(),
            format!("{good}A"),
            format!("{good}="),
            format!(" {good}"),
            format!("{}%", &good[1..]),
        ] {
            assert!(read(&keys, &bad).is_none(), "{bad}");
        }
    }

    /// Attack 28: a sealed token ends to the millisecond, and a sealed value of another length or spelling is refused.
    #[test]
    fn a_sealed_token_is_read_until_it_expires() {
        let (keys, random) = (KeySet::ephemeral().unwrap(), Random::seeded(1));
        let token = AccessToken {
            grant_id: None,
            client_id: "c".to_owned(),
            scope: vec!["a".to_owned()],
            audience: vec![ISSUER.to_owned()],
            dpop_jkt: None,
            issued_at: 900_000,
            expires_at: 1_000_001,
        };
        let seal = |token: &AccessToken| sealed_tokens::seal(token, ISSUER, &keys, &random);
        let good = seal(&token).unwrap();
        let Some(PresentedToken::SelfContained { id, token: said }) = read(&keys, &good) else {
            panic!("a good token is read");
        };
        assert_eq!((id.len(), *said), (22, token.clone()));
        let late = AccessToken {
            expires_at: 1_000_000,
            ..token
        };
        assert!(read(&keys, &seal(&late).unwrap()).is_none());
        for bad in [
            good[1..].to_owned(),
            format!("{good}A"),
            format!("{good}="),
            format!(" {good}"),
            format!("{good}."),
            "A".repeat(good.len()),
            "A".repeat(256),
        ] {
            assert!(read(&keys, &bad).is_none(), "{bad}");
        }
    }

    /// RFC 9068 section 4: type, issuer and expiry are checked; an ID token is not an access token.
    #[test]
    fn a_signed_token_is_of_its_own_type() {
        let keys = KeySet::ephemeral().unwrap();
        let claims = json!({
            "iss": ISSUER, "aud": "api", "client_id": "c", "sub": "c", "jti": "j",
            "iat": 900, "exp": 1_100, "scope": "a b",
        });
        let of = |typ, claims: &Value| keys.sign(Algorithm::Es256, typ, claims).unwrap();
        let token = of(TokenType::AccessToken, &claims);
        let Some(PresentedToken::SelfContained { id, token: said }) = read(&keys, &token) else {
            panic!("a good token is read");
        };
        assert_eq!((id.as_str(), said.scope.len()), ("j", 2));
        assert_eq!(said.expires_at, 1_100_000);
        assert!(read(&keys, &of(TokenType::Jwt, &claims)).is_none());
        let mut late = claims.clone();
        late["exp"] = 1_000.into();
        assert!(read(&keys, &of(TokenType::AccessToken, &late)).is_none());
        let mut foreign = claims;
        foreign["iss"] = "http://evil.example".into();
        assert!(read(&keys, &of(TokenType::AccessToken, &foreign)).is_none());
    }
}
