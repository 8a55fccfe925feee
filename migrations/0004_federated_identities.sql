-- Identities of corporate providers: issuer and subject together name a person there.
CREATE TABLE federated_identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  provider TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  email TEXT,
  linked_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX federated_identities_by_account ON federated_identities (account_id);
