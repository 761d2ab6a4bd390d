create or replace function audit.refuse_change() returns trigger language plpgsql set search_path = audit, pg_temp as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'MG021';
end $$;
