/**
 * `npm run operator -- <command>`: what only persons may do, by the rows of packages/operations. Every deed needs a reason
 * and leaves an audit row; what touches money needs a second person's key.
 */
import type { ChainCode } from '@marigold/chain/port';

import { createDeeds } from './deeds.ts';
import { carryOut } from './modules/operator/command-line.ts';
import { readCommand, usage } from './modules/operator/command.ts';
import { ownerUrlOf } from './modules/operator/instance.ts';
import { askKeys } from './modules/operator/keys.ts';
import type { WithExchange } from './modules/trade/operations.ts';
import type { Database } from './platform/database/database.ts';
import { openOwner } from './platform/database/database.ts';
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
  const owner = openOwner(found.url);
  const { db } = owner;
  try {
    const chainOf = async (code: ChainCode) => await nodeOf(config, code);
    const log = createLog(config.logLevel);
    const deeds = createDeeds({ log, chainOf, withExchange: asking(config, db) });
    const now = movedClock(config.clockOffsetMs)();
    const { isDone, lines } = await carryOut({ db, deeds, ask: keys.ask, chainOf, now }, command);
    for (const line of lines) console.log(line);
    return isDone ? 0 : 1;
  } finally {
    keys.close();
    await owner.close();
  }
}

/**
 * The nodes of the settings, or the local one of the instance that runs on DATA_DIR. Read only when one is asked: chains bring
 * much that other commands never need.
 */
async function nodeOf(config: Config, code: ChainCode) {
  const [{ createEvmChain }, { localChainUrl }] = await Promise.all([
    import('@marigold/evm/chain'),
    import('./chains.ts'),
  ]);
  const local = config.chains.isLocal ? localChainUrl(config.dataDirectory) : undefined;
  const urls = local === undefined ? config.chains.ethUrls : [local];
  return code !== 'eth' || urls.length === 0 ? undefined : createEvmChain({ urls, code });
}

/** Only what has to be done in the books themselves asks whoever runs them. */
function asking(config: Config, db: Database): WithExchange {
  return async (use) => {
    const { createExchange } = await import('./modules/trade/service.ts');
    const clock = movedClock(config.clockOffsetMs);
    const log = createLog(config.logLevel);
    const parts = { db, clock, log, secretKey: secretKey(config), runsBooks: false };
    const exchange = await createExchange(parts);
    try {
      return await use(exchange.exchange);
    } finally {
      await exchange.stop();
    }
  };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
