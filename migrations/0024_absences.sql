-- Managers of groups who are away, and who decides about requests meanwhile. Both days are yyyy-MM-dd in the server's time
-- zone and belong to the absence.
CREATE TABLE absences (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
  stand_in_id TEXT NOT NULL REFERENCES accounts (id),
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL
);
CREATE INDEX absences_by_stand_in ON absences (stand_in_id);
CREATE INDEX absences_by_last_day ON absences (last_day);
