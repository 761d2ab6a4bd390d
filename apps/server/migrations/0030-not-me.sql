-- "This was not me" (security.md 6.5): each notice about security that leaves by mail or SMS carries a ticket, which locks
-- the account once. The ticket itself is stored nowhere.
create table app.notme (
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references app.person,
  notice_id uuid not null references app.notice,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz
);
create index notme_by_end on app.notme (expires_at);

alter table app.security_event drop constraint security_event_event_check,
  add constraint security_event_event_check check (event in ('login', 'loginFailed', 'loginCodeFailed', 'newDevice',
    'newSessionHalf', 'sessionCopied', 'logout', 'sessionRevoked', 'passwordChanged', 'passwordReset', 'payPasswordSet',
    'payPasswordChanged', 'payPasswordReset', 'payPasswordLocked', 'lockedByOwner', 'lockLifted'));
