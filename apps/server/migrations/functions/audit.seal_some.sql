-- Chains up to p_max events whose transactions, and all older ones, have ended; answers how many.
create or replace function audit.seal_some(p_max int) returns int
  language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  v_no bigint;
  v_prev bytea;
  v_sealed int := 0;
  v_event audit.event;
begin
  perform pg_advisory_xact_lock(hashtext('audit.seal'));
  select s.seal_no, s.hash into v_no, v_prev from audit.seal s order by s.seal_no desc limit 1;
  v_no := coalesce(v_no, 0);
  v_prev := coalesce(v_prev, decode(repeat('00', 32), 'hex'));
  for v_event in
    select e.* from audit.unsealed u join audit.event e on e.id = u.event_id
    where e.tx < pg_snapshot_xmin(pg_current_snapshot()) order by e.id limit least(p_max, 10000)
  loop
    v_no := v_no + 1;
    insert into audit.seal (seal_no, event_id, prev, hash)
      values (v_no, v_event.id, v_prev, sha256(v_prev || audit.body(v_event))) returning hash into v_prev;
    delete from audit.unsealed where event_id = v_event.id;
    v_sealed := v_sealed + 1;
  end loop;
  return v_sealed;
end $$;
