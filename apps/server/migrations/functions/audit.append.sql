create or replace function audit.append(p_actor text, p_action text, p_subject text, p_reason text, p_detail jsonb) returns bigint
  language sql security definer set search_path = audit, pg_temp as $$
  insert into audit.event (actor, action, subject, reason, detail)
    values (p_actor, p_action, p_subject, p_reason, p_detail) returning id $$;
