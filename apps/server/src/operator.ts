/**
 * `npm run operator -- <command>`: what only persons may do, on the services that the console will call. Every deed
 * needs a reason and leaves an audit row; what touches money needs a second person's key.
 */
import type { ChainCode } from '@marigold/chain/port';

import { isChainCommand, isMarketCommand, readCommand, usage } from './operator/arguments.ts';
import type { ChainCommand } from './operator/chain-arguments.ts';
import { runCommand } from './operator/commands.ts';
import type { Outcome } from './operator/commands.ts';
import { ownerUrlOf } from './operator/instance.ts';
import type { AskKey } from './operator/keys.ts';
import { askKeys } from './operator/keys.ts';
import type { MarketCommand } from './operator/market-arguments.ts';
import { isMessageCommand, runMessageCommand } from './operator/messages.ts';
import type { Database } from './platform/database/database.ts';
import { openOwner, queryable } from './platform/database/database.ts';
import type { Clock } from './platform/process/clock.ts';
import { movedClock } from './platform/process/clock.ts';
import type { Config } from './platform/process/config.ts';
import { ConfigurationError, readConfig, secretKey } from './platform/process/config.ts';
import { createLog } from './platform/process/log.ts';

async function main(given: readonly string[]): Promise<number> {
  const command = readCommand(given);
  if (command === undefined) {
    console.error(usage);
    return 2;
  }
  const config = readConfig(process.env);
  const found = ownerUrlOf(config);
  if ('problem' in found) {
    console.error(found.problem);
    return 1;
  }
  const keys = askKeys();
  const clock = movedClock(config.clockOffsetMs);
  const owner = openOwner(found.url);
  try {
    const parts = { config, db: owner.db, ask: keys.ask, clock };
    const { isDone, lines } = isMarketCommand(command)
      ? await aboutMarkets(command, parts)
      : isChainCommand(command)
        ? await aboutChains(command, parts)
        : await owner.db
            .transaction()
            .execute(async (db) =>
              isMessageCommand(command)
                ? await runMessageCommand(db, command, keys.ask, clock())
                : await runCommand(queryable(db), command, keys.ask, clock()),
            );
    for (const line of lines) console.log(line);
    return isDone ? 0 : 1;
  } finally {
    keys.close();
    await owner.close();
  }
}

type Parts = {
  readonly config: Config;
  readonly db: Database;
  readonly ask: AskKey;
  readonly clock: Clock;
};

/** Read only when it is asked for: chains bring much that other commands never need. */
async function aboutChains(command: ChainCommand, { config, db, ask, clock }: Parts): Promise<Outcome> {
  const [{ runChainCommand }, { createEvmChain }, { localChainUrl }] = await Promise.all([
    import('./operator/chains.ts'),
    import('@marigold/evm/chain'),
    import('./chains.ts'),
  ]);
  // The nodes of the settings, or the local one of the instance that runs on DATA_DIR.
  const local = config.chains.isLocal ? localChainUrl(config.dataDirectory) : undefined;
  const urls = local === undefined ? config.chains.ethUrls : [local];
  const chainOf = (code: ChainCode) =>
    code !== 'eth' || urls.length === 0 ? undefined : createEvmChain({ urls, code });
  return await runChainCommand({ db, ask, now: clock(), log: createLog(config.logLevel), chainOf }, command);
}

/** Only what has to be done in the books themselves asks whoever runs them. */
async function aboutMarkets(command: MarketCommand, { config, db, ask, clock }: Parts): Promise<Outcome> {
  const [{ runMarketCommand }, { createExchange }] = await Promise.all([
    import('./operator/markets.ts'),
    import('./modules/trade/exchange.ts'),
  ]);
  const log = createLog(config.logLevel);
  return await runMarketCommand(
    {
      db,
      ask,
      now: clock(),
      async withExchange(use) {
        const key = secretKey(config);
        const asking = await createExchange({ db, clock, log, secretKey: key, runsBooks: false });
        try {
          return await use(asking.exchange);
        } finally {
          await asking.stop();
        }
      },
    },
    command,
  );
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
