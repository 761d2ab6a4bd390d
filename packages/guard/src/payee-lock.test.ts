import { hourMs } from '@marigold/money/spans';
import { describe, expect, it } from 'vitest';

import { judgePayee, newPayeeLockMs, type PayeeFacts } from './payee-lock.ts';

const now = Date.UTC(2026, 10, 22, 14, 5);
const until = Date.UTC(2026, 10, 22, 23, 5);

/** Seen never, today, a millisecond too late, exactly a day ago, long ago. */
const seen = {
  never: undefined,
  today: until - newPayeeLockMs,
  almost: now - newPayeeLockMs + 1,
  dayAgo: now - newPayeeLockMs,
  longAgo: now - 999 * hourMs,
} as const;
type Seen = keyof typeof seen;

const waits: Readonly<Record<Seen, ReturnType<typeof judgePayee>>> = {
  never: { until: null },
  today: { until },
  almost: { until: now + 1 },
  dayAgo: 'goes',
  longAgo: 'goes',
};

const both = [false, true] as const;
const everything = both.flatMap((isAboveSingle) =>
  both.flatMap((alwaysWait) =>
    (['contact', 'strong'] as const).flatMap((approvedBy) =>
      (Object.keys(seen) as Seen[]).map((first) => ({ isAboveSingle, alwaysWait, approvedBy, first })),
    ),
  ),
);
const judge = ({ first, ...facts }: (typeof everything)[number]) =>
  judgePayee({ ...facts, firstSeenAt: seen[first] } satisfies PayeeFacts, now);

describe('of every combination', () => {
  it('there are 40, and 9 wait', () => {
    expect(everything).toHaveLength(40);
    expect(everything.filter((one) => judge(one) !== 'goes')).toHaveLength(9);
  });

  it.each(everything.filter(({ isAboveSingle }) => !isAboveSingle))(
    'what is not above the single limit goes: $approvedBy, $first, waits $alwaysWait',
    (one) => expect(judge(one)).toBe('goes'),
  );

  it.each(everything.filter(({ isAboveSingle, approvedBy }) => isAboveSingle && approvedBy === 'contact'))(
    'more to what was seen $first waits a day with a code of a contact: waits $alwaysWait',
    (one) => expect(judge(one)).toEqual(waits[one.first]),
  );

  it.each(everything.filter(({ isAboveSingle, approvedBy }) => isAboveSingle && approvedBy === 'strong'))(
    'a strong factor opens what was seen $first, unless its owner always waits: $alwaysWait',
    (one) => expect(judge(one)).toEqual(one.alwaysWait ? waits[one.first] : 'goes'),
  );
});

it('lasts as long as the specification says', () => expect(newPayeeLockMs).toBe(24 * hourMs));
