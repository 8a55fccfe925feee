-- Accounts that their owner, or an administrator for them, has locked. They are disabled and have no password until the
-- owner chooses a new one by a link.
CREATE TABLE account_locks (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  locked_at BIGINT NOT NULL
);
