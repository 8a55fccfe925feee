-- How a person arranges home: the ids of the pinned products in their order, and of the hidden ones, each between commas.
-- `version` increases with each change of the pins.
CREATE TABLE home_choices (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
  pins TEXT NOT NULL,
  hidden TEXT NOT NULL,
  version BIGINT NOT NULL
);
