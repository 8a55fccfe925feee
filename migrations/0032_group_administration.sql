-- What administrators keep of a group. visible is 0 for everybody, 1 for the agencies and people below, its members
-- and its managers (contract G-55). deleted is 1 for a deleted group, which is off too: its row stays, because
-- memberships and audit entries name it. version grows with each change, so that an administrator who changes an
-- older state hears of it; changed_by is the account id of who made the last change.
ALTER TABLE groups ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN visible BIGINT NOT NULL DEFAULT 0;
ALTER TABLE groups ADD COLUMN deleted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE groups ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE groups ADD COLUMN changed_at BIGINT;
ALTER TABLE groups ADD COLUMN changed_by TEXT;

-- The list shows groups that are not deleted, in each of its orders, and filters them by visibility.
CREATE INDEX groups_kept_by_creation ON groups (deleted, created_at, id);
CREATE INDEX groups_kept_by_name ON groups (deleted, name_key, id);
CREATE INDEX groups_by_visibility ON groups (visible, created_at, id);

-- Who sees a group that is not visible to everybody, besides its members and managers.
CREATE TABLE group_visible_agencies (
  group_id TEXT NOT NULL REFERENCES groups (id),
  agency_id TEXT NOT NULL REFERENCES agencies (id),
  PRIMARY KEY (group_id, agency_id)
);
CREATE INDEX group_visible_agencies_by_agency ON group_visible_agencies (agency_id, group_id);

CREATE TABLE group_visible_accounts (
  group_id TEXT NOT NULL REFERENCES groups (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (group_id, account_id)
);
CREATE INDEX group_visible_accounts_by_account ON group_visible_accounts (account_id, group_id);

-- The organisations that a group is limited to; none of a kind means all. kind is 0 company, 1 brand, 2 division,
-- 3 industry. A member whose company or brand is not among them has nothing from the group; divisions and
-- industries are only told to those who ask.
CREATE TABLE group_limits (
  group_id TEXT NOT NULL REFERENCES groups (id),
  kind BIGINT NOT NULL,
  organisation_id TEXT NOT NULL,
  PRIMARY KEY (group_id, kind, organisation_id)
);
CREATE INDEX group_limits_by_organisation ON group_limits (kind, organisation_id, group_id);

-- The brands of an industry whose data a group is given (contract G-56). An industry without brands here means all.
CREATE TABLE group_industry_brands (
  group_id TEXT NOT NULL REFERENCES groups (id),
  industry_id TEXT NOT NULL,
  brand_id TEXT NOT NULL REFERENCES brands (id),
  PRIMARY KEY (group_id, industry_id, brand_id)
);
CREATE INDEX group_industry_brands_by_brand ON group_industry_brands (brand_id, group_id);
