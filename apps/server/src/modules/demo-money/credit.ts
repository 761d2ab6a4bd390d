/** Demo money: an ordinary journal from the house's demo account, with the bill and the news that any credit has. */
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';

import type { Database } from '../../platform/database/database.ts';
import { queryable } from '../../platform/database/database.ts';
import { announce } from '../../platform/database/outbox.ts';
import type { Asset } from '../asset/asset.ts';
import { sayUnits } from '../asset/asset.ts';
import { recordBill } from '../bill/record.ts';
import { notify } from '../message/notify.ts';
import { maskedName } from '../person/views.ts';

/** Who the bill says it came from. */
const giver = 'Marigold demo';

export type DemoCredit = {
  readonly userId: string;
  readonly asset: Asset;
  readonly units: bigint;
  /** The same key is credited once, whoever asks how often. 8 to 80 characters. */
  readonly key: string;
  readonly now: number;
};

/**
 * Credits inside the caller's transaction and answers the bill's id; undefined when this key was credited before.
 * Throws the ledger's Halted while money is stopped.
 */
export async function creditDemo(db: Database, credit: DemoCredit): Promise<string | undefined> {
  const { userId, asset, units, key, now } = credit;
  const ledger = queryable(db);
  const assetId = asset.ledgerId;
  const from = await openAccount(ledger, { owner: null, assetId, kind: 'demo' });
  const to = await openAccount(ledger, { owner: userId, assetId, kind: 'available' });
  const postings = [{ from, to, assetId, units }];
  const posted = await post(ledger, { scope: 'demo', key, kind: 'demo', reference: null, postings });
  if (posted.outcome === 'replayed') return undefined;
  const billId = await recordBill(db, {
    userId,
    type: 'COLLECTION',
    direction: 'in',
    asset: asset.code,
    units,
    payType: 'internal',
    counterparty: giver,
    sendingAddress: giver,
    receivingAddress: await maskedName(db, userId),
    journalId: posted.journalId,
    statuses: ['running', 'success'],
    now,
  });
  const amount = sayUnits(asset, units);
  await announce(db, { userId, event: 'balance', data: { currency: asset.code } });
  await notify(db, {
    userId,
    kind: 'received',
    facts: { amount, currency: asset.code, from: giver, billId },
    now,
  });
  return billId;
}
