-- The list of the requests that were decided on some days, which the overview leads to.
CREATE INDEX requests_by_decision ON requests (decided_at, state) WHERE decided_at IS NOT NULL;
