/**
 * Notices of what came and is not credited. Anybody can send next to nothing to anybody, as often as it pleases him: while
 * one such notice of a person is unread, no second one says the same.
 */
import { formatUnitsTrimmed } from '@marigold/money/amount';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import type { ChainAsset, ChainRow } from '../chain/registry.ts';
import { listChainAssets } from '../chain/registry.ts';
import type { NoticeFacts } from '../message/notice-kinds.ts';
import { notifyAll } from '../message/notify.ts';
import { sayUnits } from './bill.ts';
import type { DepositRow } from './store.ts';
import type { Coming } from './watch/match-transfers.ts';

type AsideKind = 'depositUnlisted' | 'depositTooSmall';

type Aside<Kind extends AsideKind> = {
  readonly userId: string;
  readonly facts: NoticeFacts[Kind];
  readonly now: number;
};

/** Tells people of coins that are not listed, when a block shows them first. */
export async function tellUnlisted(
  db: Database,
  { name }: ChainRow,
  coming: readonly Coming[],
  now: number,
): Promise<void> {
  const asides = coming.flatMap(({ userId, asset }) =>
    userId === null || asset !== null ? [] : [{ userId, facts: { network: name }, now }],
  );
  await tellUnread(db, 'depositUnlisted', asides, ({ network }) => network);
}

/** Tells people of what is deep enough and too little alone. */
export async function tellTooSmall(
  db: Database,
  { code }: ChainRow,
  dust: readonly DepositRow[],
  now: number,
): Promise<void> {
  if (dust.length === 0) return;
  const assets = new Map((await listChainAssets(db, code)).map((asset) => [asset.asset, asset]));
  const asides = dust.flatMap(({ userId, asset, amount }) => {
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
  await tellUnread(db, 'depositTooSmall', asides, ({ currency, chain }) => `${currency} ${chain}`);
}

/** One for each person and `about`, and none where one of these is unread. */
async function tellUnread<Kind extends AsideKind>(
  db: Database,
  kind: Kind,
  asides: readonly Aside<Kind>[],
  about: (facts: NoticeFacts[Kind]) => string,
): Promise<void> {
  if (asides.length === 0) return;
  const keyOf = ({ userId, facts }: Pick<Aside<Kind>, 'userId' | 'facts'>) => `${userId} ${about(facts)}`;
  const users = [...new Set(asides.map(({ userId }) => userId))];
  const found = await sql<{ userId: string; facts: NoticeFacts[Kind] }>`
    select user_id as "userId", facts from app.notice
    where user_id = any(${users}::uuid[]) and kind = ${kind} and read_at is null`.execute(db);
  const unread = new Set(found.rows.map(keyOf));
  const fresh = new Map(asides.map((aside) => [keyOf(aside), aside]));
  await notifyAll(
    db,
    kind,
    [...fresh].flatMap(([key, aside]) => (unread.has(key) ? [] : [aside])),
  );
}

/** Of what may be less than a ledger unit. */
function sayChainUnits({ chainScale, decimals }: ChainAsset, amount: bigint): string {
  return formatUnitsTrimmed(amount, chainScale, Math.min(decimals, chainScale));
}
