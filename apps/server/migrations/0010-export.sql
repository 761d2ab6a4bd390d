-- How an export is built: by one worker at a time, taken over when that one is silent, once per person.
alter table app.export
  -- As the file is saved.
  add column name text not null check (length(name) between 1 and 200),
  -- Each taker counts it up and writes only while it is still his number: a late one changes nothing.
  add column attempt smallint not null default 0,
  -- When its builder was last heard of.
  add column beat_at timestamptz;

create unique index export_running_once on app.export (user_id) where status in ('queued', 'building');
create index export_expiring on app.export (expires_at) where status = 'ready';

-- The file ends by its own time; the row that tells of it stays a while.
alter table app.export drop constraint export_file_id_fkey;
alter table app.export add constraint export_file_id_fkey
  foreign key (file_id) references app.file on delete set null;
