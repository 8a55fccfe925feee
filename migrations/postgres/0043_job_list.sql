-- The list of jobs for administrators. given_up repeats given_up_at for filters: 1 once a job was given up.
ALTER TABLE jobs ADD COLUMN given_up BIGINT NOT NULL DEFAULT 0;
UPDATE jobs SET given_up = 1 WHERE given_up_at IS NOT NULL;
-- The ids end the orders of a list, which are the same on both engines.
ALTER TABLE jobs ALTER COLUMN id TYPE TEXT COLLATE "C";
CREATE INDEX jobs_by_creation ON jobs (queued_at, id);
CREATE INDEX jobs_by_kind ON jobs (kind, queued_at, id);
CREATE INDEX jobs_by_state ON jobs (given_up, queued_at, id);

-- The last round of each routine, and its last failure; milliseconds.
CREATE TABLE routine_rounds (
  name TEXT PRIMARY KEY,
  every_ms BIGINT NOT NULL,
  began_at BIGINT NOT NULL,
  took_ms BIGINT NOT NULL,
  failed_at BIGINT,
  error TEXT
);
