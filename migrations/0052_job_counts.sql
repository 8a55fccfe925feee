-- How many jobs of each kind wait or were given up, and when the first of them is due.
CREATE INDEX jobs_by_kind_and_state ON jobs (kind, given_up, run_at);
