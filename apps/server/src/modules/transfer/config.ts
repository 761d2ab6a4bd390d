import type { transferConfig } from '@marigold/contract/calls/transfer';
import { Refusal } from '@marigold/contract/endpoint';
import type { RefusalOf } from '@marigold/contract/endpoint';
import type { VerifyMethod } from '@marigold/guard/factors';

import type { Call, Handlers } from '../../platform/http/call.ts';
import { entryScale, formatAmount } from '../asset/asset.ts';
import type { Asset } from '../asset/asset.ts';
import { findAsset } from '../asset/views.ts';
import type { ChainPorts } from '../chain/port.ts';
import { formatCents } from '../rate/worth.ts';
import type { PayoutWay } from '../spending/limits.ts';
import { lockedOf } from '../spending/lock.ts';
import type { Spending } from '../spending/service.ts';
import { offerFor } from '../spending/verification.ts';
import { feeNow } from './fee.ts';
import { chainEntryScale, chainStep, findListing, isClosed } from './listing.ts';
import { findPayer } from './store.ts';

type No = Refusal<RefusalOf<typeof transferConfig>>;

/** What one transfer may be, whoever makes it. */
type Bounds = {
  readonly asset: Asset;
  readonly chain: string | null;
  readonly scale: number;
  readonly feeUnits: bigint;
  readonly min: bigint;
  readonly max: bigint | null;
  readonly minutes: number;
  readonly feeMode: 'fixed' | 'quoted';
};

export type TransferConfigDependencies = {
  readonly chains: ChainPorts;
  readonly spending: Pick<Spending, 'leftToPayOut'>;
};

export function createTransferConfig({
  chains,
  spending,
}: TransferConfigDependencies): Handlers['transfer/config'] {
  return async ({ currency, chain }, call) => {
    const bounds =
      chain === undefined
        ? await internalBounds(currency, call)
        : await chainBounds({ currency, chain }, chains, call);
    if (bounds instanceof Refusal) return bounds;
    const { asset, feeUnits, min, max, ...rest } = bounds;
    const write = (units: bigint) => formatAmount(asset, units);
    const way: PayoutWay = bounds.chain === null ? 'internal' : 'chain';
    const { db, session, now } = call;
    const { userId } = session;
    const { available, hasPayPassword, methods } = await readPayer(asset, call);
    return {
      currency: asset.code,
      ...rest,
      fee: write(feeUnits),
      min: write(min),
      max: max === null ? null : write(max),
      available: write(available),
      locked: write(await lockedOf(db, userId, asset.code)),
      leftToday: formatCents(await spending.leftToPayOut(db, { userId, now, way })),
      hasPayPassword,
      methods,
    };
  };
}

async function internalBounds(currency: string, { db }: Call<'user'>): Promise<Bounds | No> {
  const asset = await findAsset(db, currency);
  if (asset === undefined) return new Refusal('asset_unknown', { currency }, 'currency');
  return {
    asset,
    chain: null,
    scale: entryScale(asset),
    feeUnits: 0n,
    min: asset.transferMin,
    max: asset.transferMax,
    minutes: 0,
    feeMode: 'fixed',
  };
}

async function chainBounds(
  where: { readonly currency: string; readonly chain: string },
  chains: ChainPorts,
  { db, now }: Call<'user'>,
): Promise<Bounds | No> {
  const listing = await findListing(db, where);
  if (listing instanceof Refusal) return listing;
  const { asset, chain, listed } = listing;
  if (await isClosed(db, listing))
    return new Refusal('payouts_closed', { currency: asset.code, chain: chain.name });
  const paid = { units: listed.payoutMin, now };
  const feeUnits = await feeNow(db, chains.chain(chain.code), listing, paid);
  // To nobody yet it cannot be too dear.
  if (typeof feeUnits !== 'bigint') return new Refusal('chain_unavailable', { chain: chain.name });
  const least = feeUnits + chainStep(listed);
  return {
    asset,
    chain: chain.code,
    scale: chainEntryScale(listing),
    feeUnits,
    min: listed.payoutMin > least ? listed.payoutMin : least,
    max: listed.payoutMax,
    minutes: listed.minutes,
    feeMode: listed.feeMode,
  };
}

async function readPayer(
  asset: Asset,
  call: Call<'user'>,
): Promise<{ available: bigint; hasPayPassword: boolean; methods: VerifyMethod[] }> {
  const row = await findPayer(call.db, { userId: call.session.userId, assetId: asset.ledgerId });
  const offer = await offerFor(call, 'transfer/submit');
  return {
    available: BigInt(row?.available ?? '0'),
    hasPayPassword: row?.has_password ?? false,
    methods: [...offer.methods],
  };
}
