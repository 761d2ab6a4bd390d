-- A new journal with every leg of p_journal the other way round, once.
create or replace function ledger.reverse(p_journal bigint, p_scope text, p_key text, p_hash bytea, p_kind text,
    p_reference text, out journal_id bigint, out outcome text)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  v_original ledger.journal;
begin
  select * into v_original from ledger.journal j where j.scope = p_scope and j.key = p_key;
  if not found then -- a replay needs no permission; everything else must be reversible now
    select * into v_original from ledger.journal j where j.id = p_journal for update;
    if not found or v_original.reverses is not null
      or exists (select 1 from ledger.journal j
                 where j.reverses = p_journal and (j.scope, j.key) is distinct from (p_scope, p_key))
      or exists (select 1 from ledger.hold h where h.placed_journal = p_journal or h.closed_journal = p_journal) then
      raise exception 'journal % cannot be reversed', p_journal using errcode = 'MG011';
    end if;
  end if;
  select b.journal_id, b.outcome into journal_id, outcome
    from ledger.begin_journal(p_scope, p_key, p_hash, p_kind, p_reference, p_journal) b;
  if outcome = 'applied' then
    perform ledger.insert_postings(array_agg(reverse.journal_id), array_agg(p.line), array_agg(p.to_account),
        array_agg(p.from_account), array_agg(p.asset_id), array_agg(p.units::numeric))
      from (select * from ledger.posting p where p.journal_id = p_journal order by p.line) p;
  end if;
end $$;
