-- The login password is one that everybody tries first (security.md 9.3), as the last right log-in with it showed: its owner
-- is asked for another. Whoever sets a password sets none of these.
alter table app.person add column password_common boolean not null default false;
