/** People, addresses and coins of a made-up world, and the fake chain they live on. */
import type { ChainAccount, Coin } from '@marigold/chain/port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { createFakeChain, type FakeChain } from '@marigold/chain/testing/fake-chain';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import { addHouseAccount, drawAddress, fillPool } from '../../apps/server/src/modules/chain/address/pool.ts';
import { bytesOf } from '../../apps/server/src/modules/chain/registry.ts';
import type { Databases } from '../../apps/server/src/platform/database/database.ts';
import { openDatabases, openOwner } from '../../apps/server/src/platform/database/database.ts';
import type { TestDatabase } from '../../apps/server/testing/database.ts';
import type { Random } from '../../chaos/random.ts';

const peopleCount = 6;
export const addressesEach = 2;

export interface DepositPerson {
  readonly id: string;
  readonly accounts: readonly ChainAccount[];
}

export interface SimDepositSetup {
  readonly chain: FakeChain;
  readonly databases: Databases;
  /** The login that may also change what the program may not. */
  readonly owner: Kysely<Record<string, never>>;
  readonly people: readonly DepositPerson[];
  readonly hot: ChainAccount;
  /** What is listed, by currency. */
  readonly coins: Readonly<Record<'USDT' | 'USDC' | 'ETH', Coin>>;
  /** Takes one hundredth of every payment; USDC is it. */
  readonly foreign: {
    readonly unlisted: ChainAccount;
    readonly liar: ChainAccount;
    readonly silent: ChainAccount;
  };
  readonly contract: ChainAccount;
  readonly clock: { now: number };
  readonly close: () => Promise<void>;
}

export async function createSimDepositSetup(
  seed: number,
  random: Random,
  database: TestDatabase,
): Promise<SimDepositSetup> {
  const chain = createFakeChain({ seed, finalityDepth: 70, startMs: 1_800_000_000_000 });
  const coins = {
    USDT: chain.createToken('good', 'usdt'),
    USDC: chain.createToken('taxed', 'usdc'),
    ETH: 'native',
  } as const;
  const foreign = {
    unlisted: chain.createToken('good', 'unlisted'),
    liar: chain.createToken('liar', 'liar'),
    silent: chain.createToken('silent', 'silent'),
  };
  const databases = openDatabases(database.appUrl, 8);
  const opened = openOwner(database.ownerUrl);
  const owner = opened.db;
  for (const asset of ['USDT', 'USDC'] as const) {
    await sql`update app.chain_asset set contract = ${bytesOf(coins[asset])} where asset = ${asset}`.execute(
      owner,
    );
  }
  await sql`
    insert into app.rate (asset, usd, sources, fetched_at)
    values ('USDT', 1, 3, now()), ('USDC', 1, 3, now()), ('ETH', 3000, 3, now())
    on conflict (asset) do nothing`.execute(owner);
  // Before anything can happen there is a block that nobody takes back.
  chain.mine(80);
  const clock = { now: 1_800_000_000_000 };
  const hot = fakeAccount(`hot ${seed}`);
  await addHouseAccount(databases.main, { family: 'evm', purpose: 'hot', account: hot, now: clock.now });
  await fillPool(databases.main, {
    family: 'evm',
    accountAt: (index) => fakeAccount(`deposit ${seed} ${index}`),
    fingerprint: Buffer.from([1, 2, 3, 4]),
    size: peopleCount * addressesEach + 4,
    now: clock.now,
  });
  const people: DepositPerson[] = [];
  for (let number = 0; number < peopleCount; number += 1) {
    people.push(await addDepositPerson(databases, owner, random, number, clock.now));
  }
  return {
    chain,
    databases,
    owner,
    people,
    hot,
    coins,
    foreign,
    contract: chain.createContract('payer'),
    clock,
    async close() {
      await databases.close();
      await opened.close();
    },
  };
}

export async function addDepositPerson(
  databases: Databases,
  owner: SimDepositSetup['owner'],
  random: Random,
  number: number,
  now: number,
): Promise<DepositPerson> {
  const id = random.uuid();
  await sql`
    insert into app.person (id, username, nickname, uid, email, password_hash, invite_code, language, created_at)
    values (${id}, ${`person${number}`}, ${`Person ${number}`}, ${String(100_000_000 + number)},
      ${`person${number}@sim.example`}, 'none', ${`SIM00${number}`}, 'en', ${new Date(now)})`.execute(owner);
  const accounts: ChainAccount[] = [];
  for (let count = 0; count < addressesEach; count += 1) {
    const drawn = await drawAddress(databases.main, { userId: id, family: 'evm', label: null, now });
    if (drawn === undefined) throw new Error('Broken: the pool of the world is empty');
    accounts.push(drawn.account);
  }
  return { id, accounts };
}
