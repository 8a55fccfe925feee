-- The last request of a person for a group.
CREATE INDEX requests_by_place ON requests (account_id, group_id, created_at);
