-- Every place where the chain does not hold; must be empty.
create or replace function audit.verify() returns table (seal_no bigint, what text)
  language sql security definer set search_path = audit, pg_temp as $$
  select * from (
    select s.seal_no, case
      when e.id is null then 'event gone'
      when s.prev <> coalesce(lag(s.hash) over w, decode(repeat('00', 32), 'hex')) then 'chain cut'
      when s.seal_no <> row_number() over w then 'seal missing'
      when s.hash <> sha256(s.prev || audit.body(e)) then 'event altered' end as what
    from audit.seal s left join audit.event e on e.id = s.event_id window w as (order by s.seal_no)
  ) checked where checked.what is not null
  union all
  select null, 'event ' || e.id || ' was never sealed'
  from audit.event e
  where not exists (select 1 from audit.seal s where s.event_id = e.id)
    and not exists (select 1 from audit.unsealed u where u.event_id = e.id) $$;
