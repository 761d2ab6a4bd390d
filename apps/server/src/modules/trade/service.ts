/**
 * Trading as people ask for it, and the books of the program as everybody asks them: in this process where it runs the
 * market, else over the socket of the process that does. Who runs what is in the database; the lease says whether it is
 * still true.
 */
import { randomUUID } from 'node:crypto';

import { Refusal } from '@marigold/contract/endpoint';

import type { Database } from '../../platform/database/database.ts';
import { isOutage } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { notFound, TransportError } from '../../platform/http/transport-error.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Security } from '../security/service.ts';
import { createAllowLoss } from './api/allow.ts';
import type { OrderDependencies } from './api/orders.ts';
import { createOrders } from './api/orders.ts';
import { createTradeReads } from './api/read.ts';
import { takeOrdersBack } from './api/take-back.ts';
import type { TradeCommand } from './command.ts';
import { unavailable } from './command.ts';
import type { TradeCrash } from './crash.ts';
import type { Owner } from './engine/owner.ts';
import { createOwner } from './engine/owner.ts';
import type { Exchange } from './port.ts';
import type { ListenAt, ServedMarkets } from './remote/engine-server.ts';
import { startEngineServer } from './remote/engine-server.ts';
import type { FeedFanout } from './remote/feed-fanout.ts';
import { createFeedFanout } from './remote/feed-fanout.ts';
import { releasePredecessorLeases } from './remote/release-predecessor-leases.ts';
import type { RemoteOwners } from './remote/remote-owners.ts';
import { createRemoteOwners } from './remote/remote-owners.ts';
import type { MarketTerms } from './rules.ts';
import { noRules, readRules } from './rules.ts';

export type TradeDependencies = OrderDependencies & Pick<Security, 'checkVerification'>;

type TradeHandlers = Pick<
  Handlers,
  | 'trade/submit'
  | 'trade/cancel'
  | 'trade/cancel/all'
  | 'trade/estimate'
  | 'trade/allow'
  | 'trade/config'
  | 'trade/open'
  | 'trade/history'
  | 'trade/detail'
  | 'trade/fills'
  | 'trade/fill'
>;

/** For a lock of an account; what it throws is tried again. */
export function createTakeOrdersBack(parts: Pick<TradeDependencies, 'db' | 'exchange'>) {
  return async (userId: string) => await takeOrdersBack(parts, userId);
}

/** What people ask about orders of their own, of the books wherever they run. */
export function createTrade({ checkVerification, ...dependencies }: TradeDependencies): TradeHandlers {
  return {
    ...createOrders(dependencies),
    ...createTradeReads(),
    'trade/allow': createAllowLoss({ checkVerification }),
  };
}

export type ExchangeDependencies = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the program: processes that share it may ask each other. */
  readonly secretKey: string;
  /** False for a process that only asks others. */
  readonly runsBooks: boolean;
  /** Where other processes reach this one; undefined: its markets are asked in this process only. */
  readonly listen?: ListenAt | undefined;
  /** Where this process leaves its name for the one that is started in its place, of which there is one at a time. */
  readonly nameFile?: string | undefined;
  readonly crash?: TradeCrash | undefined;
  /** How many sources must agree before an index counts as fresh; 1 where absent. */
  readonly indexSourcesMin?: number | undefined;
  /** Most commands and moves of one transaction, and most that wait; only benches and tests change them. */
  readonly postingsMax?: number | undefined;
  readonly batchMax?: (() => number) | undefined;
  readonly waitingMax?: number | undefined;
};

export type RunningExchange = {
  readonly exchange: Exchange;
  /** Finishes what is under way and gives the markets to whoever wants them. */
  readonly stop: () => Promise<void>;
};

/** How soon a locked or disabled market is seen to be. */
const refreshEveryMs = 1000;

