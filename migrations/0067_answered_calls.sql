-- The answers of calls that created something, for a day, by the key that the caller sent with them.
CREATE TABLE answered_calls (
  -- MAC of the account, the call and the key.
  name TEXT PRIMARY KEY,
  -- MAC of what was sent.
  sent TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX answered_calls_created_at ON answered_calls (created_at);
