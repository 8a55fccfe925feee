-- Memberships by their last day, with their groups, so that the groups in which one ends soon are found in the index alone.
CREATE INDEX memberships_by_end_and_group ON memberships (status, ends_on, group_id) WHERE ends_on IS NOT NULL;
DROP INDEX memberships_by_last_day;
