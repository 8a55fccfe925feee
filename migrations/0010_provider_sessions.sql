-- The sign-in at a corporate provider that a session came from: the person there, and the session there if it has a name.
ALTER TABLE sso_sessions ADD COLUMN provider TEXT;
ALTER TABLE sso_sessions ADD COLUMN provider_subject TEXT;
ALTER TABLE sso_sessions ADD COLUMN provider_sid TEXT;
CREATE INDEX sso_sessions_by_provider_subject ON sso_sessions (provider, provider_subject)
  WHERE provider IS NOT NULL AND ended_at IS NULL;
CREATE INDEX sso_sessions_by_provider_sid ON sso_sessions (provider, provider_sid)
  WHERE provider_sid IS NOT NULL AND ended_at IS NULL;
