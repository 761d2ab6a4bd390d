-- What the index said when a trade happened, in price steps: how far from it two accounts trade with each other.
alter table app.trade add column index_price bigint check (index_price > 0);
-- The fills of a day are read together; they are written in the order of time.
create index fill_at on app.fill using brin (at) with (pages_per_range = 32);

-- A case may be about somebody's trades of a day with one other account, worth so much in US dollars.
alter table app.risk_case
  add column other_user_id uuid references app.person,
  add column usd numeric check (usd > 0),
  drop constraint risk_case_rule_check,
  add constraint risk_case_rule_check check (rule in ('amount', 'list', 'velocity', 'counterparty')),
  drop constraint risk_case_check,
  add constraint risk_case_is_about_one check (num_nonnulls(deposit_id, payout_id, other_user_id) = 1),
  add constraint risk_case_of_trades check ((other_user_id is null) = (usd is null) and other_user_id <> user_id
    and (rule = 'counterparty') = (other_user_id is not null));
create index risk_case_of_pair on app.risk_case (user_id, other_user_id, created_at) where other_user_id is not null;
