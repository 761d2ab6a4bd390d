import { describe, expect, it } from 'vitest';

import { fieldsOfTyped, itemsOfStep, type OwnFields, stepsOf, stepToGoOn } from '../own-fields.ts';
import { needsLatin, readStepFields } from './own-check.ts';

const empty = fieldsOfTyped({});
const regions = [
  { code: 'DE', idTypes: ['idCard' as const, 'passport' as const] },
  { code: 'US', idTypes: ['passport' as const] },
];
const all = Object.values(itemsOfStep).flat();
const draft: Parameters<typeof readStepFields>[2] = {
  open: all,
  missing: all,
  problems: [],
  typed: {},
  regions,
};
const read = (step: 1 | 2 | 3, more: Partial<OwnFields>) =>
  readStepFields(step, { ...empty, ...more }, draft);

describe('what is typed', () => {
  it.for([
    [1, ['firstName', 'lastName', 'birthday', 'nationality']],
    [2, ['nickname', 'job', 'occupation', 'income', 'purpose', 'contact', 'phone', 'email', 'description']],
    [3, ['issuingRegion', 'idNumber', 'expiry']],
  ] as const)('is asked for by name where nothing stands: step %s', ([step, fields]) => {
    const { issues, items } = read(step, {});
    expect(Object.keys(issues)).toEqual(fields);
    expect(new Set(Object.values(issues))).toEqual(new Set(['need']));
    expect(items).toEqual({});
  });

  it('may be left out where nobody asked for it once more', () => {
    const { issues } = readStepFields(2, empty, { ...draft, missing: [] });
    expect(Object.keys(issues)).not.toContain('phone');
  });

  it.for([
    [1, 'birthday', '1990-02-30'],
    [1, 'firstName', 'Anna\u202e'],
    [2, 'nickname', 'ANNA КОВАЛЁВА'],
    [2, 'phone', '12'],
    [2, 'email', 'anna'],
    [3, 'idNumber', '№ 17'],
    [3, 'expiry', 'soon'],
  ] as const)('cannot be anything: step %s, %s "%s"', ([step, field, text]) => {
    expect(read(step, { [field]: text }).issues).toMatchObject({ [field]: 'malformed' });
  });

  it('is given item by item: what is right is not held back by what is wrong', () => {
    const { issues, items } = read(1, { firstName: ' Anna ', lastName: 'Kovaleva', birthday: '17.05.1990' });
    expect(items).toEqual({ names: { firstName: 'Anna', lastName: 'Kovaleva' } });
    expect(issues).toEqual({ birthday: 'malformed', nationality: 'need' });
  });

  it('needs Latin letters too where its own are neither Latin nor Cyrillic', () => {
    expect(needsLatin({ firstName: 'Анна', lastName: 'Ковалёва' })).toBe(false);
    expect(needsLatin({ firstName: 'Zoë', lastName: 'O’Brien-Łoś' })).toBe(false);
    expect(needsLatin({ firstName: '美玲', lastName: '王' })).toBe(true);
    const names = { firstName: '美玲', lastName: '王', latinFirst: 'MEILING' };
    expect(read(1, names).issues).toMatchObject({ latinLast: 'need' });
    expect(read(1, { ...names, latinLast: 'WANG' }).items.names).toEqual({ ...names, latinLast: 'WANG' });
  });

  it('names the kind of document that its region issues', () => {
    const typed = { issuingRegion: 'US', idType: 'idCard', idNumber: 'C01X00T47' };
    expect(read(3, typed).items.idNumber).toEqual({ idType: 'passport', number: 'C01X00T47' });
  });

  it('that was given before is not given again, and is taken away where it was emptied', () => {
    const typed = { names: { firstName: 'Anna', lastName: 'Kovaleva' }, phone: '+995555012467' };
    const given = { ...draft, typed, missing: [] };
    expect(readStepFields(1, fieldsOfTyped(typed), given).items).toEqual({});
    expect(readStepFields(2, { ...fieldsOfTyped(typed), phone: '' }, given).items).toEqual({ phone: null });
  });

  it('is called wrong by the server only as long as it stands there', () => {
    const typed = { birthday: '2015-05-17' };
    const wrong = {
      ...draft,
      typed,
      problems: [{ item: 'birthday' as const, problem: 'under_age' as const }],
    };
    const fields = fieldsOfTyped(typed);
    expect(readStepFields(1, fields, wrong).problems).toEqual({ birthday: 'under_age' });
    expect(readStepFields(1, { ...fields, birthday: '1990-05-17' }, wrong).problems).toEqual({});
  });
});

describe('where somebody goes on', () => {
  const whole: Parameters<typeof stepToGoOn>[0] = {
    review: 'draft',
    open: all,
    missing: [],
    problems: [],
    pictures: [],
  };
  it('is the first step that lacks something or has it wrong', () => {
    expect(stepToGoOn({ ...whole, missing: all })).toBe(1);
    expect(stepToGoOn({ ...whole, missing: ['idFront', 'signature'] })).toBe(4);
    const problems = [{ item: 'expiry' as const, problem: 'expires_soon' as const }];
    expect(stepToGoOn({ ...whole, missing: ['signature'], problems })).toBe(3);
    expect(stepToGoOn(whole)).toBe(6);
  });

  it('is before the signature the proof of an address, which may be left out', () => {
    expect(stepToGoOn({ ...whole, missing: ['signature'] })).toBe(5);
    const pictures = [{ item: 'addressProof' as const, size: 1, time: 1 }];
    expect(stepToGoOn({ ...whole, missing: ['signature'], pictures })).toBe(6);
  });

  it('is among what is asked once more, and the sending', () => {
    const again: typeof whole = {
      ...whole,
      review: 'again',
      open: ['birthday', 'idFront'],
      missing: ['idFront'],
    };
    expect(stepsOf(again)).toEqual([1, 4, 6]);
    expect(stepToGoOn(again)).toBe(4);
    expect(stepToGoOn({ ...again, missing: [] })).toBe(6);
  });
});
