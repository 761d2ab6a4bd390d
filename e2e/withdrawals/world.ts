/**
 * Everything that payouts need, and all of it real: a PostgreSQL, a node whose blocks come only when asked for, the
 * signer in its own process, workers to be killed. Everything lies in one folder and says what is true of all of it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { watchKey } from '@marigold/chain/hd';
import type { ChainAccount, Chain } from '@marigold/chain/port';
import type { SignerAccounts } from '@marigold/chain/signer-port';
import { toChainUnits } from '@marigold/chain/units';
import { createEvmChain } from '@marigold/evm/chain';
import { demoTokens, ensureDemoTokens, fund, sendDemo } from '@marigold/evm/demo-tokens';
import { type LocalChain, mine, startLocalChain } from '@marigold/evm/local-chain';
import { createNode } from '@marigold/evm/node';
import { audit } from '@marigold/ledger/audit';

import { type StartedSigner, startSigner } from '../../apps/server/src/adapters/signer/start.ts';
import { accountOf, bytesOf, toChain, toLedger } from '../../apps/server/src/modules/chain/registry.ts';
import { type Database, openDatabases, queryable } from '../../apps/server/src/platform/database/database.ts';
import { newRowId } from '../../apps/server/src/platform/process/ids.ts';
import { startTestCluster } from '../../apps/server/testing/cluster.ts';
import { databaseOf } from '../../apps/server/testing/database.ts';
import {
  setTokenContract,
  openPayoutBooks,
  type OrderedPayout,
  type PayoutBooks,
} from '../../apps/server/testing/payout-books.ts';
import { createRandom, type Random } from '../../chaos/random.ts';
import { type Crew, createCrew } from './crew.ts';
import { listMinedPayments, type MinedPayment } from './mined.ts';

/** A local node calls final what is 64 blocks below its head. */
export const finalBelow = 70;
const sweepEveryMs = 31_000;
const token = 10n ** 6n;
const arriving = 600n * token;
/** Each order is another amount, so that no payment can be taken for another. */
const orders = {
  USDT: { units: 5_000_000_000n, feeUnits: 500_000_000n, step: 100n },
  USDC: { units: 7_000_000_000n, feeUnits: 500_000_000n, step: 100n },
  ETH: { units: 50_000_000n, feeUnits: 50_000n, step: 1n },
} as const;
/** What a block costs, in wei: never the same twice in a row, never so much more that what waits must be replaced. */
const baseFee = { least: 10 ** 9, spread: 5 * 10 ** 8 };

export interface WithdrawalWorld {
  readonly folder: string;
  readonly random: Random;
  readonly db: Database;
  readonly books: PayoutBooks;
  readonly local: LocalChain;
  readonly reader: Chain;
  readonly signer: StartedSigner;
  readonly known: SignerAccounts;
  readonly crew: Crew;
  readonly now: () => number;
  /** Of any of the three currencies. */
  order(): Promise<OrderedPayout>;
  /** Money at a deposit address of its own, final and credited, and time to sweep it. */
  arrive(): Promise<ChainAccount>;
  mine(blocks?: number): Promise<void>;
  /** Until what was ordered so far is final. */
  finish(): Promise<void>;
  payments(above: number): Promise<readonly MinedPayment[]>;
  /** Nonces that were ever given to a payment. */
  noncesTaken(): Promise<number>;
  /** What became of an order: paid so often, given back so often. */
  outcome(order: OrderedPayout, mined: readonly MinedPayment[]): Promise<string>;
  /** What is wrong with books, chain and nonces once everything is final. */
  problems(): Promise<readonly string[]>;
  /** May be called twice. */
  end(): Promise<void>;
}

