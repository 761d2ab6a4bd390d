create or replace function audit.body(e audit.event) returns bytea language sql immutable set search_path = audit, pg_temp as $$
  select convert_to(jsonb_build_array(e.id, e.tx::text, extract(epoch from e.at)::text, e.actor, e.action, e.subject,
    e.reason, e.detail)::text, 'UTF8') $$;
