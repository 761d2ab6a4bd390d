import { expect, it } from 'vitest';

import { readCatalogue } from './compile.ts';

/** Texts that write a number themselves, and why no rule of ours could contradict it. */
const excuses: readonly { readonly ids: RegExp; readonly why: string }[] = [
  {
    ids: /^(market\.|rate\.change$|trade\.(change|high|low)24h$)/,
    why: 'the day and the candles of a market',
  },
  {
    ids: /^(login|paypwd|google)\.|^verify\.fromApp$|^refusal\.(username_malformed|.*password_weak)$/,
    why: 'the syntax of secrets',
  },
  {
    ids: /^transfer\.(address\.shape|amountComma)|^shell\.h5|^kycown\.(malformed|hint)\./,
    why: 'how something is written',
  },
  { ids: /^(assets\.explain\.lockedHint|refusal\.funds_locked)$/, why: 'what a chain usually takes' },
];

it('a text is given its numbers: a duration or a limit is stated by the contract alone', () => {
  const texts = readCatalogue().flatMap(({ entries }) => entries.en ?? []);
  const numbered = texts.filter(({ text }) => /[2-9]|\d\d/.test(text.replaceAll(/=\d+ \{/g, '')));
  const unexcused = numbered.filter(({ id }) => !excuses.some(({ ids }) => ids.test(id)));
  expect(unexcused.map(({ id, text }) => `${id}: ${text}`)).toEqual([]);
  for (const { ids, why } of excuses)
    expect(
      numbered.some(({ id }) => ids.test(id)),
      why,
    ).toBe(true);
});
