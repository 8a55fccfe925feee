-- The family of a grant's refresh tokens: what all its tokens share, and the one that is valid, both by hash. The table
-- refresh_tokens keeps those of older versions until they expire.
ALTER TABLE grants ADD COLUMN refresh_family_hash TEXT;
ALTER TABLE grants ADD COLUMN refresh_hash TEXT;
ALTER TABLE grants ADD COLUMN refresh_jkt TEXT;
ALTER TABLE grants ADD COLUMN refresh_issued_at BIGINT;
-- When the valid one expires unless it is used.
ALTER TABLE grants ADD COLUMN refresh_expires_at BIGINT;
