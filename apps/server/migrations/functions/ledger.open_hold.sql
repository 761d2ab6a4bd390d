-- Locks an open hold of this owner, or says why it cannot be closed.
create or replace function ledger.open_hold(p_hold uuid, p_owner uuid) returns ledger.hold
  language plpgsql set search_path = ledger, pg_temp as $$
declare
  v_hold ledger.hold;
begin
  select h.* into v_hold from ledger.hold h
    join ledger.account a on a.id = h.account_id and a.owner_id = p_owner
    where h.id = p_hold for update of h;
  if not found then
    raise exception 'no such hold for this owner' using errcode = 'MG008';
  end if;
  if v_hold.state <> 'open' then
    raise exception 'the hold is % already', v_hold.state using errcode = 'MG009';
  end if;
  return v_hold;
end $$;
