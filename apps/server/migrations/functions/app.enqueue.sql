-- The application queues jobs in its own transaction without touching the queue's tables.
create or replace function app.enqueue(p_task text, p_payload json, p_key text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_key is null then
    perform graphile_worker.add_job(p_task, p_payload);
  else
    perform graphile_worker.add_job(p_task, p_payload, job_key => p_key);
  end if;
end $$;
