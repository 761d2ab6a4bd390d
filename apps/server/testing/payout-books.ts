/** People who send on a chain, their orders, and what the books say of them: whatever chain stands behind it. */
import { randomUUID } from 'node:crypto';

import type { ChainAccount } from '@marigold/chain/port';
import type { PayoutState } from '@marigold/chain/states';
import { Refusal } from '@marigold/contract/endpoint';
import { openAccount } from '@marigold/ledger/account';
import { post } from '@marigold/ledger/journal';
import { minuteMs } from '@marigold/money/spans';
import { sql } from 'kysely';

import { fakeAccount } from '../../../packages/chain/testing/fake-bytes.ts';
import type { ChainAsset } from '../src/modules/chain/registry.ts';
import { bytesOf, findChainAsset } from '../src/modules/chain/registry.ts';
import { orderPayout } from '../src/modules/payout/order.ts';
import type { Database } from '../src/platform/database/database.ts';
import { queryable } from '../src/platform/database/database.ts';
import { asOwner } from './database.ts';

export type Ordering = {
  readonly asset?: 'ETH' | 'USDT' | 'USDC';
  readonly units?: bigint;
  readonly feeUnits?: bigint;
  readonly to?: ChainAccount;
  readonly userId?: string;
  readonly needsReview?: boolean;
};

export type OrderedPayout = {
  readonly id: string;
  readonly billId: string;
  readonly userId: string;
  readonly to: ChainAccount;
  readonly units: bigint;
  readonly asset: string;
};

export type PayoutBooks = {
  asset(code: string): Promise<ChainAsset>;
  /** A person who has so much. */
  person(money?: Readonly<Record<string, bigint>>): Promise<string>;
  order(ordering?: Ordering): Promise<OrderedPayout>;
  /** Books what came from elsewhere, in ledger units. */
  book(asset: string, units: bigint): Promise<void>;
  state(payout: OrderedPayout): Promise<PayoutState>;
  states(payout: OrderedPayout): Promise<string[]>;
  bill(payout: OrderedPayout): Promise<{ readonly status: string; readonly steps: string[] }>;
  refunds(payout: OrderedPayout): Promise<{ readonly units: string; readonly status: string }[]>;
  /** Every attempt of the house, by nonce and line. */
  attempts(): Promise<
    { readonly nonce: number; readonly line: number; readonly kind: string; readonly tx: string }[]
  >;
  balance(
    owner: string | null,
    asset: string,
    kind: 'available' | 'held' | 'fee' | 'chain' | 'gas',
  ): Promise<bigint>;
};

