/** What the live channel means for what was read. */
import type { Path } from '@marigold/contract/contract';

/** Which reads an event of the live channel makes old; a `fill` is told with the `order` it belongs to. */
export const readsOf: Readonly<Record<string, readonly Path[]>> = {
  balance: ['wallet/asset/list', 'wallet/asset/explain', 'transfer/config'],
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
    'trade/config',
    'wallet/asset/list',
    'wallet/asset/explain',
    'transfer/config',
    'bill/list',
    'bill/summary',
    'bill/detail',
    'life/insight',
  ],
};

/** A busy market tells of much at once: what comes within this time is one. */
const gatherMs = 200;

/** Runs once, a moment after it was asked for, however often that was. */
export function gathered(run: () => Promise<void>): () => Promise<void> {
  let coming: Promise<void> | undefined;
  return async () => {
    coming ??= new Promise((resolve) => {
      setTimeout(() => {
        coming = undefined;
        resolve(run());
      }, gatherMs);
    });
    await coming;
  };
}
