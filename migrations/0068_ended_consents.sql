-- Consents for a client that were given at this time or before do not count any more.
ALTER TABLE clients ADD COLUMN consents_not_before BIGINT NOT NULL DEFAULT 0;
-- Offline grants of a client that began at this time or before are not valid.
ALTER TABLE clients ADD COLUMN offline_not_before BIGINT NOT NULL DEFAULT 0;
