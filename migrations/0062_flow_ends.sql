-- Sign-in flows that have ended, or that people left, are swept by the end of their own pages.
DROP INDEX journeys_ended;
DROP INDEX journeys_held;
CREATE INDEX journeys_ended ON journeys (expires_at) WHERE ended_at IS NOT NULL;
CREATE INDEX journeys_held ON journeys (expires_at) WHERE held = 1;
