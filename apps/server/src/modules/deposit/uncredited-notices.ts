/**
 * Notices of what came and is not credited. Anybody can send next to nothing to anybody, as often as they please: while a
 * person has one such notice unread, no second one says the same.
 */
import type { ChainUnits } from '@marigold/chain/units';
import type { NoticeFacts } from '@marigold/contract/notices';

import type { Database } from '../../platform/database/database.ts';
import { sayUnits } from '../asset/asset.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { listChainAssets } from '../chain/registry.ts';
import { notifyAll } from '../message/notify.ts';
import { listUnreadFacts } from '../message/views.ts';
import type { DepositRow } from './store.ts';
import type { Coming } from './watch/match-transfers.ts';

type UncreditedKind = 'depositUnlisted' | 'depositTooSmall';

type Uncredited<Kind extends UncreditedKind> = {
  readonly userId: string;
  readonly facts: NoticeFacts[Kind];
  readonly now: number;
};

/** Tells people of coins that are not listed, when a block shows them first. */
export async function notifyUnlisted(
  db: Database,
  { name }: ChainRow,
  coming: readonly Coming[],
  now: number,
): Promise<void> {
  const notices = coming.flatMap(({ userId, asset }) =>
    userId === null || asset !== null ? [] : [{ userId, facts: { network: name }, now }],
  );
  await notifyUnread(db, 'depositUnlisted', notices, ({ network }) => network);
}

/** Tells people of what is deep enough and too little alone. */
export async function notifyTooSmall(
  db: Database,
  { code }: ChainRow,
  dust: readonly DepositRow[],
  now: number,
): Promise<void> {
  if (dust.length === 0) return;
  const assets = new Map((await listChainAssets(db, code)).map((asset) => [asset.asset, asset]));
  const notices = dust.flatMap(({ userId, asset, amount }) => {
    const terms = assets.get(asset ?? '');
    if (userId === null || terms === undefined) return [];
    const facts = {
      amount: sayChainUnits(terms, amount),
      least: sayUnits(terms, terms.depositMin),
      currency: terms.asset,
      chain: code,
    };
    return [{ userId, facts, now }];
  });
  await notifyUnread(db, 'depositTooSmall', notices, ({ currency, chain }) => `${currency} ${chain}`);
}

/** One for each person and `about`, and none where one of these is unread. */
async function notifyUnread<Kind extends UncreditedKind>(
  db: Database,
  kind: Kind,
  notices: readonly Uncredited<Kind>[],
  about: (facts: NoticeFacts[Kind]) => string,
): Promise<void> {
  if (notices.length === 0) return;
  const keyOf = ({ userId, facts }: Pick<Uncredited<Kind>, 'userId' | 'facts'>) =>
    `${userId} ${about(facts)}`;
  const users = [...new Set(notices.map(({ userId }) => userId))];
  const unread = new Set((await listUnreadFacts(db, kind, users)).map(keyOf));
  const fresh = new Map(notices.map((notice) => [keyOf(notice), notice]));
  await notifyAll(
    db,
    kind,
    [...fresh].flatMap(([key, notice]) => (unread.has(key) ? [] : [notice])),
  );
}

/** Of what may be less than a ledger unit. */
function sayChainUnits({ chainScale: scale, decimals }: ChainAsset, amount: ChainUnits): string {
  return sayUnits({ scale, decimals }, amount);
}
