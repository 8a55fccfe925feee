-- How often each page of the portal was shown on a day, which is the time when it began. Nobody is named.
CREATE TABLE page_views (
  day_at BIGINT NOT NULL,
  route TEXT NOT NULL,
  views BIGINT NOT NULL,
  PRIMARY KEY (day_at, route)
);
