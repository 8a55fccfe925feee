-- Sweeps find by these what they delete, however much stays.
CREATE INDEX grants_created_at ON grants (created_at);
CREATE INDEX user_tokens_issued_at ON user_tokens (issued_at);
CREATE INDEX revoked_jtis_expires_at ON revoked_jtis (expires_at);
CREATE INDEX jobs_given_up_at ON jobs (given_up_at) WHERE given_up_at IS NOT NULL;
