-- The second factor of an account, for lists: 0 none, 1 an app, 2 a passkey, 3 none, although it was asked for one.
ALTER TABLE accounts ADD COLUMN second_factor BIGINT NOT NULL DEFAULT 0;
UPDATE accounts SET second_factor = CASE
  WHEN EXISTS (SELECT 1 FROM passkeys p WHERE p.account_id = accounts.id) THEN 2
  WHEN EXISTS (SELECT 1 FROM authenticators f WHERE f.account_id = accounts.id) THEN 1
  WHEN EXISTS (SELECT 1 FROM factor_deadlines d WHERE d.account_id = accounts.id) THEN 3
  ELSE 0 END;
CREATE INDEX accounts_by_second_factor
  ON accounts (second_factor, created_at, id, status, agency_id, company_id, sup_admin, must_change_password);
-- When the owner of an account was last reminded to add a second factor.
CREATE TABLE factor_reminders (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  sent_at BIGINT NOT NULL
);
-- The code that an administrator gave to an owner who lost the second factor, to add another one. One an account. It is
-- kept after its use until the new factor stands.
CREATE TABLE temporary_codes (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  code_hash TEXT NOT NULL,
  made_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  used_at BIGINT
);
-- Accounts of which an administrator requires a second factor; `due_at` is when it is due, if there is a date.
CREATE TABLE factor_requirements (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  due_at BIGINT
);
-- Everybody who has the role needs a second factor.
ALTER TABLE roles ADD COLUMN requires_factor BIGINT NOT NULL DEFAULT 0;
