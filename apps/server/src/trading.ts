/**
 * Trading put together: the books where this process runs them, what everybody may see of them, the index prices and, in a
 * demo, somebody to trade with. main.ts starts it after the database and stops it before.
 */
import { join } from 'node:path';

import { createHttpPriceSources } from './adapters/index/http.ts';
import type { IdentityService } from './modules/identity/service.ts';
import { liquiditySeed, seedLiquidity, startLiquidity } from './modules/liquidity/service.ts';
import type { Markets } from './modules/market/service.ts';
import { createMarkets, startIndexPrices } from './modules/market/service.ts';
import type { Exchange } from './modules/trade/port.ts';
import { createExchange } from './modules/trade/service.ts';
import { listLatestTrades } from './modules/trade/views.ts';
import type { Database } from './platform/database/database.ts';
import type { Clock } from './platform/process/clock.ts';
import type { Config } from './platform/process/config.ts';
import { secretKey } from './platform/process/config.ts';
import { crashPoint } from './platform/process/crash-point.ts';
import type { Log } from './platform/process/log.ts';

/** A socket file's path may not be longer than the system's own bound. */
const socketPathMax = 100;

export type TradingDependencies = {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
};

export type RunningTrading = {
  readonly exchange: Exchange;
  readonly markets: Markets;
  /** Once the demo's people are there: makes the demo's traders, lets them trade, and shows the markets. */
  readonly open: (identity: IdentityService) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startTrading({ config, db, clock, log }: TradingDependencies): Promise<RunningTrading> {
  const runsBooks = config.processRoles.includes('engine');
  const stops: (() => Promise<void>)[] = [];
  if (runsBooks) {
    // Real sources where settings name them; else what the rates say, and in a demo a walk around them.
    const sources = createHttpPriceSources(config.indexUrls);
    const walkSeed = config.mode === 'production' ? undefined : liquiditySeed;
    stops.push(startIndexPrices({ db, sources, walkSeed, clock, log }).stop);
  }
  const running = await createExchange({
    db,
    clock,
    log,
    secretKey: secretKey(config),
    runsBooks,
    ...(runsBooks ? { listen: listenAt(config), nameFile: join(config.dataDirectory, 'engine-owner') } : {}),
    crash: crashPoint,
    // Orders are bounded by it: one source that lies, or is taken over, must not move the bounds of real money.
    indexSourcesMin: config.mode === 'production' ? 2 : 1,
  });
  stops.push(running.stop);
  const { exchange } = running;
  const markets = createMarkets({ db, feed: exchange.feed, clock, log, listTrades: listLatestTrades });
  return {
    exchange,
    markets,
    async open(identity) {
      const { mode } = config;
      if (config.trading.hasLiquidity && runsBooks) {
        await seedLiquidity({ mode, db, identity, now: clock() });
        stops.push(startLiquidity({ mode, exchange, db, clock, log }).stop);
      }
      if (!config.processRoles.includes('api')) return;
      await markets.start();
      stops.push(async () => await markets.stop());
    },
    async stop() {
      for (const stop of stops.splice(0).toReversed()) await stop();
    },
  };
}

/** Where other processes reach the books of this one: a socket file beside the data, or a host and a port. */
function listenAt({ trading, dataDirectory }: Config) {
  if (trading.listen === undefined) {
    const path = join(dataDirectory, 'engine.sock');
    return path.length <= socketPathMax ? { path } : { host: '127.0.0.1', port: 0 };
  }
  return { ...trading.listen, dialled: trading.address };
}
