-- What the sealed authorization codes of a session prove (decision 0096). Nothing but this row contains it. A session of an
-- older version has none, and its codes are rows.
ALTER TABLE sso_sessions ADD COLUMN code_key TEXT;
-- Since when a consent has been neither withdrawn nor narrowed: waiting codes of an earlier time end. Older versions leave it
-- empty, and `granted_at` counts.
ALTER TABLE consents ADD COLUMN stands_since BIGINT;
