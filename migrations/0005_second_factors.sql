-- Authenticator apps (RFC 6238), one an account. `secret` is sealed under the master secret that `master_id` names.
CREATE TABLE authenticators (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  secret TEXT NOT NULL,
  master_id TEXT NOT NULL,
  last_step BIGINT NOT NULL,
  drift BIGINT NOT NULL,
  added_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL
);
CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  code_hash TEXT NOT NULL,
  used_at BIGINT,
  PRIMARY KEY (account_id, code_hash)
);
-- Browsers in which an account is not asked for its second factor.
CREATE TABLE remembered_browsers (
  account_id TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  id TEXT NOT NULL UNIQUE,
  browser TEXT,
  address TEXT,
  added_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, browser_hash)
);
CREATE INDEX remembered_browsers_by_end ON remembered_browsers (ends_at);
-- Until when an account can put off its second factor.
CREATE TABLE factor_deadlines (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  due_at BIGINT NOT NULL
);
