-- Sessions that have not ended, for those whose time is over: few, beside many that ended.
CREATE INDEX sso_sessions_open_seen ON sso_sessions (last_seen_at) WHERE ended_at IS NULL;
CREATE INDEX sso_sessions_open_made ON sso_sessions (created_at) WHERE ended_at IS NULL;
