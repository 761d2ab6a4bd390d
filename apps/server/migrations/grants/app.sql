grant usage on schema app to :app_role;
grant select, insert, update, delete on all tables in schema app to :app_role;
revoke update, delete on app.content, app.freeze, app.payee_seen from :app_role;
grant update (lifted_at, lifted_by) on app.freeze to :app_role;
revoke insert, update, delete on app.asset, app.payout_limit, app.rate_class, app.config_entry, app.chain, app.chain_asset, app.risk_account, app.market, app.trade_fee, app.price, app.identity_hold, app.kyc_choice, app.kyc_id_type_closed, app.card_product, app.card_issuing, app.card_region, app.card_pickup from :app_role;
grant update (stock) on app.card_product to :app_role;
grant execute on function app.enqueue(text, json, text) to :app_role;
