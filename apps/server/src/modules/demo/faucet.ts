/**
 * The faucet: demo money for anybody, within a bound per asset, once per request. What has a local chain comes over it as
 * a real deposit with its confirmations; the rest is credited at once.
 */
import type { ChainAccount } from '@marigold/chain/port';
import { id, line } from '@marigold/contract/fields';
import { Halted, KeyReused } from '@marigold/ledger/errors';
import * as z from 'zod';

import type { Database } from '../../platform/database/database.ts';
import type { Asset } from '../asset/asset.ts';
import { parseAmount, sayUnits } from '../asset/asset.ts';
import { findAsset } from '../asset/views.ts';
import { drawAddress } from '../chain/address/pool.ts';
import { findChainAsset, toChain } from '../chain/registry.ts';
import { creditDemo } from '../demo-money/credit.ts';
import { findByKey } from '../person/views.ts';
import type { DemoChain } from './port.ts';
import { findNewestAddress } from './store.ts';

/** Most of one credit, so that a slip of the finger does not make every total unreadable. */
const amountMax: Readonly<Record<string, string>> = {
  BTC: '1',
  ETH: '20',
  TRX: '100000',
  JPY: '1000000',
  RUB: '1000000',
};
const amountMaxOther = '10000';

export const FaucetRequest = z.strictObject({
  username: line(254).trim(),
  asset: line(24).trim(),
  amount: line(40).trim(),
  /** Made with the form, so that sending it twice credits once. */
  requestId: id,
});
export type FaucetRequest = z.output<typeof FaucetRequest>;

export type FaucetAnswer =
  | {
      /** sent: on its way over the chain. */
      readonly kind: 'done' | 'sent';
      readonly user: string;
      readonly currency: string;
      readonly amount: string;
    }
  | { readonly kind: 'userUnknown' | 'assetUnknown' | 'stopped' | 'frozen' | 'conflict' }
  | { readonly kind: 'amount'; readonly max: string };

export type Faucet = (request: FaucetRequest, now: number) => Promise<FaucetAnswer>;

/** A chain cannot be asked for the same transaction twice, so what was asked is remembered while the program runs. */
export function createFaucet(db: Database, chain: DemoChain | undefined): Faucet {
  const drips = new Map<string, { readonly content: string; readonly answer: Promise<FaucetAnswer> }>();
  return async (request, now) => {
    const content = JSON.stringify([request.username.toLowerCase(), request.asset, request.amount]);
    const before = drips.get(request.requestId);
    if (before !== undefined) return before.content === content ? await before.answer : { kind: 'conflict' };
    const answer = give(db, chain, request, now);
    drips.set(request.requestId, { content, answer });
    try {
      const given = await answer;
      // A refused form may be corrected under the same id.
      if (given.kind !== 'done' && given.kind !== 'sent') drips.delete(request.requestId);
      return given;
    } catch (error) {
      drips.delete(request.requestId);
      throw error;
    }
  };
}

async function give(
  db: Database,
  chain: DemoChain | undefined,
  request: FaucetRequest,
  now: number,
): Promise<FaucetAnswer> {
  const person = await findByKey(db, 'username', request.username);
  if (person === undefined) return { kind: 'userUnknown' };
  const asset = await findAsset(db, request.asset);
  if (asset === undefined) return { kind: 'assetUnknown' };
  const units = parseAmount(asset, request.amount);
  const max = amountMax[asset.code] ?? amountMaxOther;
  if (units === undefined || units === 0n || units > (parseAmount(asset, max) ?? 0n))
    return { kind: 'amount', max };
  const amount = sayUnits(asset, units);
  const given = { user: person.username, currency: asset.code, amount };
  if (chain?.isFrozen() === true && (await findChainAsset(db, chain.chain, asset.code)) !== undefined)
    return { kind: 'frozen' };
  if (chain !== undefined && (await sendOver(db, chain, { asset, units, userId: person.id, now })))
    return { kind: 'sent', ...given };
  const credit = { userId: person.id, asset, units, key: `faucet-${request.requestId}`, now };
  try {
    await db.transaction().execute(async (inside) => void (await creditDemo(inside, credit)));
  } catch (error) {
    if (error instanceof Halted) return { kind: 'stopped' };
    if (error instanceof KeyReused) return { kind: 'conflict' };
    throw error;
  }
  return { kind: 'done', ...given };
}

type Gift = {
  readonly asset: Asset;
  readonly units: bigint;
  readonly userId: string;
  readonly now: number;
};

/** Sends a real deposit; false where the asset has no chain. */
async function sendOver(
  db: Database,
  chain: DemoChain,
  { asset, units, userId, now }: Gift,
): Promise<boolean> {
  const listed = await findChainAsset(db, chain.chain, asset.code);
  const amount = listed === undefined ? undefined : toChain(listed, units);
  if (listed === undefined || amount === undefined) return false;
  const to = await addressOf(db, userId, now);
  if (to === undefined) return false;
  await chain.send({ coin: listed.coin, to, amount });
  return true;
}

/** Where they receive: the newest of their addresses, or their first. */
async function addressOf(db: Database, userId: string, now: number): Promise<ChainAccount | undefined> {
  const newest = await findNewestAddress(db, userId);
  if (newest !== undefined) return newest;
  return (await drawAddress(db, { userId, family: 'evm', label: null, now }))?.account;
}
