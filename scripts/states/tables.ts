/** Every state table with the column of the database that it speaks for. A column without one is found by states.test.ts. */
import { depositStates, payoutStates } from '@marigold/chain/states';
import { billStates } from '@marigold/contract/calls/bill';
import type { StateTable } from '@marigold/money/states';
import { defineStates } from '@marigold/money/states';
import { partnerCallStates } from '@marigold/partners/call-states';
import {
  cardApplicationStates,
  cardDeliveryStates,
  cardStates,
  cardWishes,
} from '@marigold/partners/card-states';
import {
  kycBindingStates,
  kycItemStates,
  kycOrderStates,
  kycRecordStates,
  kycReviewStates,
} from '@marigold/partners/kyc-states';

import { exportStates } from '../../apps/server/src/modules/export/states.ts';
import { passkeyStates } from '../../apps/server/src/modules/factor/passkey/states.ts';
import { googleStates } from '../../apps/server/src/modules/factor/states.ts';
import { recoveryStates } from '../../apps/server/src/modules/identity/recovery/states.ts';
import { marketStates } from '../../apps/server/src/modules/market/states.ts';
import { ticketStates } from '../../apps/server/src/modules/message/states.ts';
import { nonceStates } from '../../apps/server/src/modules/payout/nonce/states.ts';
import { sweepStates } from '../../apps/server/src/modules/payout/sweep/states.ts';
import { purchaseStates } from '../../apps/server/src/modules/purchase/states.ts';
import { caseStates } from '../../apps/server/src/modules/risk/states.ts';
import { challengeStates } from '../../apps/server/src/modules/security/states.ts';
import { limitChangeStates } from '../../apps/server/src/modules/spending/states.ts';
import { orderStates } from '../../apps/server/src/modules/trade/states.ts';

/** Nobody but the ledger's own SQL moves a hold, where the trigger `hold_closes_once` keeps it to these arrows. */
const holdStates = defineStates({
  thing: 'a hold',
  firsts: ['open'],
  finals: ['captured', 'released'],
  next: { open: ['captured', 'released'], captured: [], released: [] },
});

const cardFile = 'packages/partners/src/card-states.ts';
const kycFile = 'packages/partners/src/kyc-states.ts';

export type Tabled = {
  readonly table: StateTable<string>;
  /** What the table is called where it is written. */
  readonly name: string;
  readonly file: string;
};

const modules = 'apps/server/src/modules';

/** By column, as `schema.table.column`. */
export const tabled: Readonly<Record<string, Tabled>> = {
  'app.bill.status': {
    table: billStates,
    name: 'billStates',
    file: 'packages/contract/src/calls/bill.ts',
  },
  'app.deposit.state': {
    table: depositStates,
    name: 'depositStates',
    file: 'packages/chain/src/states.ts',
  },
  'app.payout.state': {
    table: payoutStates,
    name: 'payoutStates',
    file: 'packages/chain/src/states.ts',
  },
  'app.slot.state': { table: nonceStates, name: 'nonceStates', file: `${modules}/payout/nonce/states.ts` },
  'app.sweep.state': { table: sweepStates, name: 'sweepStates', file: `${modules}/payout/sweep/states.ts` },
  'ledger.hold.state': { table: holdStates, name: 'holdStates', file: 'scripts/states/tables.ts' },
  'app.trade_order.status': {
    table: orderStates,
    name: 'orderStates',
    file: `${modules}/trade/states.ts`,
  },
  'app.google.state': { table: googleStates, name: 'googleStates', file: `${modules}/factor/states.ts` },
  'app.limit_change.state': {
    table: limitChangeStates,
    name: 'limitChangeStates',
    file: `${modules}/spending/states.ts`,
  },
  'app.passkey.state': {
    table: passkeyStates,
    name: 'passkeyStates',
    file: `${modules}/factor/passkey/states.ts`,
  },
  'app.market.state': { table: marketStates, name: 'marketStates', file: `${modules}/market/states.ts` },
  'app.risk_case.state': { table: caseStates, name: 'caseStates', file: `${modules}/risk/states.ts` },
  'app.challenge.state': {
    table: challengeStates,
    name: 'challengeStates',
    file: `${modules}/security/states.ts`,
  },
  'app.recovery.state': {
    table: recoveryStates,
    name: 'recoveryStates',
    file: `${modules}/identity/recovery/states.ts`,
  },
  'app.export.status': { table: exportStates, name: 'exportStates', file: `${modules}/export/states.ts` },
  'app.ticket.status': { table: ticketStates, name: 'ticketStates', file: `${modules}/message/states.ts` },
  'app.purchase.state': {
    table: purchaseStates,
    name: 'purchaseStates',
    file: `${modules}/purchase/states.ts`,
  },
  'app.partner_call.state': {
    table: partnerCallStates,
    name: 'partnerCallStates',
    file: 'packages/partners/src/call-states.ts',
  },
  'app.kyc_order.state': { table: kycOrderStates, name: 'kycOrderStates', file: kycFile },
  'app.kyc_record.status': { table: kycRecordStates, name: 'kycRecordStates', file: kycFile },
  'app.kyc_record.review': { table: kycReviewStates, name: 'kycReviewStates', file: kycFile },
  'app.kyc_binding_request.state': {
    table: kycBindingStates,
    name: 'kycBindingStates',
    file: kycFile,
  },
  'app.kyc_item.state': { table: kycItemStates, name: 'kycItemStates', file: kycFile },
  'app.card_application.state': {
    table: cardApplicationStates,
    name: 'cardApplicationStates',
    file: cardFile,
  },
  'app.card_delivery.state': { table: cardDeliveryStates, name: 'cardDeliveryStates', file: cardFile },
  'app.card.state': { table: cardStates, name: 'cardStates', file: cardFile },
  'app.card.wish': { table: cardWishes, name: 'cardWishes', file: cardFile },
};

/** Columns that only tell through which states the row of another table went. */
export const steps: ReadonlySet<string> = new Set([
  'app.bill_step.status',
  'app.payout_step.state',
  'app.risk_step.state',
  'app.kyc_order_step.state',
  'app.kyc_step.review',
  'app.card_application_step.state',
  'app.card_step.state',
  'app.card_step.wish',
]);
