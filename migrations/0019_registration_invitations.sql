-- Invitations of people without an account to register for a group. A row is deleted when it is accepted or withdrawn.
-- `token_hash` belongs to the newest email; it is NULL until that is sent.
CREATE TABLE registration_invitations (
  id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL REFERENCES groups (id),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  invited_by TEXT NOT NULL REFERENCES accounts (id),
  token_hash TEXT UNIQUE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX registration_invitations_by_address ON registration_invitations (group_id, email_key);
CREATE INDEX registration_invitations_by_group ON registration_invitations (group_id, created_at, id);
CREATE INDEX registration_invitations_by_creation ON registration_invitations (created_at, id);
CREATE INDEX registration_invitations_by_end ON registration_invitations (expires_at);
CREATE INDEX registration_invitations_by_inviter ON registration_invitations (invited_by);
