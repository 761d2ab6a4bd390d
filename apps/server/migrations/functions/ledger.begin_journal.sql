-- Writes the journal row, or finds the one written before under the same key. A replay moves nothing, so it is
-- answered even while money is halted.
create or replace function ledger.begin_journal(p_scope text, p_key text, p_hash bytea, p_kind text, p_reference text,
    p_reverses bigint, out journal_id bigint, out outcome text)
  language plpgsql set search_path = ledger, pg_temp as $$
declare
  v_hash bytea;
begin
  perform pg_current_xact_id(); -- before the id is drawn: ledger.audit relies on this order
  insert into ledger.journal (scope, key, request_hash, kind, reference, reverses)
    values (p_scope, p_key, p_hash, p_kind, p_reference, p_reverses)
    on conflict on constraint journal_once do nothing returning id into journal_id;
  if journal_id is not null then
    if exists (select 1 from ledger.halt where resumed_at is null) then
      perform ledger.check_halt();
    end if;
    outcome := 'applied';
    return;
  end if;
  select j.id, j.request_hash into strict journal_id, v_hash
    from ledger.journal j where j.scope = p_scope and j.key = p_key;
  if v_hash <> p_hash then
    raise exception 'the key was used before with another request' using errcode = 'MG005';
  end if;
  outcome := 'replayed';
end $$;
