/**
 * `npm run operator -- <command>`: what only persons may do, by the rows of packages/operations. Every deed needs a reason
 * and leaves an audit row; what touches money needs a second person's key.
 */
import { join } from 'node:path';

import type { ChainCode } from '@marigold/chain/port';

import { createDiskFiles } from './adapters/files/disk.ts';
import type { Reached } from './deeds.ts';
import { createDeeds } from './deeds.ts';
import { createPictureReader } from './modules/file/service.ts';
import { createOperator } from './modules/operator/service.ts';
import type { Database } from './platform/database/database.ts';
import { movedClock } from './platform/process/clock.ts';
import type { Config } from './platform/process/config.ts';
import { ConfigurationError, readConfig, secretKey } from './platform/process/config.ts';
import { createLog } from './platform/process/log.ts';

const operator = createOperator({
  readConfig: () => readConfig(process.env),
  reach(config, db) {
    const chainOf = async (code: ChainCode) => await nodeOf(config, code);
    const log = createLog(config.logLevel);
    const { keeping } = config;
    const withExchange = asking(config, db);
    const screens = () => config.screening.is !== 'off';
    const pictures = () => picturesOf(config);
    const reached = { log, chainOf, withExchange, secretKey: () => secretKey(config), keeping, screens };
    return { deeds: createDeeds({ ...reached, pictures }), chainOf };
  },
  print: console,
});

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

/** The pictures that the instance keeps in DATA_DIR. */
function picturesOf(config: Config) {
  const folder = join(config.dataDirectory, 'files');
  return createPictureReader(createDiskFiles({ folder, secretKey: secretKey(config) }));
}

/** Only what has to be done in the books themselves asks whoever runs them. */
function asking(config: Config, db: Database): Reached['withExchange'] {
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
  process.exitCode = await operator.obey(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