export async function openWorld(seed: number): Promise<WithdrawalWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'marigold-kills-'));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const end = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    const opened = await openParts(folder, closing);
    const random = createRandom(seed, 'kills');
    let moved = 0;
    const now = (): number => Date.now() + moved;
    const crew = createCrew(opened.env, now);
    closing.push(async () => await crew.end());
    const books = openPayoutBooks(opened.db, now);
    const move = (ms: number): void => void (moved += ms);
    const world = worldOf({ ...opened, folder, random, crew, books, now, move, end });
    await beginWithMoney(world);
    return world;
  } catch (error) {
    await end();
    throw error;
  }
}

type Parts = Pick<WithdrawalWorld, 'db' | 'local' | 'reader' | 'signer' | 'known'> & {
  readonly env: NodeJS.ProcessEnv;
};

async function openParts(folder: string, closing: (() => unknown)[]): Promise<Parts> {
  const cluster = await startTestCluster();
  closing.push(cluster.stop);
  const local = await startLocalChain({ folder: join(folder, 'chain'), blockMs: 0 });
  closing.push(local.stop);
  const database = await databaseOf(cluster);
  closing.push(async () => await database.drop());
  const databases = openDatabases(database.appUrl);
  closing.push(async () => await databases.close());
  await ensureDemoTokens(local.url);
  for (const [code, contract] of Object.entries(demoTokens))
    await setTokenContract(database.ownerUrl, code, contract);
  const signer = await startSigner({
    folder: join(folder, 'signer'),
    databaseUrl: database.appUrl,
    keystore: 'demo',
    onNotice: () => undefined,
  });
  closing.push(signer.stop);
  return {
    db: databases.main,
    local,
    reader: createEvmChain({ urls: [local.url], code: 'eth' }),
    signer,
    known: await signer.signer.accounts(),
    env: {
      WORKER_DATABASE_URL: database.appUrl,
      WORKER_CHAIN_URL: local.url,
      WORKER_SIGNER_SOCKET: join(folder, 'signer', 'signer.sock'),
    },
  };
}

async function beginWithMoney(world: WithdrawalWorld): Promise<void> {
  const { books, local, reader, known } = world;
  await fund(local.url, known);
  await world.mine(1 + finalBelow);
  for (const code of Object.keys(orders)) {
    const asset = await books.asset(code);
    for (const account of [known.hot, known.gas]) {
      const { units } = toLedger(asset, await reader.balance(account, asset.coin));
      if (units > 0n) await books.book(code, units);
    }
  }
}

type Making = Omit<Parts, 'env'> &
  Pick<WithdrawalWorld, 'folder' | 'random' | 'crew' | 'books' | 'now' | 'end'> & {
    readonly move: (ms: number) => void;
  };

function worldOf({ move, ...parts }: Making): WithdrawalWorld {
  const { db, books, local, random, crew, known } = parts;
  const { url } = local;
  const node = createNode(url);
  const addresses: ChainAccount[] = [];
  let ordered = 0n;
  const world: WithdrawalWorld = {
    ...parts,
    async order() {
      const asset = random.pick(['USDT', 'USDC', 'ETH'] as const);
      const { units, feeUnits, step } = orders[asset];
      ordered += 1n;
      return await books.order({ asset, units: units + ordered * step, feeUnits });
    },
    async arrive() {
      const account = watchKey(known.depositKey).accountAt(addresses.length);
      const txId = await sendDemo(url, { coin: demoTokens.USDT, to: account, amount: arriving });
      await world.mine(1 + finalBelow);
      await bookDeposit(world, { account, index: addresses.length, txId });
      addresses.push(account);
      move(sweepEveryMs);
      return account;
    },
    async mine(blocks = 1) {
      if (blocks > 1) await mine(url, blocks - 1);
      const fee = baseFee.least + random.below(baseFee.spread);
      await node.request('anvil_setNextBlockBaseFeePerGas', [`0x${fee.toString(16)}`]);
      await mine(url);
    },
    async finish() {
      for (const blocks of [1, finalBelow, 0]) {
        await crew.goOn();
        if (blocks > 0) await world.mine(blocks);
      }
    },
    payments: async (above) => await listMinedPayments(url, above),
    async noncesTaken() {
      const slots = await queryable(db).query(`select from app.slot`, []);
      return slots.rows.length;
    },
    async outcome(order, mined) {
      const asset = await books.asset(order.asset);
      const { feeUnits } = orders[order.asset as keyof typeof orders];
      const due = toChain(asset, order.units - feeUnits);
      const to = mined.filter((payment) => payment.to === order.to);
      const exact = to.filter(
        ({ from, coin, amount }) => from === known.hot && coin === asset.coin && amount === due,
      );
      const refunds = await books.refunds(order);
      return `${await books.state(order)}, ${exact.length} of ${to.length} payments, ${refunds.length} refunds`;
    },
    problems: async () => [
      ...(await audit(queryable(db), { full: true })).map((broken) => `books: ${JSON.stringify(broken)}`),
      ...(await differences(world, [known.hot, known.gas, ...addresses])),
      ...(await gaps(world)),
    ],
  };
  return world;
}

