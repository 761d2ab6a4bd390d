create or replace function ledger.check_lease(p_lease text, p_epoch bigint) returns void
  language plpgsql set search_path = ledger, pg_temp as $$
begin
  perform 1 from ledger.lease where name = p_lease and epoch = p_epoch for share;
  if not found then
    raise exception 'fenced: the lease % has another epoch', p_lease using errcode = 'MG004';
  end if;
end $$;
