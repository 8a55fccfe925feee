-- Uploaded files. The bytes are in the file store (files.url) at their place; a picture is there in two sizes.
CREATE TABLE files (
  name TEXT NOT NULL PRIMARY KEY,
  place TEXT NOT NULL,
  label TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  unused_since BIGINT
);
CREATE UNIQUE INDEX files_by_place ON files (place);
CREATE INDEX files_by_unused_since ON files (unused_since);

-- What uses a file. Everybody may read it from a time on; with no time, nobody who only knows its name.
CREATE TABLE file_references (
  owner TEXT NOT NULL,
  name TEXT NOT NULL REFERENCES files (name),
  public_from BIGINT,
  PRIMARY KEY (owner, name)
);
CREATE INDEX file_references_by_name ON file_references (name);
