-- Facts about this installation, such as whether `seed --demo` made it.
CREATE TABLE installation (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- Work that one process at a time may do, such as making keys.
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  held_until BIGINT NOT NULL
);
