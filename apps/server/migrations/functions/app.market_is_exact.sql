-- Every price times every amount is a whole number of the quote asset's units, so nothing is ever rounded but fees.
create or replace function app.market_is_exact() returns trigger language plpgsql set search_path = app, pg_temp as $$
begin
  if new.price_decimals + new.amount_decimals > (select scale from ledger.asset where code = new.quote)
    or new.amount_decimals > (select scale from ledger.asset where code = new.base) then
    raise exception 'a price times an amount of % would not be whole units', new.symbol using errcode = 'check_violation';
  end if;
  return new;
end $$;
