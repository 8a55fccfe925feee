-- The few accounts that wait for approval or are switched off are listed without reading the rest.
CREATE INDEX accounts_by_status ON accounts (status, username_key);
