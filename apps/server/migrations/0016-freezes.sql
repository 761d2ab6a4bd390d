-- What a person may not do for a while, and why. Rows are kept: they say what was frozen when.
create table app.freeze (
  id uuid primary key,
  user_id uuid not null references app.person,
  area text not null check (area in ('payout', 'trade')),
  reason text not null check (reason in ('passwordChanged', 'passwordReset', 'payPasswordReset')),
  since timestamptz not null,
  until timestamptz not null,
  check (until > since)
);
create index freeze_of_user on app.freeze (user_id, area, until desc);

-- Freezes that still hold: why is what the history says of the secret that changed last. A reset freezes trading as well.
with held as (
  select p.id as user_id, p.freeze_until as until, coalesce(e.event, 'passwordReset') as reason
  from app.person p
  left join lateral (
    select event from app.security_event
    where user_id = p.id and event in ('passwordChanged', 'passwordReset', 'payPasswordReset')
    order by at desc limit 1) e on true
  where p.freeze_until > now())
insert into app.freeze (id, user_id, area, reason, since, until)
  select gen_random_uuid(), user_id, area, reason, least(now(), until - interval '1 second'), until
  from held join (values ('payout'), ('trade')) areas(area) on area = 'payout' or reason <> 'passwordChanged';
alter table app.person drop column freeze_until;

-- When the payment password was entered for trading in this session; null after any change of a secret.
alter table app.session add column trade_confirmed_at timestamptz;
