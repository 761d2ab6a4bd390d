import { afterAll, beforeEach, expect, it, vi } from 'vitest';

import { type Copy, findCopy, keepCopy } from './offline-copy.ts';

const copies = new Map<string, Copy>();

/** As much of the browser's database as copies ask for: it answers in a moment. */
function answered<Value>(result: Value): { readonly result: Value; onsuccess?: () => void } {
  const request: { readonly result: Value; onsuccess?: () => void } = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

const store = {
  put(copy: Copy) {
    copies.set(JSON.stringify([copy.owner, copy.path, copy.input]), copy);
    return answered(undefined);
  },
  get: (key: readonly string[]) => answered(copies.get(JSON.stringify(key))),
  count: () => answered(copies.size),
};

vi.stubGlobal('indexedDB', { open: () => answered({ transaction: () => ({ objectStore: () => store }) }) });
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => copies.clear());

it('the first page of a list is found again by whoever read it, and by nobody else', async () => {
  await keepCopy('anna', 'bill/list', { size: 20 }, { list: ['newest'] });
  expect(await findCopy('anna', 'bill/list', { size: 20 })).toMatchObject({ data: { list: ['newest'] } });
  expect(await findCopy('boris', 'bill/list', { size: 20 })).toBeUndefined();
  expect(await findCopy('anna', 'bill/list', { size: 50 })).toBeUndefined();
});

it('further pages take no room from the balances', async () => {
  await keepCopy('anna', 'wallet/asset/list', {}, { list: [] });
  await keepCopy('anna', 'bill/list', { size: 20, cursor: undefined }, { list: ['newest'] });
  await keepCopy('anna', 'bill/list', { size: 20, cursor: 'b20' }, { list: ['older'] });
  expect([...copies.values()].map(({ path }) => path)).toEqual(['wallet/asset/list', 'bill/list']);
});

it('no other answer is kept', async () => {
  await keepCopy('anna', 'user/info', {}, { username: 'anna' });
  expect(copies.size).toBe(0);
});
