-- Announcements. Title and content have two languages; a Chinese text that is empty is the same as the first. status is 0 off,
-- 1 on (contract G-57). ends_at is NULL for an announcement without an end. app_name and the three lists of ids (JSON) say who
-- reads it; an empty one is for everybody. sign_in_line stands on the sign-in pages from sign_in_from until sign_in_until,
-- either of which may be NULL.
CREATE TABLE announcements (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  title_zh TEXT NOT NULL,
  content TEXT NOT NULL,
  content_zh TEXT NOT NULL,
  launch_at BIGINT NOT NULL,
  ends_at BIGINT,
  status BIGINT NOT NULL,
  must_read BIGINT NOT NULL,
  app_name TEXT NOT NULL,
  company_ids TEXT NOT NULL,
  agency_ids TEXT NOT NULL,
  group_ids TEXT NOT NULL,
  sign_in_line TEXT NOT NULL,
  sign_in_line_zh TEXT NOT NULL,
  sign_in_from BIGINT,
  sign_in_until BIGINT,
  title_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT
);
CREATE INDEX announcements_by_creation ON announcements (created_at, id);
CREATE INDEX announcements_by_launch ON announcements (launch_at, id);
CREATE INDEX announcements_by_title ON announcements (title_key, id);
CREATE INDEX announcements_by_status ON announcements (status, launch_at, id);
CREATE UNIQUE INDEX announcements_by_search_number ON announcements (search_number);

-- Who has read which announcement. The rows of a deleted announcement are swept.
CREATE TABLE announcement_reads (
  account_id TEXT NOT NULL,
  announcement_id TEXT NOT NULL,
  read_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, announcement_id)
);
CREATE INDEX announcement_reads_by_announcement ON announcement_reads (announcement_id, read_at, account_id);
CREATE INDEX announcement_reads_by_time ON announcement_reads (read_at, account_id);

-- How many people have read it, in several rows, so that people who read at the same time do not wait for each other.
CREATE TABLE announcement_read_counts (
  announcement_id TEXT NOT NULL,
  part BIGINT NOT NULL,
  readers BIGINT NOT NULL,
  PRIMARY KEY (announcement_id, part)
);

-- Deleted announcements whose reads are still there.
CREATE TABLE deleted_announcements (
  id TEXT PRIMARY KEY,
  deleted_at BIGINT NOT NULL
);
