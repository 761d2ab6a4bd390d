/** What the live channel means for what was read. */
import type { Path } from '@marigold/contract/contract';

/** Which reads an event of the live channel makes old; a `fill` is told with the `order` it belongs to. */
export const readsOf: Readonly<Record<string, readonly Path[]>> = {
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
  deposit: ['wallet/deposit/list', 'bill/detail', 'bill/list'],
  export: ['bill/export/list'],
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
};

/** What a busy market tells of much at once, several of one commit: what comes within this time is one. */
export const gatheredEvents: ReadonlySet<string> = new Set(['order', 'fill', 'balance']);
const gatherMs = 200;

/** Own orders and the money in them: each read once. */
export const readsOfTrade = readsOfAll(['order', 'balance']);

/** What several events make old, each once. */
export function readsOfAll(events: Iterable<string>): readonly Path[] {
  return [...new Set([...events].flatMap((event) => readsOf[event] ?? []))];
}

/** Runs once, a moment after it was asked for, however often that was, with the events it was asked for. */
export function gathered(
  run: (events: ReadonlySet<string>) => Promise<void>,
): (event: string) => Promise<void> {
  const events = new Set<string>();
  let coming: Promise<void> | undefined;
  return async (event) => {
    events.add(event);
    coming ??= new Promise((resolve) => {
      setTimeout(() => {
        coming = undefined;
        const told = new Set(events);
        events.clear();
        resolve(run(told));
      }, gatherMs);
    });
    await coming;
  };
}
