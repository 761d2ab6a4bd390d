import type { KycTyped } from '@marigold/contract/calls/kyc/own';
import { dayMs } from '@marigold/money/spans';
import { type OwnItem, optionalItems, ownItems } from '@marigold/partners/kyc-states';
import { describe, expect, it } from 'vitest';

import { missingOf, type Offered, draftProblems } from './problems.ts';

const now = Date.UTC(2026, 10, 26, 12);

const offered: Offered = {
  jobs: new Set(['clerk']),
  incomes: new Set(['to25k']),
  purposes: new Set(['savings']),
  idTypes: new Map([
    ['GE', ['idCard', 'passport']],
    ['US', ['passport']],
  ]),
};

const whole: KycTyped = {
  names: { firstName: 'Anna', lastName: 'Kovaleva' },
  birthday: '1990-05-17',
  nationality: 'GE',
  nickname: 'ANNA KOVALEVA',
  job: 'clerk',
  occupation: 'Accountant',
  income: 'to25k',
  purpose: 'savings',
  contact: 'In the evening',
  issuingRegion: 'GE',
  idNumber: { idType: 'passport', number: '20AB123456' },
  expiry: '2034-01-01',
};

function dayIn(days: number): string {
  return new Date(now + days * dayMs).toJSON().slice(0, 10);
}

function found(change: KycTyped): string[] {
  return draftProblems(ownItems, { ...whole, ...change }, { offered, now }).map(
    ({ item, problem }) => `${item} ${problem}`,
  );
}

describe('what cannot stay as it is', () => {
  it('is nothing where all is well, in Latin and in Cyrillic letters', () => {
    expect(found({})).toEqual([]);
    expect(found({ names: { firstName: 'Анна', lastName: 'Ковалёва' } })).toEqual([]);
    expect(found({ names: { firstName: 'Zoë-Marie', lastName: "d'Été" } })).toEqual([]);
    expect(found({ expiry: 'none' })).toEqual([]);
  });

  it('is a name that machines cannot read, until it is there in Latin letters too', () => {
    const names = { firstName: '安娜', lastName: '科瓦' };
    expect(found({ names })).toEqual(['names latin_needed']);
    expect(found({ names: { ...names, latinFirst: 'ANNA' } })).toEqual(['names latin_needed']);
    expect(found({ names: { ...names, latinFirst: 'ANNA', latinLast: 'KOVA' } })).toEqual([]);
  });

  it('is somebody who comes of age tomorrow, and not who does today', () => {
    expect(found({ birthday: '2008-11-26' })).toEqual([]);
    expect(found({ birthday: '2008-11-27' })).toEqual(['birthday under_age']);
    expect(found({ birthday: dayIn(1) })).toEqual(['birthday impossible_day']);
    expect(found({ birthday: '1900-01-01' })).toEqual(['birthday impossible_day']);
  });

  it('is a document that is over, or soon will be', () => {
    expect(found({ expiry: dayIn(-1) })).toEqual(['expiry document_expired']);
    expect(found({ expiry: dayIn(0) })).toEqual(['expiry expires_soon']);
    expect(found({ expiry: dayIn(29) })).toEqual(['expiry expires_soon']);
    expect(found({ expiry: dayIn(31) })).toEqual([]);
  });

  it('is a region that is not served, and a kind of document that its region does not issue', () => {
    expect(found({ nationality: 'KP', issuingRegion: 'KP' })).toEqual([
      'nationality region_closed',
      'issuingRegion region_closed',
    ]);
    const idNumber = { idType: 'idCard', number: '123456' } as const;
    expect(found({ issuingRegion: 'US', idNumber })).toEqual(['idNumber id_type_closed']);
    expect(found({ issuingRegion: 'GE', idNumber })).toEqual([]);
  });

  it('is a choice that nobody offers', () => {
    expect(found({ job: 'spy', income: 'nothing', purpose: 'fun' })).toEqual([
      'job unknown_choice',
      'income unknown_choice',
      'purpose unknown_choice',
    ]);
  });

  it('is looked for in what is open alone', () => {
    const open: OwnItem[] = ['expiry'];
    const typed = { ...whole, expiry: dayIn(3), birthday: '2020-01-01' };
    expect(draftProblems(open, typed, { offered, now })).toEqual([
      { item: 'expiry', problem: 'expires_soon' },
    ]);
  });
});

describe('what is missing', () => {
  it('is everything but what may be left out, and the back of a document that has none', () => {
    const needed = ownItems.filter((item) => !optionalItems.includes(item) && item !== 'idBack');
    expect(missingOf(ownItems, new Set(), {})).toEqual(needed);
    expect(missingOf(ownItems, new Set(needed), whole)).toEqual([]);
  });

  it('is the back of an identity card', () => {
    const typed: KycTyped = { ...whole, idNumber: { idType: 'idCard', number: '123456' } };
    const given = new Set<string>(ownItems.filter((item) => item !== 'idBack'));
    expect(missingOf(ownItems, given, typed)).toEqual(['idBack']);
  });
});
