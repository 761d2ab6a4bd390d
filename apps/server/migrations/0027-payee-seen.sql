-- The lock of a new address belongs to the address on its chain, saved or not (packages/guard/src/payee-lock.ts): when a
-- person first saved it, or first tried to send more there than goes at once. Rows are neither removed nor moved.
create table app.payee_seen (
  user_id uuid not null references app.person,
  chain text not null references app.chain,
  account bytea not null check (octet_length(account) = 20),
  first_at timestamptz not null,
  primary key (user_id, chain, account)
);
insert into app.payee_seen (user_id, chain, account, first_at)
  select user_id, chain, account, min(created_at) from app.payee where account is not null
  group by user_id, chain, account;
alter table app.payee drop column locked_until;
