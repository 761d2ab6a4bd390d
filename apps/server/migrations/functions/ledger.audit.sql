-- Audits everything (p_full) or what is new, halts money when a row is broken, and moves the mark when none is.
-- Journal ids are not commit order: an id becomes the mark only after every transaction that could still own a
-- smaller one has ended. Answers at most 1000 broken rows.
create or replace function ledger.audit(p_full boolean) returns table (what text, id bigint)
  language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  v_what text[];
  v_id bigint[];
  v_mark ledger.audit_mark;
  v_seen bigint;
  v_fresh boolean;
begin
  perform pg_advisory_xact_lock(hashtext('ledger.audit'));
  select * into strict v_mark from ledger.audit_mark;
  v_fresh := pg_current_xact_id_if_assigned() is null;
  select case when is_called then last_value else 0 end into v_seen from ledger.journal_id_seq;
  -- Drawn after v_seen: whoever owns an id up to v_seen has a smaller transaction id than ours.
  perform pg_current_xact_id();
  if p_full then
    select array_agg(b.what), array_agg(b.id) into v_what, v_id
      from (select * from ledger.broken limit 1000) b;
  else
    select array_agg(b.what), array_agg(b.id) into v_what, v_id
      from (select * from ledger.broken_since_mark limit 1000) b;
  end if;
  if v_what is not null then
    perform ledger.stop_money(format('auditor: %s (%s)%s', v_what[1], v_id[1],
      case when cardinality(v_what) > 1 then format(' and %s more', cardinality(v_what) - 1) else '' end));
    return query select * from unnest(v_what, v_id);
    return;
  end if;
  if v_mark.seen_tx is not null and pg_snapshot_xmin(pg_current_snapshot()) > v_mark.seen_tx then
    perform ledger.count_audited(v_mark.journal_id, v_mark.seen_id);
    v_mark.journal_id := v_mark.seen_id;
    v_mark.seen_tx := null;
  end if;
  if p_full then
    delete from ledger.audited;
    perform ledger.count_audited(0, v_mark.journal_id);
  end if;
  if v_mark.seen_tx is null and v_fresh then
    v_mark.seen_id := v_seen;
    v_mark.seen_tx := pg_current_xact_id();
  end if;
  update ledger.audit_mark set journal_id = v_mark.journal_id, seen_id = v_mark.seen_id, seen_tx = v_mark.seen_tx,
    audited_at = clock_timestamp(), full_at = case when p_full then clock_timestamp() else full_at end;
end $$;
