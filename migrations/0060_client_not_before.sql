-- Tokens and grants of a client that began at this time or before are not valid.
ALTER TABLE clients ADD COLUMN not_before BIGINT NOT NULL DEFAULT 0;
