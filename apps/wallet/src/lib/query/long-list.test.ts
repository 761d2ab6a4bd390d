/** What a change does to reads that are on their way, against a real query client and answers given by hand. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { anyRow, createLongLists } from './long-list.ts';

it('a first read on its way when money moved is made again: it may carry the balance of before', async () => {
  const client = new QueryClient();
  const answers: ((balance: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['wallet/asset/list', {}],
    queryFn: async () => await new Promise<string>((resolve) => void answers.push(resolve)),
  });
  const end = observer.subscribe(() => undefined);
  const lists = createLongLists({ client, readNewest: async () => await Promise.reject(new Error('none')) });

  const invalidated = lists.invalidate('wallet/asset/list', undefined);
  expect(answers).toHaveLength(1);
  answers[0]?.('nothing');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('100.00');
  await invalidated;

  expect(observer.getCurrentResult().data).toBe('100.00');
  end();
});

it('a long list is fetched whole when any of its rows may have changed', async () => {
  const client = new QueryClient();
  const key = ['bill/list', {}, 'pages'];
  let reads = 0;
  const pages = {
    pages: [
      { list: [{ id: 'c' }], next: 'c' },
      { list: [{ id: 'a' }], next: null },
    ],
    pageParams: [undefined, 'c'],
  };
  const observer = new QueryObserver(client, {
    queryKey: key,
    initialData: pages,
    staleTime: Infinity,
    queryFn: async () => {
      reads += 1;
      return await Promise.resolve(pages);
    },
  });
  const end = observer.subscribe(() => undefined);
  const newest = { list: [{ id: 'c' }], next: 'c' };
  const lists = createLongLists({ client, readNewest: async () => await Promise.resolve(newest) });

  await lists.invalidate('bill/list', undefined);
  expect(reads).toBe(0);
  await lists.invalidate('bill/list', anyRow);
  expect(reads).toBe(1);
  end();
});
