-- How often a corporate provider was changed, and who changed it last: the id of an account, or `cli`.
ALTER TABLE federation_providers ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE federation_providers ADD COLUMN changed_by TEXT;
