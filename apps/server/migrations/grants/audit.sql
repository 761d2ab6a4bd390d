-- The application role appends to the audit log, seals it and may read it; operators and their keys stay out of reach.
grant usage on schema audit to :app_role;
grant select on audit.event, audit.seal to :app_role;
grant execute on function audit.append, audit.seal_some, audit.verify to :app_role;
