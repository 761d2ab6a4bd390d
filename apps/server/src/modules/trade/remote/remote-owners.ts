/** Where the markets are that this process does not run, and the connections to them. */
import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../../platform/database/database.ts';
import { TransportError } from '../../../platform/http/transport-error.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { EstimateRequest, Estimated } from '../port.ts';
import type { EstimateNo } from '../refusals.ts';
import type { EngineClient } from './engine-client.ts';
import { createEngineClient } from './engine-client.ts';
import type { FeedFanout } from './feed-fanout.ts';
import type { Runner } from './store.ts';
import { listRunners } from './store.ts';

export type RemoteOwners = {
  readonly clientOf: (symbol: string) => EngineClient | undefined;
  readonly estimate: (order: EstimateRequest) => Promise<Estimated | EstimateNo>;
  /** Somebody here follows a market that may run elsewhere. */
  readonly follow: (symbol: string) => void;
  readonly unfollow: (symbol: string) => void;
  /** Reads who runs what; throws in an outage. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
};

export type RemoteOwnersDependencies = {
  readonly db: Database;
  readonly log: Log;
  readonly secretKey: string;
  /** As the leases of this process name it. */
  readonly holder: string;
  /** As other processes reach this one. */
  readonly ownAddress: string | undefined;
  readonly feeds: ReadonlyMap<string, FeedFanout>;
  readonly feedOf: (symbol: string) => FeedFanout;
  readonly isHere: (symbol: string) => boolean;
};

export function createRemoteOwners(dependencies: RemoteOwnersDependencies): RemoteOwners {
  const { db, log, holder, ownAddress, feeds, feedOf, isHere } = dependencies;
  const clients = new Map<string, EngineClient>();
  const following = new Map<string, EngineClient>();
  let runners: ReadonlyMap<string, Runner> = new Map();
  let hasWarned = false;

  /** Whoever dials its own address asks itself for what it does not run. */
  const isOwn = (runner: Runner): boolean => runner.holder === holder || runner.address === ownAddress;

  /** Two machines that give out one address cannot reach each other. */
  function warn(): void {
    const isShared = [...runners.values()].some((one) => one.address === ownAddress && one.holder !== holder);
    if (isShared && !hasWarned)
      log.warn(
        { address: ownAddress },
        'another process gives out the address of this one for its markets: set ENGINE_LISTEN and ENGINE_ADDRESS of each machine',
      );
    hasWarned = isShared;
  }

  function clientOf(symbol: string): EngineClient | undefined {
    const runner = runners.get(symbol);
    if (runner === undefined || isOwn(runner) || isHere(symbol)) return undefined;
    const { address } = runner;
    let client = clients.get(address);
    if (client === undefined) {
      client = createEngineClient(address, { ...dependencies, feedOf });
      clients.set(address, client);
    }
    return client;
  }

  function follow(symbol: string): void {
    const client = clientOf(symbol);
    const before = following.get(symbol);
    if (before !== client) before?.unfollow(symbol);
    if (client === undefined) {
      following.delete(symbol);
      if (!isHere(symbol)) feedOf(symbol).away();
      return;
    }
    following.set(symbol, client);
    client.follow(symbol);
  }

  return {
    clientOf,
    async estimate(order) {
      try {
        const answer = await clientOf(order.symbol)?.estimate(order);
        if (answer !== undefined && !(answer instanceof TransportError))
          return answer as Estimated | EstimateNo;
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
      }
      return new Refusal('market_away');
    },
    follow,
    unfollow(symbol) {
      following.get(symbol)?.unfollow(symbol);
      following.delete(symbol);
    },
    async refresh() {
      runners = await listRunners(db);
      warn();
      for (const [symbol, feed] of feeds) {
        const isElsewhere = following.has(symbol) && clientOf(symbol) !== following.get(symbol);
        if (isElsewhere || (feed.isAwaited() && !isHere(symbol))) follow(symbol);
      }
      const used = new Set([...runners.values()].map(({ address }) => address));
      for (const [address, client] of clients) {
        if (used.has(address)) continue;
        client.stop();
        clients.delete(address);
      }
    },
    stop() {
      for (const client of clients.values()) client.stop();
    },
  };
}
