-- Single openings are forgotten by their age.
CREATE INDEX product_openings_by_minute ON product_openings (minute);
