import { expect, it } from 'vitest';

import { TransportError } from './transport-error.ts';
import { createTurns } from './turns.ts';

/** Work that ends when it is told to. */
function jobs() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  return {
    started,
    work: (name: string) => async () => {
      started.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      await end.promise;
      return name;
    },
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(`${name} failed`)),
  };
}

it('does so much of one key at once, the rest in line, and nobody waits for another key', async () => {
  const inTurn = createTurns({ atOnce: 2, waitingMax: 9 });
  const { started, work, end } = jobs();
  const all = ['a1', 'a2', 'a3', 'a4'].map(async (name) => await inTurn('anna', work(name)));
  const other = inTurn('boris', work('b1'));
  expect(started).toEqual(['a1', 'a2', 'b1']);
  end('a2');
  expect(await all[1]).toBe('a2');
  await Promise.resolve();
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['b1', 'a1', 'a3']) end(name);
  await Promise.all([other, all[0], all[2]]);
  end('a4');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('gives the place of what failed to the next, and refuses whom no place in line is left for', async () => {
  const inTurn = createTurns({ atOnce: 1, waitingMax: 1 });
  const { started, work, end, fail } = jobs();
  const first = inTurn('anna', work('first'));
  const second = inTurn('anna', work('second'));
  await expect(inTurn('anna', work('third'))).rejects.toThrow(TransportError);
  fail('first');
  await expect(first).rejects.toThrow('first failed');
  expect(started).toEqual(['first', 'second']);
  end('second');
  expect(await second).toBe('second');
  const later = inTurn('anna', work('later'));
  end('later');
  expect(await later).toBe('later');
});
