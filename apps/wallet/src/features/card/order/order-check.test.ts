/** What of the form can be sent, and what is alerts at which field. */
import { describe, expect, it } from 'vitest';

import {
  methodsOf,
  type CardFormFields,
  type CardFormRules,
  readLatinName,
  readCardForm,
} from './order-check.ts';
import { readPlace } from './place-check.ts';

const rules: CardFormRules = { form: 'physical', countries: ['DE', 'HK'], pickups: ['berlin'] };
const filled: CardFormFields = {
  latinName: 'ANNA KOVALEVA',
  phone: '+49 151 2345678',
  method: 'mail',
  recipient: 'Anna Kovaleva',
  country: 'DE',
  city: 'Berlin',
  postal: '10115',
  line: 'Invalidenstr. 1',
  residential: 'yes',
  pickup: '',
};
const read = (more: Partial<CardFormFields> = {}, isAgreed = true) =>
  readCardForm({ ...filled, ...more }, rules, isAgreed);

describe('an application', () => {
  it('that is whole gives what the call takes', () => {
    expect(read({ latinName: ' anna kovaleva ', postal: ' 10115 ' })).toEqual({
      issues: {},
      latinName: 'ANNA KOVALEVA',
      phone: '+491512345678',
      delivery: {
        method: 'mail',
        recipient: 'Anna Kovaleva',
        country: 'DE',
        city: 'Berlin',
        postal: '10115',
        line: 'Invalidenstr. 1',
        isResidential: true,
      },
    });
  });

  it('for a virtual card goes nowhere', () => {
    const virtual = readCardForm({ ...filled, city: '', line: '' }, { ...rules, form: 'virtual' }, true);
    expect(virtual.issues).toEqual({});
    expect(virtual.delivery).toBeUndefined();
  });

  it.for([
    [{ latinName: '' }, { latinName: 'need' }],
    [{ latinName: 'A' }, { latinName: 'malformed' }],
    [{ latinName: 'ANNA KOVALEVA-KONSTANTINOVA' }, { latinName: 'malformed' }],
    [{ latinName: 'АННА' }, { latinName: 'malformed' }],
    [{ phone: '+49 ' }, { phone: 'need' }],
    [{ phone: '0151 2345678' }, { phone: 'malformed' }],
    [{ recipient: ' ' }, { recipient: 'need' }],
    [{ country: '' }, { country: 'need' }],
    [{ country: 'US' }, { country: 'unserved' }],
    [{ city: '' }, { city: 'need' }],
    [{ postal: '' }, { postal: 'need' }],
    [{ line: 'Allee\u202E1' }, { line: 'malformed' }],
  ] as const)('says what is wrong with %o', ([more, issues]) => {
    expect(read(more).issues).toEqual(issues);
    expect(read(more).delivery === undefined).toBe(!('latinName' in issues || 'phone' in issues));
  });

  it('wants the agreement, and says so last', () => {
    expect(Object.entries(read({ city: '' }, false).issues)).toEqual([
      ['city', 'need'],
      ['agreement', 'need'],
    ]);
  });

  it('to pick up wants a place that there is, and no address', () => {
    const pickup = { method: 'pickup', city: '', line: '', country: '' } as const;
    expect(read(pickup).issues).toEqual({ pickup: 'need' });
    expect(read({ ...pickup, pickup: 'gone' }).issues).toEqual({ pickup: 'need' });
    expect(read({ ...pickup, pickup: 'berlin' }).delivery).toEqual({
      method: 'pickup',
      recipient: 'Anna Kovaleva',
      pickupId: 'berlin',
    });
  });
});

it('a place without postal codes needs none, and takes one', () => {
  const place = { country: 'HK', city: 'Hong Kong', postal: '', line: '1 Queen’s Road' };
  expect(readPlace(place).place).toEqual({ country: 'HK', city: 'Hong Kong', line: '1 Queen’s Road' });
  expect(readPlace({ ...place, postal: '999077' }).place).toMatchObject({ postal: '999077' });
});

it('a name is raised as it is typed', () => {
  expect(readLatinName('anna k')).toBe('ANNA K');
  expect(readLatinName('ａｎｎａ')).toBe('ANNA');
});

it('a card of plastic goes the ways that there are', () => {
  expect(methodsOf(rules)).toEqual(['mail', 'pickup']);
  expect(methodsOf({ ...rules, countries: [] })).toEqual(['pickup']);
  expect(methodsOf({ ...rules, pickups: [] })).toEqual(['mail']);
});
