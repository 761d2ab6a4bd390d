-- What a person should be able to look up about their account: log-ins, devices, changes of secrets.
create table app.security_event (
  id uuid primary key,
  -- Null: a try at a name that nobody has. It is written as well, so that its answer takes the same time; pruned soon.
  user_id uuid references app.person,
  event text not null check (event in ('login', 'loginFailed', 'newDevice', 'logout', 'sessionRevoked', 'passwordChanged',
    'passwordReset', 'payPasswordSet', 'payPasswordChanged', 'payPasswordReset', 'payPasswordLocked')),
  device text check (length(device) <= 201),
  -- Shortened before it is written: the network, not the household.
  address text check (length(address) <= 50),
  at timestamptz not null
);
create index security_event_of_user on app.security_event (user_id, id desc);
create index security_event_by_time on app.security_event (at);
create index security_event_of_nobody on app.security_event (at) where user_id is null;

-- A file that expired is removed whatever still names it.
alter table app.export drop constraint export_file_id_fkey,
  add constraint export_file_id_fkey foreign key (file_id) references app.file on delete set null;
alter table app.person drop constraint person_avatar_file_id_fkey,
  add constraint person_avatar_file_id_fkey foreign key (avatar_file_id) references app.file on delete set null;
