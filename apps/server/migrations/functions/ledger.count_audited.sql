-- Adds the postings of the journals p_after < id <= p_upto to what is proven.
create or replace function ledger.count_audited(p_after bigint, p_upto bigint) returns void
  language plpgsql set search_path = ledger, pg_temp as $$
begin
  insert into ledger.audited as c (account_id, balance, moves)
    select leg.id, sum(leg.units), count(*)
    from (select p.from_account as id, -p.units as units from ledger.posting p
            where p.journal_id > p_after and p.journal_id <= p_upto
          union all
          select p.to_account, p.units from ledger.posting p
            where p.journal_id > p_after and p.journal_id <= p_upto) leg
    group by leg.id
    on conflict (account_id) do update set balance = c.balance + excluded.balance, moves = c.moves + excluded.moves;
end $$;
