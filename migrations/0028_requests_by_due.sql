-- The orders of the list of requests by the day on which a decision is due.
CREATE INDEX requests_by_due ON requests (due_at, id);
CREATE INDEX requests_by_state_and_due ON requests (state, due_at, id);
