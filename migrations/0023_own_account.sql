-- A person's own requests for another agency.
CREATE INDEX IF NOT EXISTS agency_requests_by_account ON agency_requests (account_id, created_at);
