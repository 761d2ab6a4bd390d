/**
 * The main job: an internal transfer. One transaction holds the request's key, the journal, the transfer and both bills;
 * every "no" stands before the first write, in the order a person would ask.
 */
import type { InputOf, RefusalOf } from '@marigold/contract/endpoint';
import { Refusal } from '@marigold/contract/endpoint';
import type { internalTransfer } from '@marigold/contract/transfer';
import { openAccount } from '@marigold/ledger/account';
import { Halted, InsufficientBalance } from '@marigold/ledger/errors';
import { post } from '@marigold/ledger/journal';
import { formatUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import type { Database } from '../../platform/database.ts';
import { queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { announce } from '../../platform/outbox.ts';
import { parseAmount } from '../asset/asset.ts';
import { findAsset } from '../asset/store.ts';
import { recordBill } from '../bill/record.ts';
import { checkFreeze } from '../freeze/freeze.ts';
import type { Payee } from '../identity/payee.ts';
import { findPayee, maskedName } from '../identity/payee.ts';
import { notify } from '../message/notify.ts';
import type { Security } from '../security/service.ts';
import type { Payment } from './rules.ts';
import {
  insufficient,
  isOverLimit,
  isTooMuch,
  oneAtATime,
  readInternalAmount,
  sayUnits,
  worthOf,
} from './rules.ts';

type Input = InputOf<typeof internalTransfer>;
type No = Refusal<RefusalOf<typeof internalTransfer>>;

/** What will be moved, once every question about the order itself is answered. */
type Order = Payment & {
  readonly payee: Pick<Payee, 'userId' | 'masked'>;
  readonly note: string | undefined;
};

type Sent = { readonly billId: string; readonly status: 'success' };

export function createSend(security: Security): Handlers['transfer/internal'] {
  return async (input, call) => {
    await oneAtATime(call.db, call.session.userId);
    const order = await readOrder(input, call);
    if (order instanceof Refusal) return order;
    const no =
      (await checkFreeze(call, 'payout')) ??
      (await security.checkPaymentPassword(call, input.payPassword)) ??
      (await checkFreeze(call, 'payout', { isLocking: true })) ??
      (await isOverLimit(order, call)) ??
      (await isTooMuch(order, call)) ??
      (await approval(security, order, input, call));
    if (no !== undefined) return no;
    return await move(order, input.verify?.challengeId, call);
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

/** Above the person's limits the transfer needs a code that was made for exactly this amount and payee. */
async function approval(
  security: Security,
  order: Order,
  input: Input,
  call: Call<'user'>,
): Promise<No | undefined> {
  if (input.verify === undefined) return await security.needsVerification(call, order.usd);
  const operation = {
    kind: 'transfer/internal',
    asset: order.asset.code,
    amount: formatUnits(order.units, order.asset.scale),
    fee: formatUnits(0n, order.asset.scale),
    payee: order.payee.userId,
    chain: null,
  } as const;
  return await security.checkVerification(call, operation, input.verify);
}

/** Moves the amount and tells both; the questions are answered. `challengeId` is the code that approved it. */
export async function move(
  { asset, units, payee, limitUsd, note }: Order,
  challengeId: string | undefined,
  { db, session, now }: Call<'user'>,
): Promise<Sent | Refusal<'insufficient_balance' | 'money_stopped'>> {
  const ledger = queryable(db);
  const assetId = asset.ledgerId;
  const id = newId();
  const from = await openAccount(ledger, { owner: session.userId, assetId, kind: 'available' });
  const to = await openAccount(ledger, { owner: payee.userId, assetId, kind: 'available' });
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
    journalId = posted.journalId;
  } catch (error) {
    if (error instanceof InsufficientBalance) return insufficient(asset);
    if (error instanceof Halted) return new Refusal('money_stopped');
    throw error;
  }
  crashPoint('transfer.after-journal');
  await sql`
    insert into app.transfer (id, sender_id, recipient_id, asset, units, usd, note, journal_id, challenge_id, created_at)
    values (${id}, ${session.userId}, ${payee.userId}, ${asset.code}, ${String(units)}, ${limitUsd ?? null}, ${note ?? null},
      ${journalId}, ${challengeId ?? null}, ${new Date(now)})`.execute(db);
  const billId = await tellBoth(db, {
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
async function tellBoth(db: Database, moved: Moved): Promise<string> {
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
