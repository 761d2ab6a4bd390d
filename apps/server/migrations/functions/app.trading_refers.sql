-- Rows of trading name what exists: an order a person, a market and its asset; a trade its market and journal; a fill its
-- trade and the order of its user; a bill its person, asset, journal and transfer, the order of its user (and so the
-- person) and the bill it goes on with. Probed by index whatever the statistics say.
create or replace function app.trading_refers() returns trigger language plpgsql set search_path = app, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_missing boolean;
begin
  if tg_table_name = 'trade_order' then
    v_missing := exists (
        select from (select distinct symbol, held_asset from fresh) f left join market m on m.symbol = f.symbol
          left join ledger.asset a on a.id = f.held_asset and a.code in (m.base, m.quote)
        where a.id is null)
      or exists (select from fresh f left join person p on p.id = f.user_id where p.id is null);
  elsif tg_table_name = 'trade' then
    v_missing := exists (
        select from (select distinct symbol from fresh) f left join market m on m.symbol = f.symbol
        where m.symbol is null)
      or exists (select from fresh f left join ledger.journal j on j.id = f.journal_id where j.id is null);
  elsif tg_table_name = 'fill' then
    v_missing := exists (
      select from fresh f left join trade t on t.id = f.trade_id and t.symbol = f.symbol
        left join trade_order o on o.id = f.order_id and o.user_id = f.user_id
      where t.id is null or o.id is null);
  else
    v_missing := exists (
        select from (select distinct asset from fresh) f left join asset a on a.code = f.asset where a.code is null)
      or exists (select from fresh f left join trade_order o on o.id = f.order_id and o.user_id = f.user_id
                 where f.order_id is not null and o.id is null)
      or exists (select from fresh f left join person p on p.id = f.user_id where f.order_id is null and p.id is null)
      or exists (select from fresh f left join ledger.journal j on j.id = f.journal_id
                 where f.journal_id is not null and j.id is null)
      or exists (select from fresh f left join transfer t on t.id = f.transfer_id
                 where f.transfer_id is not null and t.id is null)
      or exists (select from fresh f left join bill b on b.id = f.belongs_to
                 where f.belongs_to is not null and b.id is null);
  end if;
  if v_missing then
    raise exception 'a row of % names what does not exist', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
