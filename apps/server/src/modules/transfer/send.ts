import type { internalTransfer } from '@marigold/contract/calls/transfer';
/**
 * The main job: an internal transfer. One transaction holds the request's key, the journal, the transfer and both bills;
 * every "no" stands before the first write, in the order a person would ask.
 */
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import { openAccount } from '@marigold/ledger/account';
import { Halted, InsufficientBalance } from '@marigold/ledger/errors';
import { newJournal, post } from '@marigold/ledger/journal';
import { assert } from '@marigold/money/assert';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import { crashPoint } from '../../platform/process/crash-point.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { parseAmount, sayUnits } from '../asset/asset.ts';
import { findAsset } from '../asset/views.ts';
import { recordBill } from '../bill/record.ts';
import { notify } from '../message/notify.ts';
import type { FoundPayee } from '../payee/find.ts';
import { findPayee } from '../payee/find.ts';
import { maskedName } from '../person/views.ts';
import type { Payment } from '../spending/payment.ts';
import { insufficient, worthOf } from '../spending/payment.ts';
import type { Spending } from '../spending/service.ts';
import { lockPayments } from '../spending/store.ts';
import { readInternalAmount } from './rules.ts';
import { insertTransfer } from './store.ts';
import { operationOfTransfer } from './subject.ts';

type Input = InputOf<typeof internalTransfer>;
type No = Refusal<RefusalOf<typeof internalTransfer>>;

/** What will be moved, once every question about the order itself is answered. */
type Order = Payment & {
  readonly payee: Pick<FoundPayee, 'userId' | 'masked'>;
  readonly note: string | undefined;
};

type Sent = { readonly billId: string; readonly status: 'success' };

export function createSend(spending: Pick<Spending, 'approve'>): Handlers['transfer/internal'] {
  return async (input, call) => {
    await lockPayments(call.db, call.session.userId);
    const order = await readOrder(input, call);
    if (order instanceof Refusal) return order;
    const { payPassword, verify } = input;
    const operation = operationOfTransfer(order.asset, order.units, order.payee.userId);
    const no = await spending.approve(call, { payment: order, payPassword, operation, verify });
    if (no !== undefined) return no;
    return await move(order, verify?.challengeId, call);
  };
}

async function readOrder(input: Input, { db, session, now }: Call<'user'>): Promise<Order | No> {
  const asset = await findAsset(db, input.currency);
  if (asset === undefined) return new Refusal('asset_unknown', { currency: input.currency }, 'currency');
  const units = readInternalAmount(asset, input.amount);
  if (units instanceof Refusal) return units;
  if (units !== parseAmount(asset, input.amountConfirm))
    return new Refusal('amounts_differ', {}, 'amountConfirm');
  const payee = await findPayee(db, input.to);
  if (payee === undefined) return new Refusal('payee_not_found', {}, 'to');
  if (payee.userId === session.userId) return new Refusal('payee_is_self', {}, 'to');
  const worth = await worthOf(db, asset, units, now);
  return { asset, units, payee, ...worth, way: 'internal', note: input.note === '' ? undefined : input.note };
}

/** Moves the amount and tells both; the questions are answered. `challengeId` is the code that approved it. */
export async function move(
  { asset, units, payee, limitUsd, note }: Order,
  challengeId: string | undefined,
  { db, session, now }: Call<'user'>,
): Promise<Sent | Refusal<'insufficient_balance' | 'money_stopped'>> {
  const ledger = queryable(db);
  const assetId = asset.ledgerId;
  const id = newRowId();
  const from = await openAccount(ledger, { owner: session.userId, assetId, kind: 'available' });
  const to = await openAccount(ledger, { owner: payee.userId, assetId, kind: 'available' });
  assert(units > 0n && from !== to, 'something moves from one person to another');
  let journalId: bigint;
  crashPoint('transfer.before-journal');
  try {
    const posted = await post(ledger, {
      scope: 'transfer',
      key: `transfer:${id}`,
      kind: 'transfer',
      reference: id,
      postings: [{ from, to, assetId, units }],
    });
    journalId = newJournal(posted);
  } catch (error) {
    if (error instanceof InsufficientBalance) return insufficient(asset);
    if (error instanceof Halted) return new Refusal('money_stopped');
    throw error;
  }
  crashPoint('transfer.after-journal');
  await insertTransfer(db, {
    id,
    senderId: session.userId,
    recipientId: payee.userId,
    asset: asset.code,
    units,
    usd: limitUsd,
    note,
    journalId,
    challengeId,
    now,
  });
  const billId = await notifyBoth(db, {
    id,
    asset,
    units,
    payee,
    note,
    journalId,
    senderId: session.userId,
    now,
  });
  return { billId, status: 'success' };
}

type Moved = Pick<Order, 'asset' | 'units' | 'payee' | 'note'> & {
  readonly id: string;
  readonly journalId: bigint;
  readonly senderId: string;
  readonly now: number;
};

/** Both bills, every announcement and the notice, in the transaction of the movement. Answers the sender's bill. */
async function notifyBoth(db: Database, moved: Moved): Promise<string> {
  const { asset, units, payee, journalId, senderId, now } = moved;
  const sender = await maskedName(db, senderId);
  const both = {
    asset: asset.code,
    units,
    payType: 'internal',
    sendingAddress: sender,
    receivingAddress: payee.masked,
    journalId,
    transferId: moved.id,
    statuses: ['running', 'success'],
    now,
  } as const;
  const billId = await recordBill(db, {
    ...both,
    userId: senderId,
    type: 'TRANSFER',
    direction: 'out',
    counterparty: payee.masked,
    note: moved.note,
  });
  const theirs = await recordBill(db, {
    ...both,
    userId: payee.userId,
    type: 'COLLECTION',
    direction: 'in',
    counterparty: sender,
  });
  crashPoint('transfer.after-bills');
  const amount = sayUnits(asset, units);
  await announce(
    db,
    { userId: senderId, event: 'balance', data: { currency: asset.code } },
    { userId: payee.userId, event: 'balance', data: { currency: asset.code } },
  );
  await notify(db, {
    userId: payee.userId,
    kind: 'received',
    facts: { amount, currency: asset.code, from: sender, billId: theirs },
    now,
  });
  return billId;
}
