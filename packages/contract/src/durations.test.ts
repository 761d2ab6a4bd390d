import { freezes } from '@marigold/guard/freezes';
import { newPayeeLockMs } from '@marigold/guard/payee-lock';
import { minuteMs } from '@marigold/money/spans';
import { languageIds } from '@marigold/texts/languages';
import { sayWith } from '@marigold/texts/say';
import { describe, expect, it } from 'vitest';

import { contract, type Path } from './contract.ts';
import {
  answersRetentionMs,
  codeLifeMs,
  daysIn,
  exportRetentionMs,
  hoursIn,
  kycBindingForMs,
  lossWindowMs,
  payoutWindowMs,
  rateStaleMs,
  recoveryLifeMs,
  sessionDays,
  sessionDaysMax,
  strongTrustMs,
} from './durations.ts';
import * as limits from './limits.ts';
import { valuesOfRefusal } from './refusal-values.ts';

/** The numbers of the specification (domain.md B, reliability.md 8): the only place that states them a second time. */
describe('what is promised', () => {
  it('lasts as long as the specification says', () => {
    for (const span of [exportRetentionMs, payoutWindowMs, lossWindowMs, newPayeeLockMs, answersRetentionMs])
      expect(hoursIn(span)).toBe(24);
    expect([rateStaleMs, codeLifeMs, recoveryLifeMs].map((span) => span / minuteMs)).toEqual([10, 5, 15]);
    expect(hoursIn(strongTrustMs)).toBe(30 * 24);
    expect(daysIn(kycBindingForMs)).toBe(7);
    expect(sessionDays).toEqual({ normal: 7, remembered: 90 });
    expect(sessionDaysMax).toEqual({ normal: 90, remembered: 365 });
  });

  it('is as much as the specification says', () => {
    const { inWords: _, ...numbers } = limits;
    expect(numbers).toEqual({
      recoveryCodesMade: 10,
      recoveryCodesFew: 3,
      uploadBytesMax: 20_000_000,
      uploadMegabytes: 20,
      riskAnswerMax: 1000,
      riskFilesMax: 5,
      nameMax: 40,
      remarkMax: 140,
      exportMonthsMax: 12,
      // identity-cards-fund-agents.md 2.5; the months are ours.
      identityYearsMin: 18,
      documentDaysMin: 30,
      addressProofMonthsMax: 3,
      exportsPerHour: 3,
      exportMailsPerDay: 3,
      exportAddressesMax: 5,
      newPayeesPerDay: 5,
      passkeysMax: 10,
    });
  });
});

describe('a sentence of the reference', () => {
  it.each([
    ['user/password/set', `frozen for ${hoursIn(freezes.passwordChanged.spans.payout)} hours`],
    ['user/paypwd/reset', `frozen for ${hoursIn(freezes.payPasswordReset.spans.payout)} hours`],
    ['user/forget/reset', `frozen for ${hoursIn(freezes.passwordReset.spans.payout)} hours`],
    ['bill/export', `kept ${hoursIn(exportRetentionMs)} hours`],
    ['bill/export/list', `of the last ${hoursIn(exportRetentionMs)} hours`],
    ['bill/export/email', `${limits.inWords(limits.exportMailsPerDay)} times a day`],
    ['payee/add', `${limits.inWords(limits.newPayeesPerDay)} new ones a day`],
  ] as const satisfies readonly (readonly [Path, string])[])('of %s says "%s"', (path, words) => {
    expect(contract[path].does).toContain(words);
  });

  it('says numbers above five in digits', () => {
    expect([0, 3, 5, 6].map(limits.inWords)).toEqual(['no', 'three', 'five', '6']);
  });
});

it.each([
  'limit_exceeded',
  'export_range_too_long',
  'export_limit',
  'export_mail_limit',
  'payees_too_many',
  'passkeys_too_many',
] as const)('the words of "%s" say the number of the rule in every language', (code) => {
  const values = valuesOfRefusal(code);
  const facts = { left: '1', until: 0 };
  const sentences = (by: number) => {
    const other = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value + by]));
    return languageIds.map((language) => sayWith(language, `refusal.${code}`, { ...facts, ...other }));
  };
  const [now, then] = [sentences(0), sentences(1)];
  for (const [place, text] of now.entries()) expect(then[place]).not.toBe(text);
});

it('a refusal that says nothing for everybody has no values', () => {
  expect(valuesOfRefusal('already_applied')).toEqual({});
  expect(valuesOfRefusal('toString')).toEqual({});
});
