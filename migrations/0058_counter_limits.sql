-- How many failures a counter allows. Of too many counters, those that are the least used up go first (decision 0005).
ALTER TABLE limit_counters ADD COLUMN most BIGINT NOT NULL DEFAULT 1;
