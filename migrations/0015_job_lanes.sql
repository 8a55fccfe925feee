-- Jobs that stand in each other's way share a lane, such as the notices to one application.
ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT '';
