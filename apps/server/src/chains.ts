/**
 * The chains of this program: nodes that settings name or a local one of a demo, the signer's process, and the rounds that
 * read and send. main.ts starts it after the database and stops it before.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Family } from '@marigold/chain/account';
import type { WatchKey } from '@marigold/chain/hd';
import type { ChainCode } from '@marigold/chain/port';
import type { Signer } from '@marigold/chain/signer-port';
import type { EvmChain } from '@marigold/evm/chain';
import { createEvmChain } from '@marigold/evm/chain';
import { demoTokens, ensureDemoTokens, fund, sendDemo } from '@marigold/evm/demo-tokens';
import type { LocalChain } from '@marigold/evm/local-chain';
import { mine, reorg, startLocalChain } from '@marigold/evm/local-chain';
import { NoLocalChain } from '@marigold/evm/local-process';

import { startSigner } from './adapters/signer/start.ts';
import type { ChainPorts } from './modules/chain/port.ts';
import { noChains } from './modules/chain/port.ts';
import { createOwnAccounts, listLocalChain } from './modules/chain/service.ts';
import type { DemoChain } from './modules/demo/port.ts';
import { createDepositListener } from './modules/deposit/service.ts';
import { createPayouts } from './modules/payout/service.ts';
import { joinOwnTransaction } from './modules/payout/views.ts';
import { startReconciliation } from './modules/reconcile/service.ts';
import type { Databases } from './platform/database/database.ts';
import { openOwner } from './platform/database/database.ts';
import type { StartedDatabase } from './platform/postgres/start-database.ts';
import type { Clock } from './platform/process/clock.ts';
import type { Config } from './platform/process/config.ts';
import type { Log } from './platform/process/log.ts';

const code: ChainCode = 'eth';
const localBlockMs = 2000;
/** The local node calls final what lies 64 blocks deep. */
const blocksToFinality = 70;
/** Free addresses that wait for people; the first few are there before anybody can ask. */
const poolSize = { first: 50, demo: 200, production: 10_000 };
const poolEveryMs = 5000;

export type ChainsDependencies = {
  readonly config: Config;
  readonly databases: Databases;
  readonly database: StartedDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly onNotice: (sentence: string) => void;
  /** The local chain is gone and could not be started again. */
  readonly onUnexpectedExit: (reason: string) => void;
};

export type RunningChains = {
  readonly ports: ChainPorts;
  /** The local chain as /dev reaches it. */
  readonly demo: DemoChain | undefined;
  readonly stop: () => Promise<void>;
};

type Started = ChainsDependencies & {
  /** Things to stop, last started first. */
  readonly stops: (() => Promise<void>)[];
};

