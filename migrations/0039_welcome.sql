-- When a newcomer left the welcome on home for good; NULL while it may be shown.
ALTER TABLE home_choices ADD COLUMN welcome_left_at BIGINT;
