-- A person's own requests for another agency.
CREATE INDEX IF NOT EXISTS agency_requests_by_account ON agency_requests (account_id, created_at);

-- How the emails come that an account may do without: topic is membership_ending, request_asked or request_overdue; mode is
-- each, daily (a summary each morning) or off. Without a row it is each. sent_on is the day (yyyy-MM-dd) of the last summary.
CREATE TABLE mail_choices (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  topic TEXT NOT NULL,
  mode TEXT NOT NULL,
  sent_on TEXT NOT NULL,
  PRIMARY KEY (account_id, topic)
);
CREATE INDEX mail_choices_by_summary ON mail_choices (topic, mode, sent_on, account_id);
