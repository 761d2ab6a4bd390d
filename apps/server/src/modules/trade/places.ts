/** Where the markets are that this process does not run, and the connections to them. */
import { Refusal } from '@marigold/contract/endpoint';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { TransportError } from '../../platform/transport-error.ts';
import type { EngineClient } from './engine-client.ts';
import { createEngineClient } from './engine-client.ts';
import type { Hub } from './hub.ts';
import type { EstimateRequest, Estimated } from './port.ts';
import type { EstimateNo } from './refusals.ts';

export type Places = {
  readonly clientOf: (symbol: string) => EngineClient | undefined;
  readonly estimate: (order: EstimateRequest) => Promise<Estimated | EstimateNo>;
  /** Somebody here follows a market that may run elsewhere. */
  readonly follow: (symbol: string) => void;
  readonly unfollow: (symbol: string) => void;
  /** Reads who runs what; throws in an outage. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
};

export type PlacesDependencies = {
  readonly db: Database;
  readonly log: Log;
  readonly secretKey: string;
  /** As other processes reach this one. */
  readonly ownAddress: string | undefined;
  readonly hubs: ReadonlyMap<string, Hub>;
  readonly hubOf: (symbol: string) => Hub;
  readonly isHere: (symbol: string) => boolean;
};

export function createPlaces(dependencies: PlacesDependencies): Places {
  const { db, ownAddress, hubs, hubOf, isHere } = dependencies;
  const clients = new Map<string, EngineClient>();
  const following = new Map<string, EngineClient>();
  let addresses: ReadonlyMap<string, string> = new Map();

  function clientOf(symbol: string): EngineClient | undefined {
    const address = addresses.get(symbol);
    if (address === undefined || address === ownAddress || isHere(symbol)) return undefined;
    let client = clients.get(address);
    if (client === undefined) {
      client = createEngineClient(address, { ...dependencies, hubOf });
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
      if (!isHere(symbol)) hubOf(symbol).away();
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
      addresses = await readAddresses(db);
      for (const [symbol, hub] of hubs) {
        const isElsewhere = following.has(symbol) && clientOf(symbol) !== following.get(symbol);
        if (isElsewhere || (hub.isAsked() && !isHere(symbol))) follow(symbol);
      }
      const used = new Set(addresses.values());
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

/** Those alone whose lease is held. */
async function readAddresses(db: Database): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ symbol: string; address: string }>`
    select o.symbol, o.address
    from app.market_owner o join ledger.lease l on l.name = 'market:' || o.symbol and l.epoch = o.epoch
    where o.address is not null and l.expires_at > clock_timestamp()`.execute(db);
  return new Map(found.rows.map(({ symbol, address }) => [symbol, address]));
}
