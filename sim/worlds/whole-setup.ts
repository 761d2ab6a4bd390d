/** One program whole: a watcher, a payout pipeline and the books of a market on one database and one made-up chain. */
import type { ChainAccount, Coin } from '@marigold/chain/port';
import type { FakeChain } from '@marigold/chain/testing/fake-chain';

import { addHouseAccount, fillPool } from '../../apps/server/src/modules/chain/address/pool.ts';
import { createWatcher, type ChainWatcher } from '../../apps/server/src/modules/chain/watch/watch.ts';
import { createDepositListener } from '../../apps/server/src/modules/deposit/service.ts';
import type { MarketRow } from '../../apps/server/src/modules/market/registry.ts';
import { readMarkets } from '../../apps/server/src/modules/market/views.ts';
import { joinOwnTransaction } from '../../apps/server/src/modules/payout/views.ts';
import { bookOpening } from '../../apps/server/src/modules/reconcile/difference.ts';
import type { OrderCrashPoint } from '../../apps/server/src/modules/trade/crash.ts';
import { createExchange, type RunningExchange } from '../../apps/server/src/modules/trade/service.ts';
import { openOwner } from '../../apps/server/src/platform/database/database.ts';
import { createLog } from '../../apps/server/src/platform/process/log.ts';
import { asOwner, type TestDatabase } from '../../apps/server/testing/database.ts';
import { openPayoutSetup, type PayoutSetup } from '../../apps/server/testing/payout-setup.ts';
import { setupSecret } from '../../apps/server/testing/traders.ts';
import type { Random } from '../../chaos/random.ts';
import { addDepositPerson, addressesEach, type DepositPerson } from './deposit-setup.ts';

const peopleCount = 5;
/** US dollars of one ether: what the index says all the time. */
export const etherPrice = 3000;
const ether = 10n ** 18n;
const usdt = 10n ** 6n;

export type WholeSetup = PayoutSetup & {
  readonly people: readonly DepositPerson[];
  readonly market: MarketRow;
  /** What a person can bring and take away. */
  readonly coins: Readonly<Record<'ETH' | 'USDT', Coin>>;
  /** A watcher that dies where it is told to; one that died remembers nothing. */
  readonly watch: (crash?: (point: string) => void) => ChainWatcher;
  /** The books of the markets, run by a new process. */
  readonly trade: (crash?: (point: OrderCrashPoint) => void) => Promise<RunningExchange>;
};

export async function openWholeSetup(
  seed: number,
  random: Random,
  database: TestDatabase,
): Promise<WholeSetup> {
  const payouts = await openPayoutSetup({ database, seed });
  const { chain, databases, db, signer, clock, tokens } = payouts;
  const { hot, gas } = signer.known;
  stock(chain, hot, gas, tokens.USDT);
  // Before anything can happen there is a block that nobody takes back.
  chain.mine(40);
  const now = clock.now();
  await addHouseAccount(db, { family: 'evm', purpose: 'hot', account: hot, now });
  await addHouseAccount(db, { family: 'evm', purpose: 'gas', account: gas, now });
  const size = peopleCount * addressesEach;
  const fingerprint = Buffer.from([1, 2, 3, 4]);
  const accountAt = (index: number): ChainAccount => signer.depositAt(index);
  await fillPool(db, { family: 'evm', accountAt, fingerprint, size, now });
  await openMarkets(database);
  const owner = openOwner(database.ownerUrl);
  const people: DepositPerson[] = [];
  for (let number = 0; number < peopleCount; number += 1)
    people.push(await addDepositPerson(databases, owner.db, random, number, now));
  await owner.close();
  const market = (await readMarkets(db)).find(({ symbol }) => symbol === 'ETH_USDT');
  if (market === undefined) throw new Error('Broken: the world has no market');
  const log = createLog('silent');
  const timed = { db, clock: () => clock.now(), log };
  return {
    ...payouts,
    people,
    market,
    coins: { ETH: 'native', USDT: tokens.USDT },
    watch(crash) {
      const parts = { ...timed, chain, ...(crash === undefined ? {} : { crash }) };
      const listener = createDepositListener({ ...parts, joinOwnTransaction });
      return createWatcher({ ...parts, code: 'eth', listener, bookOpening });
    },
    trade: async (crash) =>
      await createExchange({ ...timed, secretKey: setupSecret, runsBooks: true, crash }),
  };
}

/** What the house has to pay out of, and the gas of sweeps. */
function stock(chain: FakeChain, hot: ChainAccount, gas: ChainAccount, token: ChainAccount): void {
  chain.give(hot, 'native', 1000n * ether);
  chain.give(hot, token, 1_000_000n * usdt);
  chain.give(gas, 'native', 100n * ether);
}

/** Rates and an index that stay fresh; what an order may give away has tests of its own. */
async function openMarkets({ ownerUrl }: TestDatabase): Promise<void> {
  await asOwner(
    ownerUrl,
    `insert into app.rate (asset, usd, sources, fetched_at)
       values ('USDT', 1, 3, '2100-01-01'), ('ETH', ${etherPrice}, 3, '2100-01-01')
       on conflict (asset) do update set usd = excluded.usd, fetched_at = excluded.fetched_at;
     insert into app.index_price (symbol, price, sources, seen_at) values ('ETH_USDT', ${etherPrice}, 3, '2100-01-01')
       on conflict (symbol) do update set price = excluded.price, seen_at = excluded.seen_at;
     update app.market set give_percent = 90, loss_usd = 1e9;`,
  );
}
