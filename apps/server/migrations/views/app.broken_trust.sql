-- The auditor asks this beside the books: what lies at the trustee is what people and the house have in the trust, and
-- nothing is on its way that no entry tells of. In fiat money `suspense` holds unmatched wires alone.
create or replace view app.broken_trust as
  select 'money in transit without an entry of the trust' as what, a.id
    from ledger.account a where a.kind = 'transit' and a.balance <> 0
  union all
  select 'the trust is not what its owners have in it', l.id::bigint
    from ledger.asset l
    join app.asset s on s.ledger_id = l.id and s.kind = 'fiat'
    left join ledger.account a on a.asset_id = l.id and (a.kind in ('transit', 'trust', 'suspense', 'fund'))
    group by l.id
    having coalesce(sum(a.balance), 0) <> 0;
