-- Passkeys (WebAuthn), and when a passkey was last offered to an account.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  credential_id TEXT NOT NULL UNIQUE,
  -- The public key, the counter and the flags, as the library writes them.
  credential TEXT NOT NULL,
  -- The name that it is bound to.
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  discoverable BIGINT NOT NULL,
  backup_eligible BIGINT NOT NULL,
  backed_up BIGINT NOT NULL,
  backup_changed_at BIGINT,
  aaguid TEXT,
  added_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX passkeys_by_account ON passkeys (account_id);

CREATE TABLE passkey_offers (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  offered_at BIGINT NOT NULL
);
