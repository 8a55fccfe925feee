-- The certificate of a provider's private key, in PEM.
ALTER TABLE federation_providers ADD COLUMN certificate TEXT;
