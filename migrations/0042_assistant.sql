-- The chats of people with the assistant. Each has a key of its own, which the master secret seals; title and content are
-- sealed under that key. An empty title is one of a chat without turns.
CREATE TABLE chats (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  sealed_key TEXT NOT NULL,
  master_id TEXT NOT NULL,
  title TEXT NOT NULL,
  turns BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
CREATE INDEX chats_by_account ON chats (account_id, changed_at, id);
CREATE INDEX chats_by_change ON chats (changed_at);

-- What was said, from number 0. role is 0 user, 1 assistant. state is 0 whole, 1 arriving, 2 stopped, 3 cut, 4 failed, 5 the
-- quota was used up, 6 as long as an answer may be, 7 the provider was busy, 8 the conversation is too long.
CREATE TABLE chat_turns (
  chat_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  role BIGINT NOT NULL,
  state BIGINT NOT NULL,
  content TEXT NOT NULL,
  answer_id TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (chat_id, number)
);
CREATE UNIQUE INDEX chat_turns_by_answer ON chat_turns (answer_id);

-- The answers that are arriving, with what they hold of the quota. holder is the process that writes the answer. After ends_at
-- any process may end it. The row is deleted by whatever settles the answer, so that it is settled once.
CREATE TABLE chat_answers (
  id TEXT PRIMARY KEY,
  chat_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  account_id TEXT NOT NULL,
  agency_id TEXT NOT NULL,
  version_id BIGINT NOT NULL,
  month TEXT NOT NULL,
  held BIGINT NOT NULL,
  question_words BIGINT NOT NULL,
  holder TEXT NOT NULL,
  stop_asked BIGINT NOT NULL,
  began_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
);
CREATE INDEX chat_answers_by_account ON chat_answers (account_id);
CREATE INDEX chat_answers_by_end ON chat_answers (ends_at);

-- The parts of an answer that have arrived, sealed, until the answer is settled.
CREATE TABLE chat_pieces (
  answer_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  words BIGINT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (answer_id, number)
);

-- Words of a month by person, which the quota is about: with all versions (0) and with each. held is what answers that are
-- arriving may still cost.
CREATE TABLE assistant_use (
  account_id TEXT NOT NULL,
  month TEXT NOT NULL,
  version_id BIGINT NOT NULL,
  words BIGINT NOT NULL,
  held BIGINT NOT NULL,
  PRIMARY KEY (account_id, month, version_id)
);
CREATE INDEX assistant_use_by_month ON assistant_use (month);

-- What was used on a day, which is the time when it began, for administrators. cost is in millionths of the currency. The use
-- of an erased account stays with an empty account_id.
CREATE TABLE assistant_days (
  day_at BIGINT NOT NULL,
  account_id TEXT NOT NULL,
  agency_id TEXT NOT NULL,
  version_id BIGINT NOT NULL,
  answers BIGINT NOT NULL,
  words BIGINT NOT NULL,
  tokens_in BIGINT NOT NULL,
  tokens_out BIGINT NOT NULL,
  cost BIGINT NOT NULL,
  PRIMARY KEY (day_at, account_id, agency_id, version_id)
);
CREATE INDEX assistant_days_by_account ON assistant_days (account_id, day_at);

-- Words a month that a person (kind 0) or the members of a group (kind 1) may use; -1 without limit.
CREATE TABLE assistant_quotas (
  kind BIGINT NOT NULL,
  subject_id TEXT NOT NULL,
  words BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (kind, subject_id)
);

-- Versions that administrators add. key is sealed under the master secret of master_id, empty without a key. Prices are in
-- millionths of the currency for a million tokens. monthly_words is NULL without a limit of its own. status is 0 on, 1 off.
CREATE TABLE assistant_versions (
  id BIGINT PRIMARY KEY,
  value TEXT NOT NULL,
  base_url TEXT NOT NULL,
  sealed_key TEXT NOT NULL,
  master_id TEXT NOT NULL,
  model TEXT NOT NULL,
  price_in BIGINT NOT NULL,
  price_out BIGINT NOT NULL,
  max_answer_words BIGINT NOT NULL,
  monthly_words BIGINT,
  status BIGINT NOT NULL,
  version BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
