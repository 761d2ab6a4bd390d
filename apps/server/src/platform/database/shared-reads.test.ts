import { describe, expect, it } from 'vitest';

import { shareReads } from './shared-reads.ts';

/** A read that counts in what it is asked and answers when told to. */
function source() {
  const reads: (readonly string[])[] = [];
  let version = 0;
  const waiting: PromiseWithResolvers<void>[] = [];
  return {
    reads,
    change: () => void (version += 1),
    /** Ends the oldest statement that is under way. */
    answer: (error?: Error) => {
      const first = waiting.shift();
      if (error === undefined) first?.resolve();
      else first?.reject(error);
    },
    read: async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      reads.push(keys);
      // What a statement sees is settled when it starts.
      const found = new Map(keys.map((key) => [key, `${key}${version}`]));
      const under = Promise.withResolvers<void>();
      waiting.push(under);
      await under.promise;
      return found;
    },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

describe('shared reads', () => {
  it('ask once for everybody who asks together, and for each key once', async () => {
    const { reads, answer, read } = source();
    const find = shareReads(read);
    const found = Promise.all(['a', 'b', 'a', 'c'].map(find));
    await until(() => reads.length === 1);
    answer();
    expect(await found).toEqual(['a0', 'b0', 'a0', 'c0']);
    expect(reads).toEqual([['a', 'b', 'c']]);
  });

  it('never answer with a statement that began before the question', async () => {
    const { reads, answer, change, read } = source();
    const find = shareReads(read);
    const early = find('a');
    await until(() => reads.length === 1);
    change();
    const late = find('a');
    answer();
    await until(() => reads.length === 2);
    answer();
    expect(await Promise.all([early, late])).toEqual(['a0', 'a1']);
  });

  it('wait for a statement that hangs no longer than their patience', async () => {
    const { reads, answer, read } = source();
    const find = shareReads(read, { patienceMs: 5 });
    const hanging = find('a');
    await until(() => reads.length === 1);
    const late = find('b');
    await until(() => reads.length === 2);
    answer();
    answer();
    expect(await Promise.all([hanging, late])).toEqual(['a0', 'b0']);
  });

  it('tell a failure to those who waited for it and to nobody else', async () => {
    const { reads, answer, read } = source();
    const find = shareReads(read);
    const unlucky = Promise.allSettled([find('a'), find('b')]);
    await until(() => reads.length === 1);
    const later = find('a');
    answer(new Error('the database is away'));
    expect((await unlucky).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await until(() => reads.length === 2);
    answer();
    expect(await later).toBe('a0');
  });

  it('begin another statement when one is full', async () => {
    const { reads, answer, read } = source();
    const find = shareReads(read, { keysMost: 2 });
    const found = Promise.all(['a', 'b', 'c'].map(find));
    const answers = setInterval(answer, 1);
    expect(await found).toEqual(['a0', 'b0', 'c0']);
    clearInterval(answers);
    expect(reads).toEqual([['a', 'b'], ['c']]);
  });
});
