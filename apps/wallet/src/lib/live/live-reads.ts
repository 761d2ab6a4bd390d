/** What the live channel means for what was read. */
import type { Path } from '@marigold/contract/contract';
import type { UserEvent } from '@marigold/contract/events';

/** Which reads an event of the live channel makes old: every event has its line. */
export const readsOf: Readonly<Record<UserEvent, readonly Path[]>> = {
  balance: ['wallet/asset/list', 'wallet/asset/explain', 'transfer/config', 'trade/config'],
  bill: [
    'bill/list',
    'bill/summary',
    'bill/detail',
    'transfer/detail',
    'wallet/deposit/list',
    'wallet/address/get',
    'wallet/address/list',
    'life/insight',
    'bill/export/preview',
    'payee/list',
    'payee/recent',
    'risk/list',
    'risk/detail',
  ],
  card: ['card/list', 'card/info', 'card/order/list', 'card/order/detail'],
  deposit: ['wallet/deposit/list', 'bill/detail', 'bill/list'],
  export: ['bill/export/list'],
  // Told with the `order` it belongs to.
  fill: [],
  kyc: [
    'kyc/status',
    'kyc/order/list',
    'kyc/order/detail',
    'kyc/list',
    'kyc/detail',
    'kyc/draft',
    'kyc/third/link',
    'kyc/bind/list',
    'kyc/config',
  ],
  message: ['message/list', 'message/summary', 'invite/info', 'invite/list'],
  order: [
    'trade/open',
    'trade/history',
    'trade/detail',
    'trade/fills',
    'bill/list',
    'bill/summary',
    'bill/detail',
    'life/insight',
  ],
  // Ends connections; the screen of an ended session is told by its next call.
  session: [],
};

export function isUserEvent(event: unknown): event is UserEvent {
  return typeof event === 'string' && Object.hasOwn(readsOf, event);
}

/** What a busy market tells of much at once, several of one commit: what comes within this time is one. */
export const gatheredEvents: ReadonlySet<UserEvent> = new Set<UserEvent>(['order', 'fill', 'balance']);
const gatherMs = 200;

/** Own orders and the money in them: each read once. */
export const readsOfTrade = readsOfAll(['order', 'balance']);

/** What several events make old, each once. */
export function readsOfAll(events: Iterable<UserEvent>): readonly Path[] {
  return [...new Set([...events].flatMap((event) => readsOf[event]))];
}

/** Runs once, a moment after it was asked for, however often that was, with the events it was asked for. */
export function gathered(
  run: (events: ReadonlySet<UserEvent>) => Promise<void>,
): (event: UserEvent) => Promise<void> {
  const events = new Set<UserEvent>();
  let coming: Promise<void> | undefined;
  return async (event) => {
    events.add(event);
    coming ??= new Promise((resolve) => {
      setTimeout(() => {
        coming = undefined;
        const distinct = new Set(events);
        events.clear();
        resolve(run(distinct));
      }, gatherMs);
    });
    await coming;
  };
}
