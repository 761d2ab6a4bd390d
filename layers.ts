/**
 * The layer table: who may import whom, and who may read whose tables. One line a room, in floor order: a room imports and
 * reads only what stands above its line. scripts/boundaries.ts checks it on imports and on the text of SQL; tests, e2e,
 * bench and scripts stand outside and may import anything.
 *
 * `@name` is packages/name, `web/name` is apps/wallet/src/name, a bare name is a module of the server. Whoever may import a
 * room may import the rooms inside it.
 * `owns` are its tables: it alone names them in SQL. `reads` are tables of a room above that its SQL may join as well;
 * everything else of another room is asked for through the functions and fragments of that room's views.ts.
 */
export const table = `
@money:
@operations: @money
@texts:
@guard: @money
@partners: @money
@contract: @money @guard @partners
@ledger: @money; owns ledger.asset ledger.chart ledger.account ledger.journal ledger.posting ledger.hold ledger.halt ledger.lease ledger.audit_mark ledger.audited ledger.broken ledger.broken_since_mark
@matching: @money
@trading: @money @matching
@chain: @money
@evm: @chain

platform/process:
platform/database: @money @contract @ledger platform/process; owns app.outbox
platform/operations: @operations platform/database
platform/jobs: @ledger platform/process platform/database
platform/postgres: platform/process platform/database platform/jobs
platform/http: @money @texts @contract @guard platform/process platform/database; owns app.request_key app.rate_limit app.session app.device app.trusted_device
platform/stream: platform/process platform/database platform/http
platform/reference: @texts @contract platform/http
audit: @money @ledger @operations platform; owns audit.event audit.operator audit.seal audit.unsealed; reads ledger.halt
config: @texts @contract @ledger @operations platform; owns app.config_entry
asset: @money @ledger platform; owns app.asset; reads ledger.asset
person: @money @contract @texts platform; owns app.person
file: @money @contract platform; owns app.file
rate: @money @contract @ledger @operations platform asset; owns app.rate app.rate_class app.rate_history app.rate_jump app.rate_source app.rate_source_state; reads app.asset
message: @money @texts @contract @guard @operations platform person; owns app.notice app.announcement_mail app.announcement_read app.content app.ticket app.notme; reads app.person
market: @money @contract @operations platform asset rate @ledger; owns app.market app.candle app.market_favorite app.index_price app.trade_fee; reads app.asset ledger.asset app.rate
chain: @money @ledger @chain @operations platform asset audit rate; owns app.chain app.chain_address app.chain_asset app.chain_block app.chain_cursor app.chain_halt app.chain_transfer; reads app.asset ledger.asset
risk: @money @contract @chain @operations platform asset rate file message chain @ledger; owns app.risk_account app.risk_case app.risk_step; reads app.chain app.chain_asset app.asset ledger.asset app.rate
human: @money @contract platform; owns app.puzzle_used
bill: @money @contract @ledger @chain platform asset rate chain; owns app.bill app.bill_step; reads app.asset ledger.asset app.chain
adapters: @money @texts @contract @chain @partners platform rate file message market human; owns app.demo_inbox
deposit: @money @contract @ledger @chain @operations platform asset audit person rate message chain risk bill; owns app.deposit app.deposit_dust; reads app.chain app.chain_address app.chain_asset app.asset app.rate ledger.asset ledger.account
payout: @money @contract @ledger @chain @operations platform asset message chain risk bill deposit; owns app.payout app.payout_step app.payout_quote app.slot app.slot_attempt app.sweep app.lane; reads app.chain app.chain_asset app.chain_address app.asset ledger.asset ledger.hold ledger.halt
reconcile: @money @ledger @chain @operations platform asset audit person message chain bill deposit payout; owns app.chain_difference; reads app.person app.asset app.chain_address ledger.asset ledger.account
wallet: @money @contract @ledger platform asset rate bill deposit; reads app.asset ledger.asset ledger.account app.rate
factor: @money @contract @guard platform person; owns app.google app.recovery_code app.passkey app.passkey_person app.passkey_ticket; reads app.person
spending: @money @contract @guard @ledger platform asset person rate deposit factor; owns app.freeze app.payout_limit app.person_limit app.limit_change; reads app.person app.asset ledger.asset ledger.account
partner: @contract @partners @money @ledger platform; owns app.partner_call app.partner_event
identity: @money @texts @contract @guard platform person file message human factor spending; owns app.agreement_acceptance app.attempt app.contact_code app.login_ticket app.recovery app.security_event; reads app.person
security: @money @contract @guard platform asset person rate message factor spending identity; owns app.challenge app.payment_password; reads app.person
purchase: @money @contract @ledger platform asset bill spending; owns app.price app.purchase app.broken_purchases app.broken_trust; reads app.asset ledger.asset ledger.account
kyc: @money @contract @ledger @operations @partners platform audit asset person file message bill factor spending identity security partner purchase; owns app.kyc_order app.kyc_order_step app.kyc_record app.kyc_step app.kyc_item app.identity_key app.identity_index app.identity_disclosure app.identity_hold app.screening_hit app.kyc_choice app.kyc_id_type_closed app.kyc_binding_request app.kyc_phone app.house_review app.house_verdict; reads app.person
card: @money @contract @ledger @operations @partners platform audit asset person message bill factor spending identity security partner purchase kyc; owns app.card_product app.card_issuing app.card_region app.card_pickup app.card_application app.card_application_step app.card_delivery app.card app.card_step
shield: @money @contract @guard @operations platform person message factor spending identity security
passkey: @money @contract @guard platform person message factor spending identity security
limit: @contract @guard platform rate message factor spending identity
trade: @money @contract @ledger @matching @trading @operations platform asset person rate message market bill factor spending security; owns app.trade_order app.trade app.fill app.trade_allowance app.market_owner app.broken_orders; reads app.market app.asset app.rate app.person ledger.asset ledger.account ledger.lease
payee: @money @contract @guard @chain platform person rate message chain payout spending; owns app.payee app.payee_seen; reads app.chain app.person
transfer: @money @contract @guard @ledger @chain platform asset person rate message chain risk bill factor spending identity security payout payee; owns app.transfer; reads app.person app.chain app.chain_asset app.asset ledger.asset ledger.account
export: @money @texts @contract @chain platform asset person file message bill factor spending security; owns app.export
demo-money: @money @ledger platform asset person message bill
demo: @texts @contract @ledger @chain @partners platform asset person chain adapters identity security demo-money; reads app.asset app.chain_address
liquidity: @money @contract platform person rate market identity trade demo-money; reads app.person
operator: @money @contract @ledger @chain @operations @partners platform asset person config rate message chain risk market audit deposit payout reconcile kyc card trade

@signer: @chain; reads app.payout app.slot app.sweep app.asset app.chain_asset app.chain_address ledger.hold ledger.account ledger.asset

web/worker: @contract
web/ui/css:
web/ui/base:
web/ui/field: web/ui/base
web/ui/list: web/ui/base
web/ui/sheet: web/ui/base web/ui/field
web/ui/money: web/ui/base web/ui/field
web/ui/address: web/ui/base web/ui/field
web/ui/card-face: web/ui/base
web/ui/page: web/ui/base
web/ui-market: web/ui
web/lib/device: @contract
web/lib/text: @money @texts web/lib/device
web/lib/http: @money @contract web/lib/device web/lib/text
web/lib/intents: @contract web/lib/device web/lib/http
web/lib/live: @contract web/lib/device
web/lib/query: @money @contract web/lib/device web/lib/text web/lib/http web/lib/live
web/lib/route: @contract web/lib/device web/lib/text web/lib/http
web/ui-capture: @contract web/ui web/lib
web/domain/account: @money @contract @guard web/lib
web/domain/asset: @contract web/lib
web/domain/bill: @money @contract web/lib web/domain/asset
web/domain/card: @contract web/lib
web/domain/chain: @money @contract web/lib
web/domain/content: @contract web/lib
web/domain/kyc: @contract web/lib
web/domain/market: @money @contract web/lib web/domain/asset
web/domain/order: @money @contract web/lib
web/domain/payee: @money @contract @guard web/lib web/domain/account
web/domain/verification: @contract @guard web/lib
web/domain/purchase: @money @contract web/lib web/domain/verification
web/screen: @money @guard web/ui web/lib web/domain/account web/domain/verification web/domain/purchase
web/features: @money @contract @guard @partners web/ui web/ui-market web/ui-capture web/lib web/domain web/screen
web/app: @money @contract web/ui web/lib web/domain web/screen web/features
`;

/** Processes of their own: no room may import them; whoever needs what they do asks over a socket. */
export const processes: readonly string[] = ['@signer'];

/** Rooms whose folders are slices side by side: none imports another. */
export const slicedRooms: readonly string[] = ['web/features'];

/** What the files directly in apps/server/src, which put the program together, import from a module, each by its name. */
export const doors: readonly string[] = ['service.ts', 'port.ts', 'views.ts'];

/** What one of them imports beside that: the deeds of operators, and what the owners of tables let go of. */
export const doorsOfOne: Readonly<Record<string, string>> = {
  'deeds.ts': 'operations.ts',
  'prune.ts': 'store.ts',
};
