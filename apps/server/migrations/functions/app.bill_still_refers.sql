-- A bill changes its status mostly, which names nothing.
create or replace function app.bill_still_refers() returns trigger language plpgsql set search_path = app, pg_temp as $$
begin
  if not exists (select from person where id = new.user_id) or not exists (select from asset where code = new.asset)
    or (new.journal_id is not null and not exists (select from ledger.journal where id = new.journal_id))
    or (new.transfer_id is not null and not exists (select from transfer where id = new.transfer_id))
    or (new.order_id is not null
      and not exists (select from trade_order where id = new.order_id and user_id = new.user_id))
    or (new.belongs_to is not null and not exists (select from bill where id = new.belongs_to)) then
    raise exception 'a row of bill names what does not exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
