-- Changed email addresses. `email` is the verified one that the account had before, while a link can take the change back;
-- until then nobody else can have it. A row without it says when the address last changed, so that older links to confirm
-- another one no longer work. `number` counts the changes of an account.
CREATE TABLE address_changes (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  number BIGINT NOT NULL,
  email TEXT,
  email_key TEXT,
  token_hash TEXT UNIQUE,
  changed_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX address_changes_by_account ON address_changes (account_id, number);
CREATE INDEX address_changes_by_email ON address_changes (email_key);
CREATE INDEX address_changes_by_end ON address_changes (expires_at);
