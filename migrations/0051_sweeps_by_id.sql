-- The ids of grants and sessions sort by time, so their sweeps need no index of their own.
DROP INDEX grants_created_at;
DROP INDEX sso_sessions_last_seen;
