-- What was delivered: the media type of the stored file, and when each sentence of it is heard.
alter table syntheses add column content_type text not null default 'audio/wav';
alter table syntheses add column marks jsonb not null default '[]';
-- Pauses that the text itself asked for, so that the scan does not take them for gaps.
alter table syntheses add column asked_pause_seconds double precision not null default 0;
