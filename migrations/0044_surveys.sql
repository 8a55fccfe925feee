-- Surveys. A survey has a link, or questions of its own (JSON), which have a version by themselves. A Chinese text that is empty
-- is the same as the first. status is 0 off, 1 on. Whom it is for is stored as in announcements. answers is how many people have
-- answered, ever.
CREATE TABLE surveys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_zh TEXT NOT NULL,
  description TEXT NOT NULL,
  description_zh TEXT NOT NULL,
  url TEXT NOT NULL,
  questions TEXT NOT NULL,
  questions_version BIGINT NOT NULL,
  anonymous BIGINT NOT NULL,
  begins_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  status BIGINT NOT NULL,
  app_name TEXT NOT NULL,
  company_ids TEXT NOT NULL,
  agency_ids TEXT NOT NULL,
  group_ids TEXT NOT NULL,
  answers BIGINT NOT NULL,
  name_key sorted_text NOT NULL DEFAULT '',
  search_number BIGINT,
  search_text TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  version BIGINT NOT NULL DEFAULT 1,
  changed_at BIGINT,
  changed_by TEXT
);
CREATE INDEX surveys_by_creation ON surveys (created_at, id);
CREATE INDEX surveys_by_start ON surveys (begins_at, id);
CREATE INDEX surveys_by_name ON surveys (name_key, id);
CREATE INDEX surveys_by_status ON surveys (status, begins_at, id);
CREATE UNIQUE INDEX surveys_by_search_number ON surveys (search_number);

-- What each person did with a survey: state is 0 opened, 1 later, 2 done. It is offered again from later_until on, and not at
-- all if that is NULL. There is no time at which somebody was done, and nothing that leads to the answer.
CREATE TABLE survey_people (
  account_id TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  state BIGINT NOT NULL,
  later_until BIGINT,
  PRIMARY KEY (account_id, survey_id)
);
CREATE INDEX survey_people_by_survey ON survey_people (survey_id, state, account_id);

-- The answers that results show: a JSON list with one entry for each question. Anonymous ones have a random id and
-- neither account nor time.
CREATE TABLE survey_answers (
  id TEXT PRIMARY KEY,
  survey_id TEXT NOT NULL,
  account_id TEXT,
  answered_at BIGINT,
  content TEXT NOT NULL
);
CREATE INDEX survey_answers_by_survey ON survey_answers (survey_id, id);
CREATE INDEX survey_answers_by_account ON survey_answers (account_id, answered_at);

-- Anonymous answers that wait, at most four of a survey. With the fifth they are written into survey_answers, in a new order.
CREATE TABLE survey_waiting (
  id TEXT PRIMARY KEY,
  survey_id TEXT NOT NULL,
  content TEXT NOT NULL
);
CREATE INDEX survey_waiting_by_survey ON survey_waiting (survey_id, id);

-- Deleted surveys whose people and answers are still there.
CREATE TABLE deleted_surveys (
  id TEXT PRIMARY KEY,
  deleted_at BIGINT NOT NULL
);