/** Resolves once every market was asked for. What cannot be had now is tried again every second. */
export async function createExchange(dependencies: ExchangeDependencies): Promise<RunningExchange> {
  const { db, log, secretKey, runsBooks } = dependencies;
  const owners = new Map<string, Owner>();
  const feeds = new Map<string, FeedFanout>();
  const holder = randomUUID();
  let rules = noRules;

  const isHere = (symbol: string): boolean => owners.get(symbol)?.isHere() === true;
  function feedOf(symbol: string): FeedFanout {
    let feed = feeds.get(symbol);
    if (feed === undefined) {
      feed = createFeedFanout(() =>
        isHere(symbol) ? owners.get(symbol)?.showBook() : remoteOwners.follow(symbol),
      );
      feeds.set(symbol, feed);
    }
    return feed;
  }

  const served: ServedMarkets = {
    ask: async (command) => await (owners.get(command.request.symbol)?.ask(command) ?? nobody()),
    estimate: (order) => owners.get(order.symbol)?.estimate(order),
    feedOf: (symbol) => (isHere(symbol) ? feedOf(symbol) : undefined),
  };
  const server =
    runsBooks && dependencies.listen !== undefined
      ? await startEngineServer(dependencies.listen, { secretKey, log, served })
      : undefined;
  const address = server?.address;
  const remoteOwners = createRemoteOwners({
    db,
    log,
    secretKey,
    holder,
    ownAddress: address,
    feeds,
    feedOf,
    isHere,
  });

  if (runsBooks && dependencies.nameFile !== undefined)
    await releasePredecessorLeases({ db, log, file: dependencies.nameFile, holder });
  async function refresh(): Promise<void> {
    rules = await readRules(db, dependencies.indexSourcesMin);
    for (const symbol of runsBooks ? rules.markets.keys() : []) {
      if (!owners.has(symbol))
        owners.set(
          symbol,
          createOwner({ ...dependencies, symbol, holder, address, feed: feedOf(symbol), rules: () => rules }),
        );
    }
    await Promise.all([...owners.values()].map(async ({ restored }) => await restored));
    await remoteOwners.refresh();
  }

  function failed(error: unknown): void {
    const word = 'the rules of the markets could not be read';
    if (isOutage(error)) log.debug({ err: error }, word);
    else log.error({ err: error }, word);
  }

  const refreshing = repeated(refresh, refreshEveryMs, failed);
  await refreshing.first;
  return {
    exchange: exchangeOf({ owners, remoteOwners, feedOf, isHere, rules: () => rules }),
    async stop() {
      await refreshing.stop();
      await Promise.all([...owners.values()].map(async (owner) => await owner.stop()));
      await server?.stop();
      remoteOwners.stop();
    },
  };
}

type Parts = {
  readonly owners: ReadonlyMap<string, Owner>;
  readonly remoteOwners: RemoteOwners;
  readonly feedOf: (symbol: string) => FeedFanout;
  readonly isHere: (symbol: string) => boolean;
  readonly rules: () => MarketTerms;
};

function exchangeOf({ owners, remoteOwners, feedOf, isHere, rules }: Parts): Exchange {
  /** The owner's answer, wherever he is. What he answers fits what was asked. */
  async function ask<Kind extends TradeCommand['kind']>(
    kind: Kind,
    command: TradeCommand,
  ): Promise<AnswerTo[Kind]> {
    const { symbol } = command.request;
    if (!rules().markets.has(symbol)) return unknownMarket(kind);
    const owner = isHere(symbol) ? owners.get(symbol) : remoteOwners.clientOf(symbol);
    const answer = await (owner?.ask(command) ?? nobody());
    if (answer instanceof TransportError) throw answer;
    return answer as AnswerTo[Kind];
  }

  return {
    submit: (request) => ask('submit', { kind: 'submit', request }),
    cancel: (request) => ask('cancel', { kind: 'cancel', request }),
    cancelAll: (request) => ask('cancelAll', { kind: 'cancelAll', request }),
    async estimate(order) {
      if (!rules().markets.has(order.symbol)) return new Refusal('market_unknown', {}, 'symbol');
      return owners.get(order.symbol)?.estimate(order) ?? (await remoteOwners.estimate(order));
    },
    feed: {
      follow(symbol, listener) {
        const feed = feedOf(symbol);
        const leave = feed.follow(listener);
        return () => {
          leave();
          if (!feed.isFollowed()) remoteOwners.unfollow(symbol);
        };
      },
    },
  };
}

type AnswerTo = {
  readonly submit: Awaited<ReturnType<Exchange['submit']>>;
  readonly cancel: Awaited<ReturnType<Exchange['cancel']>>;
  readonly cancelAll: Awaited<ReturnType<Exchange['cancelAll']>>;
};

/** Orders of a market that does not exist do not exist either. */
function unknownMarket<Kind extends TradeCommand['kind']>(kind: Kind): AnswerTo[Kind] {
  if (kind === 'cancel') throw notFound();
  return new Refusal('market_unknown', {}, 'symbol') as AnswerTo[Kind];
}

async function nobody(): Promise<never> {
  throw unavailable();
}

type Repeated = { readonly first: Promise<void>; readonly stop: () => Promise<void> };

/** One round after the other; a failure waits for the next. */
function repeated(round: () => Promise<void>, everyMs: number, onError: (error: unknown) => void): Repeated {
  const stopping = new AbortController();
  const first = round().catch(onError);
  async function loop(): Promise<void> {
    await first;
    // Ends: when the process stops; each turn waits for its time first.
    while (!stopping.signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        stopping.signal.addEventListener(
          'abort',
          () => {
            clearTimeout(timer);
            resolve();
          },
          { once: true },
        );
      });
      if (!stopping.signal.aborted) await round().catch(onError);
    }
  }
  const running = loop();
  return {
    first,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