async function bookDeposit(
  { db, books, reader }: WithdrawalWorld,
  { account, index, txId }: { readonly account: ChainAccount; readonly index: number; readonly txId: string },
): Promise<void> {
  const asset = await books.asset('USDT');
  await books.book('USDT', toLedger(asset, toChainUnits(arriving)).units);
  const userId = await books.person();
  const head = await reader.finalized();
  await queryable(db).query(
    `with drawn as (
      insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, user_id, given_id,
        created_at, given_at)
      values ('evm', 'deposit', $1, $2, '\\x00000000', $3, $4, now(), now())
      returning id)
    insert into app.deposit (id, chain, tx_id, position, address_id, user_id, asset, from_account, amount, state, height,
      block_hash, seen_at)
    select $5, 'eth', $6, 0, id, $3, 'USDT', $2, $7, 'success', $8, $9, now() from drawn`,
    [index, bytesOf(account), userId, newRowId(), newRowId(), txId, String(arriving), head.height, head.hash],
  );
}

/** What our accounts hold is what the books say, to the last base unit; gas is booked rounded up to a ledger unit. */
async function differences(
  { db, books, reader }: WithdrawalWorld,
  ours: readonly ChainAccount[],
): Promise<string[]> {
  const gas = await queryable(db).query<{ gas_paid: string }>(
    `select gas_paid from app.slot where state = 'final'`,
    [],
  );
  const found: string[] = [];
  for (const code of Object.keys(orders)) {
    const asset = await books.asset(code);
    const step = toChain(asset, 1n) ?? 1n;
    const paid = asset.coin === 'native' ? gas.rows.map((row) => BigInt(row.gas_paid)) : [];
    const dust = paid.reduce((sum, wei) => sum + ((wei + step - 1n) / step) * step - wei, 0n);
    let held = -dust;
    for (const account of ours) held += await reader.balance(account, asset.coin);
    const booked = -(await books.balance(null, code, 'chain'));
    const { units, rest } = toLedger(asset, toChainUnits(held));
    if (units !== booked || rest !== 0n) found.push(`${code}: ${held} on the chain, ${booked} in the books`);
  }
  return found;
}

/** Every account used each nonce from 0, all are final, and the chain counts as many. */
async function gaps({ db, reader }: WithdrawalWorld): Promise<string[]> {
  const lanes = await queryable(db).query<{ account: Buffer; nonces: bigint[]; open: bigint }>(
    `select account, array_agg(nonce order by nonce) as nonces, count(*) filter (where state <> 'final') as open
    from app.slot group by account`,
    [],
  );
  const found: string[] = [];
  for (const { account, nonces, open } of lanes.rows) {
    const counted = await reader.nonce(accountOf(account));
    const isDense = nonces.every((nonce, index) => BigInt(nonce) === BigInt(index));
    if (!isDense || open > 0n || counted !== BigInt(nonces.length))
      found.push(`${accountOf(account)}: ${nonces.join(' ')}, ${open} open, ${counted} on the chain`);
  }
  return found;
}
