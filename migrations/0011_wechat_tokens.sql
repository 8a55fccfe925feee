-- The access token of the messaging platform, one for all processes. `token` is sealed under the master secret.
CREATE TABLE wechat_tokens (
  app_id TEXT PRIMARY KEY,
  token TEXT NOT NULL,
  ends_at BIGINT NOT NULL
);
