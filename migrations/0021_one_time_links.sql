-- The links of emails that work once. A row is a link that still works until it expires; using or voiding a link deletes
-- its row. Of one account and purpose there is one link at most: a newer one replaces it.
CREATE TABLE one_time_links (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  purpose TEXT NOT NULL,
  email_key TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX one_time_links_by_account ON one_time_links (account_id, purpose);
CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);
