-- Which subjects of a topic changed, such as one account: the version of the topic at its last change.
-- Whoever remembers much reads what came after the version it saw, and forgets that alone.
CREATE TABLE subject_changes (
  topic TEXT NOT NULL,
  subject TEXT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (topic, subject)
);
CREATE INDEX subject_changes_by_version ON subject_changes (topic, version);

-- The products that name an application are asked for at every door.
CREATE INDEX products_by_client ON products (client_id);
CREATE INDEX products_by_app ON products (app_name);
