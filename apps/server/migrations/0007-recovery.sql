-- The way back to an account tells nobody whose names exist; guessing ends for good after a hundred wrong tries.
alter table app.recovery
  -- Keyed digest of the typed name: what is visible (waiting, limits) hangs on it, for names that nobody has as well.
  add column name_key bytea not null check (length(name_key) = 32),
  -- Where a code can be sent, as it was answered: of the person, or made up for a name that nobody has.
  add column email_masked text,
  add column sms_masked text,
  add constraint recovery_has_way check (email_masked is not null or sms_masked is not null);
create index recovery_of_name on app.recovery (name_key, sent_at);

-- Wrong ones in a row, whatever the windows and locks between them.
alter table app.attempt add column wrong_in_row integer not null default 0;

create index person_of_inviter on app.person (invited_by, id desc) where invited_by is not null;