export async function startChains(dependencies: ChainsDependencies): Promise<RunningChains> {
  const started: Started = { ...dependencies, stops: [] };
  const stop = async () => {
    for (const stopOne of started.stops.splice(0).toReversed()) await stopOne();
  };
  try {
    const local = await startLocal(started);
    const urls = local === undefined ? dependencies.config.chains.ethUrls : [local.url];
    if (urls.length === 0) return { ports: noChains, demo: undefined, stop };
    const { ethNetworkId: networkId } = dependencies.config.chains;
    const chain = createEvmChain({ urls, code, ...(networkId === undefined ? {} : { networkId }) });
    // What the demo's tokens hold can be asked of final blocks only after they are in one.
    if (local !== undefined && (await chain.finalized()).height === 0)
      await mine(local.url, blocksToFinality);
    const ports: ChainPorts = { chain: (wanted) => (wanted === code ? chain : undefined) };
    const key = dependencies.config.processRoles.includes('send')
      ? await startSending(started, chain, local)
      : undefined;
    if (dependencies.config.processRoles.includes('watch')) startWatching(started, chain, local);
    const known =
      key === undefined
        ? ports
        : { ...ports, watchKey: (family: Family) => (family === 'evm' ? key : undefined) };
    return { ports: known, demo: local === undefined ? undefined : demoOf(local, chain), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The chain of this machine alone; undefined where settings want none, or there is no program for this machine. */
async function startLocal(started: Started): Promise<LocalChain | undefined> {
  const { config, database, clock, onNotice, onUnexpectedExit } = started;
  if (!config.chains.isLocal) return undefined;
  try {
    const local = await startLocalChain({
      folder: join(config.dataDirectory, 'chain'),
      blockMs: localBlockMs,
      clock,
      onNotice,
      onUnexpectedExit,
    });
    started.stops.push(async () => await local.stop());
    writeFileSync(urlFile(config.dataDirectory), local.url);
    await ensureDemoTokens(local.url);
    await listDemoTokens(database.ownerUrl);
    return local;
  } catch (error) {
    if (!(error instanceof NoLocalChain)) throw error;
    onNotice(`${error.message} Deposits and transfers over a chain are left out of this demo.`);
    return undefined;
  }
}

function urlFile(dataDirectory: string): string {
  return join(dataDirectory, 'chain', 'url');
}

/** Where the local chain of a running instance answers; undefined where there is none. */
export function localChainUrl(dataDirectory: string): string | undefined {
  try {
    return readFileSync(urlFile(dataDirectory), 'utf8');
  } catch {
    return undefined;
  }
}

/** What is listed is changed by the owner alone. */
async function listDemoTokens(ownerUrl: string): Promise<void> {
  const owner = openOwner(ownerUrl);
  try {
    await listLocalChain(owner.db, { code, blockMs: localBlockMs, tokens: demoTokens });
  } finally {
    await owner.close();
  }
}

/** How often a chain is read and sent to; blocks of the local one come faster. */
function roundEveryMs(local: LocalChain | undefined): number {
  return local === undefined ? 3000 : 500;
}

async function startSending(
  started: Started,
  chain: EvmChain,
  local: LocalChain | undefined,
): Promise<WatchKey | undefined> {
  const { config, databases, database, clock, log, onNotice } = started;
  const { keystore, passphraseFile } = config.chains;
  // Without keys nothing is signed and nobody is given an address; what was given before is still read.
  if (local === undefined && (keystore === undefined || passphraseFile === undefined)) {
    onNotice('Without SIGNER_KEYSTORE nothing is sent over a chain.');
    return undefined;
  }
  const running = await startSigner({
    folder: join(config.dataDirectory, 'signer'),
    databaseUrl: database.appUrl,
    keystore:
      keystore === undefined || passphraseFile === undefined ? 'demo' : { path: keystore, passphraseFile },
    onNotice,
  });
  started.stops.push(async () => await running.stop());
  const key = await prepareAccounts(started, running.signer, local);
  const everyMs = roundEveryMs(local);
  const payouts = createPayouts({ db: databases.main, chain, code, clock, log, everyMs });
  const sending = payouts.startSending(running.signer);
  started.stops.push(async () => await sending.stop());
  return key;
}

/** Writes our own accounts down, derives the first addresses, and gives those of a local chain their money. Answers what addresses are derived from. */
async function prepareAccounts(
  { config, databases, clock, log, stops }: Started,
  signer: Signer,
  local: LocalChain | undefined,
): Promise<WatchKey> {
  const accounts = await signer.accounts();
  const own = await createOwnAccounts(
    { db: databases.main, family: 'evm', accounts, clock, log },
    poolSize.first,
  );
  if (local !== undefined) await fund(local.url, accounts);
  const filling = own.startFilling(poolSize[config.mode], poolEveryMs);
  stops.push(async () => await filling.stop());
  return own.key;
}

function startWatching(started: Started, chain: EvmChain, local: LocalChain | undefined): void {
  const { databases, clock, log } = started;
  const db = databases.main;
  const listener = createDepositListener({ db, chain, clock, log, joinOwnTransaction });
  const everyMs = roundEveryMs(local);
  const rounds = startReconciliation({ db, chain, code, listener, clock, log, everyMs });
  started.stops.push(async () => await rounds.stop());
  const senders = createPayouts({ db, chain, code, clock, log, everyMs }).startWatching();
  started.stops.push(async () => await senders.stop());
}

/** What the pages under /dev may do with the local chain. */
function demoOf(local: LocalChain, chain: EvmChain): DemoChain {
  let isFrozen = false;
  let height = 0;
  const setFrozen = (next: boolean) => {
    isFrozen = next;
    local.setFrozen(next);
  };
  return {
    chain: code,
    async status() {
      // A frozen node answers nobody, us neither.
      if (!isFrozen) height = (await chain.head()).height;
      return { height, blockSeconds: localBlockMs / 1000, isFrozen };
    },
    isFrozen: () => isFrozen,
    send: async (payment) => await sendDemo(local.url, payment),
    reorg: async (depth) => await reorg(local.url, depth, { resends: true }),
    mine: async (blocks) => await mine(local.url, blocks),
    freeze: async () => setFrozen(true),
    thaw: async () => setFrozen(false),
  };
}
