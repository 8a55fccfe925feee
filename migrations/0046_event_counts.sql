-- How often things happened; nobody is named. span is 0 for an hour and 1 for a day, which began at `at` in the server's zone.
-- thing is a product, an application or a group, and empty for the whole installation; part is such as a method or a reason.
CREATE TABLE event_counts (
  kind TEXT NOT NULL,
  span BIGINT NOT NULL,
  thing TEXT NOT NULL,
  at BIGINT NOT NULL,
  part TEXT NOT NULL,
  many BIGINT NOT NULL,
  PRIMARY KEY (kind, span, thing, at, part)
);
CREATE INDEX event_counts_by_time ON event_counts (at);

-- When the last day began on which a person was active, so that a day counts each person once.
CREATE TABLE active_days (
  account_id TEXT PRIMARY KEY,
  day_at BIGINT NOT NULL
);

-- Memberships by their last day, of all groups and of one.
CREATE INDEX memberships_by_last_day ON memberships (status, ends_on) WHERE ends_on IS NOT NULL;
CREATE INDEX memberships_by_group_and_last_day ON memberships (group_id, status, ends_on) WHERE ends_on IS NOT NULL;
