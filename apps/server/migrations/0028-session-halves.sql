-- Sessions in two halves, and devices that are trusted (docs/decisions/0052).
alter table app.session
  -- The newest half that went out, 0 before the first: a session from before halves gets one at its next call.
  add column half_number integer not null default 0 check (half_number >= 0),
  -- When the newest half was shown first.
  add column half_used_at timestamptz,
  -- SHA-256 of the device cookie that it was opened with.
  add column device_hash bytea check (length(device_hash) = 32),
  add column network text,
  add column country text check (country ~ '^[A-Z]{2}$');
alter table app.security_event add column country text check (country ~ '^[A-Z]{2}$');

-- A session of one half does not outlive the next thirty days.
update app.session set expires_at = least(expires_at, now() + interval '30 days') where revoked_at is null;

-- Where a person proved to be themselves with more than a password: no code is asked there.
create table app.trusted_device (
  user_id uuid not null references app.person,
  device_hash bytea not null check (length(device_hash) = 32),
  name text not null,
  trusted_at timestamptz not null,
  used_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- A log-in whose password was right, on a device that is not trusted: it waits for a code.
create table app.login_ticket (
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references app.person,
  device_hash bytea not null check (length(device_hash) = 32),
  remember boolean not null,
  method text check (method in ('email', 'sms')),
  code_hash bytea check (length(code_hash) = 32),
  sent_at timestamptz,
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_ticket_of_user on app.login_ticket (user_id);

alter table app.attempt drop constraint attempt_kind_check,
  add constraint attempt_kind_check check (kind in ('login', 'payPassword', 'second'));

alter table app.security_event drop constraint security_event_event_check,
  add constraint security_event_event_check check (event in ('login', 'loginFailed', 'loginCodeFailed', 'newDevice',
    'newSessionHalf', 'sessionCopied', 'logout', 'sessionRevoked', 'passwordChanged', 'passwordReset', 'payPasswordSet',
    'payPasswordChanged', 'payPasswordReset', 'payPasswordLocked'));
