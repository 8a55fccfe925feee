-- Launch tokens of applications of the old kind, by hash: what travels as ?token= (mode query), or
-- what was answered for a launch code (mode code; from_code is that code's hash).
CREATE TABLE launch_tokens (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  from_code TEXT,
  issued_at BIGINT NOT NULL,
  use_by BIGINT NOT NULL,
  first_used_at BIGINT,
  revoked_at BIGINT
);
CREATE INDEX launch_tokens_by_session ON launch_tokens (session_id);
CREATE INDEX launch_tokens_by_code ON launch_tokens (from_code) WHERE from_code IS NOT NULL;
CREATE INDEX launch_tokens_by_time ON launch_tokens (issued_at);

-- Launch codes (mode code), by hash: exchanged once.
CREATE TABLE launch_codes (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX launch_codes_by_end ON launch_codes (expires_at);

-- Per application: when tokens last travelled in a query and when one was last used, so that a
-- migration can be finished. Moments are kept to the minute.
CREATE TABLE launch_usage (
  client_id TEXT PRIMARY KEY,
  query_tokens BIGINT NOT NULL,
  query_issued_at BIGINT,
  query_used_at BIGINT,
  code_exchanged_at BIGINT
);

-- userToken of acc-login, by hash: dead with its session.
CREATE TABLE user_tokens (
  hash TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  issued_at BIGINT NOT NULL
);
CREATE INDEX user_tokens_by_session ON user_tokens (session_id);