/** People, orders and what the books say of them, on the chain `eth` of this database. */
export function openPayoutBooks(db: Database, now: () => number): PayoutBooks {
  const asset = async (code: string): Promise<ChainAsset> => {
    const found = await findChainAsset(db, 'eth', code);
    if (found === undefined) throw new Error(`no ${code} on eth`);
    return found;
  };
  const ledger = queryable(db);
  const move = async (
    code: string,
    units: bigint,
    to: { owner: string | null; kind: 'available' | 'treasury' },
  ) => {
    const { ledgerId: assetId } = await asset(code);
    const kind = to.owner === null ? 'chain' : 'demo';
    const from = await openAccount(ledger, { owner: null, assetId, kind });
    const postings = [{ from, to: await openAccount(ledger, { ...to, assetId }), assetId, units }];
    await post(ledger, { scope: 'test', key: randomUUID(), kind: 'refill', reference: null, postings });
  };
  const books: PayoutBooks = {
    asset,
    order: async (ordering = {}) => await makeOrder(db, books, ordering, now()),
    book: async (code: string, units: bigint) => await move(code, units, { owner: null, kind: 'treasury' }),
    async person(money: Readonly<Record<string, bigint>> = {}) {
      const id = randomUUID();
      const digits = String(Number.parseInt(id.slice(0, 8), 16) + 100_000_000).slice(0, 9);
      const invite = id
        .replaceAll(/[^0-9a-f]/g, '')
        .slice(0, 6)
        .toUpperCase();
      await sql`
        insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
        values (${id}, ${`p${id.replaceAll('-', '').slice(0, 16)}`}, 'Anna', ${digits}, ${`${id}@example.com`}, 'x',
          ${invite}, 'en', now())`.execute(db);
      for (const [code, units] of Object.entries(money))
        await move(code, units, { owner: id, kind: 'available' });
      return id;
    },
    async state({ id }: OrderedPayout) {
      const found = await sql<{ state: PayoutState }>`select state from app.payout where id = ${id}`.execute(
        db,
      );
      return found.rows[0]?.state ?? 'failed';
    },
    async states({ id }: OrderedPayout) {
      const found = await sql<{ state: string }>`
        select state from app.payout_step where payout_id = ${id} order by line`.execute(db);
      return found.rows.map(({ state }) => state);
    },
    async bill({ billId }: OrderedPayout) {
      const found = await sql<{ status: string; steps: string[] }>`
        select b.status, array(select s.status from app.bill_step s where s.bill_id = b.id order by s.line) as steps
        from app.bill b where b.id = ${billId}`.execute(db);
      return found.rows[0] ?? { status: 'none', steps: [] };
    },
    async refunds({ billId }: OrderedPayout) {
      const found = await sql<{ units: string; status: string }>`
        select units, status from app.bill where belongs_to = ${billId} and type = 'TRANSFER_REFUND'`.execute(
        db,
      );
      return found.rows;
    },
    async attempts() {
      const found = await sql<{ nonce: bigint; line: number; kind: string; tx: string }>`
        select nonce, line, kind, tx_id as tx from app.slot_attempt order by account, nonce, line`.execute(
        db,
      );
      return found.rows.map((row) => ({ ...row, nonce: Number(row.nonce) }));
    },
    async balance(owner: string | null, code: string, kind: string) {
      const { ledgerId } = await asset(code);
      const found = await sql<{ balance: string }>`
        select balance from ledger.account
        where owner_id is not distinct from ${owner} and asset_id = ${ledgerId} and kind = ${kind}`.execute(
        db,
      );
      return BigInt(found.rows[0]?.balance ?? '0');
    },
  };
  return books;
}

let strangers = 0;

async function makeOrder(
  db: Database,
  books: PayoutBooks,
  ordering: Ordering,
  now: number,
): Promise<OrderedPayout> {
  const {
    asset: code = 'USDT',
    units = 5_000_000_000n,
    feeUnits = 500_000_000n,
    needsReview = false,
  } = ordering;
  const chainAsset = await books.asset(code);
  strangers += 1;
  const to = ordering.to ?? fakeAccount(`recipient ${strangers}`);
  const userId = ordering.userId ?? (await books.person({ [code]: units }));
  const quoteId = randomUUID();
  const ordered = await db.transaction().execute(async (inside) => {
    await sql`
      insert into app.payout_quote (id, user_id, chain, asset, account, units, fee_units, created_at, expires_at)
      values (${quoteId}, ${userId}, 'eth', ${code}, ${bytesOf(to)}, ${String(units)}, ${String(feeUnits)},
        ${new Date(now)}, ${new Date(now + minuteMs)})`.execute(inside);
    return await orderPayout(inside, {
      userId,
      chainAsset,
      account: to,
      address: to,
      units,
      feeUnits,
      usd: undefined,
      note: undefined,
      quoteId,
      challengeId: undefined,
      needsReview,
      payeeName: undefined,
      now,
    });
  });
  if (ordered instanceof Refusal) throw new Error(`refused: ${ordered.code}`);
  return { id: ordered.payoutId, billId: ordered.billId, userId, to, units, asset: code };
}

/** Says where the contract of a currency lies on the chain of this test. */
export async function setTokenContract(ownerUrl: string, code: string, token: ChainAccount): Promise<void> {
  await asOwner(
    ownerUrl,
    `update app.chain_asset set contract = '\\x${token.slice(2)}' where chain = 'eth' and asset = '${code}'`,
  );
}
