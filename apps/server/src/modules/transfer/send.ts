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
import { formatUnits, formatUnitsTrimmed, parseUnits } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Call, Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import { queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { announce } from '../../platform/outbox.ts';
import { recordBill } from '../bill/record.ts';
import type { Payee } from '../identity/payee.ts';
import { findPayee, maskedName } from '../identity/payee.ts';
import type { Asset } from '../rate/asset.ts';
import { findAsset } from '../rate/asset.ts';
import { centsOf, formatCents, freshRates, lastKnownRates, usdForLimits } from '../rate/worth.ts';
import type { Security } from '../security/service.ts';
import { leftToPayOut } from './limits.ts';

type Input = InputOf<typeof internalTransfer>;
type No = Refusal<RefusalOf<typeof internalTransfer>>;

/** What will be moved, once every question about the order itself is answered. */
type Order = {
  readonly asset: Asset;
  readonly units: bigint;
  readonly payee: Payee;
  /** Worth at a fresh rate; undefined when there is none, and then a code is asked for. */
  readonly usd: string | undefined;
  /** Worth for the limits of the day and the month: at the last known rate where no fresh one is. */
  readonly limitUsd: string | undefined;
  readonly note: string | undefined;
};

export function createSend(security: Security): Handlers['transfer/internal'] {
  return async (input, call) => {
    await oneAtATime(call.db, call.session.userId);
    const order = await readOrder(input, call);
    if (order instanceof Refusal) return order;
    const no =
      (await payoutsAreFrozen(call)) ??
      (await security.checkPaymentPassword(call, input.payPassword)) ??
      (await isOverLimit(order, call)) ??
      (await isTooMuch(order, call)) ??
      (await approval(security, order, input, call));
    if (no !== undefined) return no;
    return await move(order, input, call);
  };
}

/** Two transfers of one sender follow each other, so that limits count what really went out. Ends with the transaction. */
async function oneAtATime(db: Database, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payout:${userId}`}, 0))`.execute(db);
}

async function readOrder(input: Input, { db, session, now }: Call<'user'>): Promise<Order | No> {
  const asset = await findAsset(db, input.currency);
  if (asset === undefined) return new Refusal('asset_unknown', { currency: input.currency }, 'currency');
  const { code: currency, scale } = asset;
  const units = parseUnits(input.amount, scale);
  if (units === undefined) return new Refusal('too_many_decimals', { scale, currency }, 'amount');
  if (units !== parseUnits(input.amountConfirm, scale))
    return new Refusal('amounts_differ', {}, 'amountConfirm');
  const say = (bound: bigint) => formatUnitsTrimmed(bound, scale, Math.min(asset.decimals, scale));
  if (units < asset.transferMin) {
    return new Refusal('amount_below_minimum', { min: say(asset.transferMin), currency }, 'amount');
  }
  if (asset.transferMax !== null && units > asset.transferMax) {
    return new Refusal('amount_above_maximum', { max: say(asset.transferMax), currency }, 'amount');
  }
  const payee = await findPayee(db, input.to);
  if (payee === undefined) return new Refusal('payee_not_found', {}, 'to');
  if (payee.userId === session.userId) return new Refusal('payee_is_self', {}, 'to');
  const holding = { asset: currency, units, scale };
  const usd = usdForLimits(await freshRates(db, now), holding);
  const limitUsd = usd ?? usdForLimits(await lastKnownRates(db), holding);
  return { asset, units, payee, usd, limitUsd, note: input.note === '' ? undefined : input.note };
}

async function payoutsAreFrozen({ db, session, now }: Call<'user'>): Promise<No | undefined> {
  const found = await sql<{ freeze_until: number | null }>`
    select freeze_until from app.person where id = ${session.userId}`.execute(db);
  const until = found.rows[0]?.freeze_until ?? 0;
  return until > now ? new Refusal('payouts_frozen', { until }) : undefined;
}

async function isOverLimit({ limitUsd }: Order, { db, session, now }: Call<'user'>): Promise<No | undefined> {
  const left = await leftToPayOut(db, session.userId, now);
  // Without any rate there is no telling how much it is: nothing may slip past a limit that cannot be read.
  const isOver = limitUsd === undefined || centsOf(limitUsd) > left;
  return isOver ? new Refusal('limit_exceeded', { left: formatCents(left) }, 'amount') : undefined;
}

/** A kind word before the ledger's hard one: the database itself refuses an overdraft whatever this says. */
async function isTooMuch({ asset, units }: Order, { db, session }: Call<'user'>): Promise<No | undefined> {
  const found = await sql<{ balance: string }>`
    select balance from ledger.account
    where owner_id = ${session.userId} and asset_id = ${asset.ledgerId} and kind = 'available'`.execute(db);
  return units > BigInt(found.rows[0]?.balance ?? '0') ? insufficient(asset) : undefined;
}

function insufficient({ code }: Asset): No {
  return new Refusal('insufficient_balance', { currency: code }, 'amount');
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

async function move(
  { asset, units, payee, limitUsd, note }: Order,
  input: Input,
  { db, session, now }: Call<'user'>,
) {
  const ledger = queryable(db);
  const assetId = asset.ledgerId;
  const id = newId();
  const from = await openAccount(ledger, { owner: session.userId, assetId, kind: 'available' });
  const to = await openAccount(ledger, { owner: payee.userId, assetId, kind: 'available' });
  let journalId: bigint;
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
  await sql`
    insert into app.transfer (id, sender_id, recipient_id, asset, units, usd, note, journal_id, challenge_id, created_at)
    values (${id}, ${session.userId}, ${payee.userId}, ${asset.code}, ${String(units)}, ${limitUsd ?? null}, ${note ?? null},
      ${journalId}, ${input.verify?.challengeId ?? null}, ${new Date(now)})`.execute(db);
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
  return { billId, status: 'success' as const };
}

type Moved = Pick<Order, 'asset' | 'units' | 'payee' | 'note'> & {
  readonly id: string;
  readonly journalId: bigint;
  readonly senderId: string;
  readonly now: number;
};

/** Both bills and every announcement, in the transaction of the movement. Answers the sender's bill. */
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
  const amount = formatUnitsTrimmed(units, asset.scale, Math.min(asset.decimals, asset.scale));
  await announce(
    db,
    { userId: senderId, event: 'balance', data: { currency: asset.code } },
    { userId: payee.userId, event: 'balance', data: { currency: asset.code } },
    {
      userId: payee.userId,
      event: 'message',
      data: { kind: 'received', billId: theirs, amount, currency: asset.code, from: sender },
    },
  );
  return billId;
}
