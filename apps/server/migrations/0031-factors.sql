-- What proves a person beside a password (security.md 1, 2, 5): Google two-step with its recovery codes, and second
-- verifications by them.
create table app.google (
  user_id uuid primary key references app.person,
  -- AES-256-GCM over the seed of twenty bytes, for this person alone.
  sealed bytea not null,
  -- Which key sealed it.
  key_id smallint not null,
  state text not null check (state in ('offered', 'bound')),
  -- The time step of the last code that was used: none of it or before it is taken again.
  last_step bigint not null default 0 check (last_step >= 0),
  offered_at timestamptz not null,
  bound_at timestamptz,
  check ((state = 'bound') = (bound_at is not null))
);

create table app.recovery_code (
  hmac bytea primary key check (length(hmac) = 32),
  user_id uuid not null references app.person,
  made_at timestamptz not null,
  used_at timestamptz,
  -- Others took its place, or two-step ended.
  void_at timestamptz,
  check (used_at is null or void_at is null)
);
create index recovery_code_of_user on app.recovery_code (user_id) where used_at is null and void_at is null;

-- Which channel reset the login password last by its code alone: it is no second factor beside that password for a week.
alter table app.person
  add column password_reset_by text check (password_reset_by in ('email', 'sms')),
  add column password_reset_at timestamptz,
  add constraint password_reset_whole check ((password_reset_by is null) = (password_reset_at is null));

-- A challenge by an authenticator or a passkey has no code of ours.
alter table app.challenge alter column code_hash drop not null,
  drop constraint challenge_method_check,
  add constraint challenge_method_check check (method in ('email', 'sms', 'google', 'passkey')),
  add constraint challenge_code_check check ((code_hash is not null) = (method in ('email', 'sms')));

alter table app.attempt drop constraint attempt_kind_check,
  add constraint attempt_kind_check check (kind in ('login', 'payPassword', 'second', 'google', 'recoveryCode'));

alter table app.security_event drop constraint security_event_event_check,
  add constraint security_event_event_check check (event in ('login', 'loginFailed', 'loginCodeFailed', 'newDevice',
    'newSessionHalf', 'sessionCopied', 'logout', 'sessionRevoked', 'passwordChanged', 'passwordReset', 'payPasswordSet',
    'payPasswordChanged', 'payPasswordReset', 'payPasswordLocked', 'lockedByOwner', 'lockLifted', 'googleBound',
    'googleUnbound', 'googleFailed', 'recoveryCodesMade', 'recoveryCodeUsed', 'passkeyAdded', 'passkeyRemoved',
    'passkeyDoubtful', 'limitsChanged'));
