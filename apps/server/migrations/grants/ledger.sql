-- What the application role may do with the ledger: read it, and call these functions. Nothing else.
grant usage on schema ledger to :app_role;
grant select on all tables in schema ledger to :app_role;
grant execute on function ledger.post, ledger.post_batch, ledger.begin_batch, ledger.fill_batch, ledger.lock_accounts,
  ledger.open_account, ledger.reverse, ledger.place_hold, ledger.capture_hold, ledger.release_hold,
  ledger.take_lease, ledger.release_lease, ledger.audit, ledger.stop_money to :app_role;
