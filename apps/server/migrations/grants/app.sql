grant usage on schema app to :app_role;
grant select, insert, update, delete on all tables in schema app to :app_role;
revoke insert, update, delete on app.asset, app.payout_limit from :app_role;
grant execute on function app.enqueue(text, json, text) to :app_role;
