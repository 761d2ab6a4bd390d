-- Freezes by one table (packages/guard/src/freezes.ts): more areas and reasons, some without an end of their own, and some
-- that somebody lifts. Rows are never removed.
alter table app.freeze
  drop constraint freeze_area_check,
  drop constraint freeze_reason_check,
  add constraint freeze_area_check check (area in ('payout', 'trade', 'card', 'credentials', 'login')),
  add constraint freeze_reason_check check (reason in ('passwordChanged', 'passwordReset', 'passwordResetStrong',
    'payPasswordReset', 'contactChanged', 'googleBound', 'passkeyAdded', 'strongRemoved', 'caseFactor', 'casePassword',
    'notMe', 'sessionCopied', 'lifted', 'operator', 'closing')),
  add column lifted_at timestamptz,
  add column lifted_by text check (lifted_by in ('self', 'support')),
  add constraint freeze_lifted_whole check ((lifted_at is null) = (lifted_by is null));
drop index app.freeze_of_user;
create index freeze_of_user on app.freeze (user_id, area, until desc) where lifted_at is null;
