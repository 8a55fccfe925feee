-- The browser's binding (tower-sessions): which SSO session a cookie points to.
CREATE TABLE browser_sessions (
  id_hash TEXT PRIMARY KEY,
  data TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX browser_sessions_expires_at ON browser_sessions (expires_at);

-- One sign-in of one person in one browser; everything else hangs off it.
CREATE TABLE sso_sessions (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  auth_time BIGINT NOT NULL,
  acr TEXT NOT NULL,
  amr TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  ended_at BIGINT,
  end_reason TEXT
);
CREATE INDEX sso_sessions_account ON sso_sessions (account_id, ended_at);
CREATE INDEX sso_sessions_last_seen ON sso_sessions (last_seen_at);

-- A sign-in under way: where it is heading and how far it came.
CREATE TABLE journeys (
  id TEXT PRIMARY KEY,
  browser TEXT NOT NULL,
  target TEXT NOT NULL,
  progress TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  ended_at BIGINT
);
CREATE INDEX journeys_created_at ON journeys (created_at);

-- What an account has allowed a client to see, remembered until it is withdrawn.
CREATE TABLE consents (
  account_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  granted_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, client_id)
);

-- A code waits for its one exchange; `context` is the grant that it will become.
CREATE TABLE authorization_codes (
  hash TEXT PRIMARY KEY,
  grant_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  context TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX authorization_codes_expires_at ON authorization_codes (expires_at);

-- What a client may do for an account; its tokens die with it.
CREATE TABLE grants (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  session_id TEXT,
  offline BIGINT NOT NULL,
  context TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT,
  revoke_reason TEXT
);
CREATE INDEX grants_session ON grants (session_id);
CREATE INDEX grants_account ON grants (account_id, client_id);

-- Opaque access tokens, by hash. Without a grant: client_credentials.
CREATE TABLE access_tokens (
  hash TEXT PRIMARY KEY,
  grant_id TEXT,
  client_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  audience TEXT NOT NULL,
  dpop_jkt TEXT,
  issued_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX access_tokens_expires_at ON access_tokens (expires_at);
CREATE INDEX access_tokens_grant ON access_tokens (grant_id);

-- Signed access tokens (at+jwt) that were revoked before they expired, by their jti.
CREATE TABLE revoked_jtis (
  jti TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);

-- Refresh tokens, by hash; the grant is the family.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  grant_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  dpop_jkt TEXT,
  issued_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX refresh_tokens_grant ON refresh_tokens (grant_id);
CREATE INDEX refresh_tokens_expires_at ON refresh_tokens (expires_at);

-- Identifiers that may be seen once: client assertions and DPoP proofs at the token endpoint.
CREATE TABLE seen_jtis (
  hash TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX seen_jtis_expires_at ON seen_jtis (expires_at);
