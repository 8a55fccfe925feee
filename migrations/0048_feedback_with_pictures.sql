-- Feedback that has pictures, by the time of its last change: a sweep finds what was closed long ago.
CREATE INDEX feedback_with_pictures ON feedback (changed_at) WHERE pictures <> '[]';
