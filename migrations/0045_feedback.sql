-- Feedback of people. product_id is 0 for Atrium itself, whose app_name is SSO. category is 1 to 4 (contract K-36), status 0 new,
-- 1 handling, 2 closed (contract G-60). pictures is a JSON list of names of files. merged_into is the feedback that says the
-- same; status, assignee and answer of a duplicate are copies of the first one's.
CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  product_id BIGINT NOT NULL,
  app_name TEXT NOT NULL,
  category BIGINT NOT NULL,
  feedback TEXT NOT NULL,
  pictures TEXT NOT NULL DEFAULT '[]',
  status BIGINT NOT NULL DEFAULT 0,
  assignee_id TEXT,
  answer TEXT NOT NULL DEFAULT '',
  answered_at BIGINT,
  answered_by TEXT,
  merged_into TEXT,
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT
);
CREATE INDEX feedback_by_creation ON feedback (created_at, id);
CREATE INDEX feedback_by_category ON feedback (category, created_at, id);
CREATE INDEX feedback_by_status ON feedback (status, created_at, id);
CREATE INDEX feedback_by_product ON feedback (product_id, created_at, id);
CREATE INDEX feedback_by_assignee ON feedback (assignee_id, created_at, id);
CREATE INDEX feedback_by_account ON feedback (account_id, created_at, id);
CREATE INDEX feedback_by_first ON feedback (merged_into, created_at, id);
CREATE UNIQUE INDEX feedback_by_search_number ON feedback (search_number);

-- Who uploaded which picture for feedback. Nobody names a picture of somebody else. The rows are swept after two days.
CREATE TABLE feedback_uploads (
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  uploaded_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, name)
);
CREATE INDEX feedback_uploads_by_time ON feedback_uploads (uploaded_at, account_id);
