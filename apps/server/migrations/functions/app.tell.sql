-- What was announced is heard on commit; statement by statement, because a batch has hundreds.
create or replace function app.tell() returns trigger language plpgsql set search_path = app, pg_temp as $$
begin
  perform pg_notify('marigold_outbox',
    json_build_object('id', f.id, 'userId', f.user_id, 'event', f.event, 'data', f.data)::text)
  from fresh f;
  return null;
end $$;
