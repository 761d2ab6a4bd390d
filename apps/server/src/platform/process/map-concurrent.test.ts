import { expect, it } from 'vitest';

import { mapConcurrent } from './map-concurrent.ts';

/** Questions that are answered when the test says so. */
function createQuestions() {
  const open = new Map<number, PromiseWithResolvers<string>>();
  const begun: number[] = [];
  return {
    begun,
    ask: async (item: number): Promise<string> => {
      begun.push(item);
      const question = Promise.withResolvers<string>();
      open.set(item, question);
      return await question.promise;
    },
    answer: async (item: number, error?: Error): Promise<void> => {
      const question = open.get(item);
      if (error === undefined) question?.resolve(`answer ${item}`);
      else question?.reject(error);
      await question?.promise.catch(() => undefined);
      // Whoever waits for the answer begins with the next one now.
      await new Promise(setImmediate);
    },
  };
}

it('keeps so many at once, in their order, and a slow one only its own place', async () => {
  const { ask, answer, begun } = createQuestions();
  const all = mapConcurrent([1, 2, 3, 4], 2, ask);
  expect(begun).toEqual([1, 2]);
  await answer(2);
  await answer(3);
  expect(begun).toEqual([1, 2, 3, 4]);
  await answer(4);
  await answer(1);
  expect(await all).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4']);
});

it('begins nothing more after the first error', async () => {
  const { ask, answer, begun } = createQuestions();
  const all = mapConcurrent([1, 2, 3, 4], 2, ask);
  const problem = all.catch((error: unknown) => error);
  await answer(1, new Error('away'));
  await answer(2);
  expect(await problem).toEqual(new Error('away'));
  expect(begun).toEqual([1, 2]);
});

it('has nothing to do with nothing', async () => {
  expect(await mapConcurrent([], 2, async () => await Promise.reject(new Error('asked')))).toEqual([]);
});
