-- Where an SSO session began: the address of the request and the name that the browser gave itself.
-- Sessions of older versions have neither.
ALTER TABLE sso_sessions ADD COLUMN address TEXT;
ALTER TABLE sso_sessions ADD COLUMN browser TEXT;
