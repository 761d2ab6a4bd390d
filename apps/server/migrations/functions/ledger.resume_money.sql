create or replace function ledger.resume_money(p_by text, p_second text, p_reason text) returns void
  language plpgsql set search_path = ledger, pg_temp as $$
begin
  if coalesce(p_by = p_second, true) or coalesce(length(p_reason), 0) < 5 then
    raise exception 'two different persons and a reason resume money' using errcode = 'MG012';
  end if;
  if exists (select 1 from ledger.broken) then
    raise exception 'the books are still broken' using errcode = 'MG012';
  end if;
  update ledger.halt set resumed_at = clock_timestamp(), resumed_by = p_by, second_by = p_second,
    resume_reason = p_reason where resumed_at is null;
end $$;
