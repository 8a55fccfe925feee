-- 1 while the present password was chosen by the giver, or by the owner while signed in with that one.
ALTER TABLE way_givers ADD COLUMN chose_password BIGINT NOT NULL DEFAULT 0;
UPDATE way_givers SET chose_password = password;
-- When the key was added, if that was meanwhile: the giver may have added it.
ALTER TABLE passkeys ADD COLUMN doubtful_since BIGINT;
