-- The bytes of all uploaded files together: one row, which each file that is added or deleted changes.
CREATE TABLE file_space (
  id BIGINT NOT NULL PRIMARY KEY,
  bytes BIGINT NOT NULL
);
INSERT INTO file_space (id, bytes) SELECT 1, CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM files;
