/** The addresses a person shows to others so that coins come in. */
import type { Family } from '@marigold/chain/account';
import { writeAccount } from '@marigold/chain/account';
import type { Address } from '@marigold/contract/calls/deposit';
import { receiptsUntilNew } from '@marigold/contract/calls/deposit';
import { Refusal } from '@marigold/contract/endpoint';
import { assert } from '@marigold/money/assert';
import { minuteMs } from '@marigold/money/spans';

import type { Database } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/http/call.ts';
import { pageOf, pageSizeDefault, readIdCursor } from '../../../platform/http/id-page.ts';
import { notFound } from '../../../platform/http/transport-error.ts';
import { sayUnits } from '../../asset/asset.ts';
import { paymentUri } from '../../chain/address/payment-uri.ts';
import type { OwnAddress } from '../../chain/address/pool.ts';
import { drawAddress } from '../../chain/address/pool.ts';
import { updateLabel } from '../../chain/address/store.ts';
import { findChainAndAsset } from '../../chain/chain-asset.ts';
import type { ChainPorts } from '../../chain/port.ts';
import { accountOf, bytesOf, findChain, listChainAssets, listChainRows } from '../../chain/registry.ts';
import { isPlain, isRead, readProgress } from '../../chain/state/progress.ts';
import type { AddressOwner, UsedAddress } from './store.ts';
import { countUnused, findAddressOf, findNewest, listAddressRows, lockDrawing } from './store.ts';

/** domain.md B.12: at most so many addresses of a person may wait for their first receipt. */
const unusedMax = 20;

type AddressHandlers = Pick<
  Handlers,
  'wallet/address/get' | 'wallet/address/new' | 'wallet/address/list' | 'wallet/address/label'
>;

export function createOwnAddresses(chains: ChainPorts): AddressHandlers {
  const draw = createDraw(chains);
  return {
    async 'wallet/address/get'({ currency, chain: code }, { db, session, now }) {
      const place = await findChainAndAsset(db, { chain: code, currency });
      if (place === 'asset_unknown') return new Refusal(place, { currency }, 'currency');
      if (place === 'chain_unknown') return new Refusal(place, {}, 'chain');
      const { chain, asset } = place;
      const progress = (await readProgress(db)).get(code);
      if (!asset.depositIsOpen || !isRead(asset, progress)) return new Refusal('deposits_closed');
      const owner = { userId: session.userId, family: chain.family };
      const row = (await findNewest(db, owner)) ?? (await drawFirst(db, draw, owner, now));
      if (row === undefined) return new Refusal('addresses_exhausted');
      return {
        ...addressOf(row, chain),
        currency,
        rotate: row.count >= receiptsUntilNew,
        min: sayUnits(asset, asset.depositMin),
        plainOnly: isPlain(asset, progress),
        confirmations: chain.confirmations,
        minutes: Math.max(1, Math.ceil((chain.confirmations * chain.blockMs) / minuteMs)),
        uri: paymentUri({
          family: chain.family,
          networkId: progress?.networkId ?? null,
          coin: asset.coin,
          account: accountOf(row.account),
        }),
      };
    },

    async 'wallet/address/new'({ chain: code, label }, { db, session, now }) {
      const chain = await findChain(db, code);
      if (chain === undefined) return new Refusal('chain_unknown', {}, 'chain');
      const progress = (await readProgress(db)).get(code);
      const isOpen = (await listChainAssets(db, code)).some(
        (asset) => asset.depositIsOpen && isRead(asset, progress),
      );
      if (!isOpen) return new Refusal('deposits_closed');
      const owner = { userId: session.userId, family: chain.family };
      await lockDrawing(db, owner.userId);
      if ((await countUnused(db, owner)) >= unusedMax)
        return new Refusal('addresses_too_many', { max: unusedMax });
      const drawn = await draw(db, { ...owner, label: worded(label), now });
      return drawn === undefined ? new Refusal('addresses_exhausted') : addressOf(rowOf(drawn), chain);
    },

    async 'wallet/address/list'({ chain: code, cursor, size = pageSizeDefault }, { db, session }) {
      const before = readIdCursor(cursor);
      const chain = await findChain(db, code);
      if (chain === undefined) return { list: [], next: null };
      const owner = { userId: session.userId, family: chain.family };
      const rows = await listAddressRows(db, owner, { before, count: size + 1 });
      const { list, next } = pageOf(rows, size);
      return { list: list.map((row) => addressOf(row, chain)), next };
    },

    async 'wallet/address/label'({ id, label }, { db, session }) {
      const { userId } = session;
      const family = await updateLabel(db, { id, userId, label: worded(label) });
      // The same account on every chain of its family; the first one names it.
      const chain = (await listChainRows(db)).find((one) => one.family === family);
      const row = await findAddressOf(db, { id, userId });
      if (chain === undefined || row === undefined) throw notFound();
      return addressOf(row, chain);
    },
  };
}

type Draw = typeof drawAddress;

/** Draws and derives again what was drawn: an address that is not of our key would pay somebody else. */
function createDraw(chains: ChainPorts): Draw {
  return async (db, draw) => {
    const drawn = await drawAddress(db, draw);
    const key = chains.watchKey?.(draw.family);
    if (drawn === undefined || key === undefined) return drawn;
    const isOurs =
      key.fingerprint.equals(drawn.keyFingerprint) && key.accountAt(drawn.pathIndex) === drawn.account;
    assert(isOurs, `the address ${drawn.pathIndex} of the pool was derived from our key`);
    return drawn;
  };
}

/** Two who ask at once for the first address get the same one. */
async function drawFirst(
  db: Database,
  draw: Draw,
  owner: AddressOwner,
  now: number,
): Promise<UsedAddress | undefined> {
  return await db.transaction().execute(async (tx) => {
    await lockDrawing(tx, owner.userId);
    const known = await findNewest(tx, owner);
    if (known !== undefined) return known;
    const drawn = await draw(tx, { ...owner, label: null, now });
    return drawn === undefined ? undefined : rowOf(drawn);
  });
}

function rowOf({ id, account, label, givenAt }: OwnAddress): UsedAddress {
  return { id, account: bytesOf(account), label, given_at: givenAt, count: 0n };
}

function addressOf(
  { id, account, label, given_at, count }: UsedAddress,
  { code, family }: { readonly code: string; readonly family: Family },
): Address {
  return {
    id,
    chain: code,
    address: writeAccount(accountOf(account), family),
    label,
    count: Number(count),
    time: given_at,
  };
}

function worded(label: string | undefined): string | null {
  const text = label?.trim() ?? '';
  return text === '' ? null : text;
}
