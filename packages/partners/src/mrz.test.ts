/** Promises about the lines of documents: what is read of them, which digit is wrong, and what is no document. */
import { describe, expect, it } from 'vitest';

import { idCardLines, largeCardLines, type LinedDocument, passportLines } from '../testing/mrz-lines.ts';
import { readMrz } from './mrz.ts';

const now = Date.UTC(2026, 10, 26);
const anna: LinedDocument = {
  firstName: 'ANNA',
  lastName: 'KOVALEVA',
  birthday: '900517',
  expiry: '340101',
  region: 'GEO',
  idNumber: '20AB12345',
};
const fields = {
  firstName: 'ANNA',
  lastName: 'KOVALEVA',
  birthday: '1990-05-17',
  nationality: 'GE',
  idNumber: '20AB12345',
  issuingRegion: 'GE',
  expiry: '2034-01-01',
};
const card = { ...fields, idType: 'idCard' };
const passport = { ...fields, idType: 'passport' };

const fieldsOf = (lines: readonly string[]) => {
  const read = readMrz(lines, now);
  return read.isRead ? read.fields : undefined;
};
/** The text with another letter at a place. */
const changed = (text: string, place: number, letter: string) =>
  `${text.slice(0, place)}${letter}${text.slice(place + 1)}`;

describe('the lines of a document', () => {
  it.each([
    ['a passport', passportLines(anna), passport],
    ['an identity card', idCardLines(anna), card],
    ['a card in the larger format', largeCardLines(anna), card],
  ])('are read of %s', (_name, lines, read) => {
    expect(readMrz(lines, now)).toEqual({ isRead: true, fields: read, wrong: [] });
  });

  it('name the digit that is wrong, and with it the one over all', () => {
    const [first, second] = passportLines(anna);
    for (const [place, wrong] of [
      [3, 'documentNumberCheckDigit'],
      [14, 'birthDateCheckDigit'],
      [22, 'expirationDateCheckDigit'],
    ] as const) {
      const letter = second[place] === '7' ? '8' : '7';
      expect(readMrz([first, changed(second, place, letter)], now)).toMatchObject({
        isRead: true,
        wrong: [wrong, 'compositeCheckDigit'],
      });
    }
  });

  it('pass with another name, which no digit covers', () => {
    const [first, second] = passportLines(anna);
    const read = readMrz([first.replace('ANNA', 'ANNE'), second], now);
    expect(read).toEqual({ isRead: true, fields: { ...passport, firstName: 'ANNE' }, wrong: [] });
  });

  it('have years of two digits: nobody is born tomorrow, and nothing runs out decades from now', () => {
    const born = (birthday: string) => fieldsOf(passportLines({ ...anna, birthday }))?.birthday;
    expect([born('261126'), born('261127'), born('000229')]).toEqual([
      '2026-11-26',
      '1926-11-27',
      '2000-02-29',
    ]);
    const until = (expiry: string) => fieldsOf(passportLines({ ...anna, expiry }))?.expiry;
    expect([until('760101'), until('770101'), until('<<<<<<')]).toEqual(['2076-01-01', '1977-01-01', null]);
  });

  it.each([
    ['D', 'DE'],
    ['GBN', 'GB'],
    ['RKS', 'XK'],
    ['XXA', 'XXA'],
    ['RUS', 'RU'],
  ])('know regions by three letters or fewer: %s is %s', (nationality, short) => {
    expect(fieldsOf(passportLines({ ...anna, nationality }))?.nationality).toBe(short);
  });

  it('may have a long number, or one name alone', () => {
    const [first, second, third] = idCardLines(anna);
    // Ten digits: the tenth and the digit of the number stand behind it.
    const long = `${first.slice(0, 5)}123456789<07${'<'.repeat(13)}`;
    expect(fieldsOf([long, second, third])?.idNumber).toBe('1234567890');
    expect(fieldsOf(passportLines({ ...anna, firstName: '', lastName: 'SUKARNO' }))).toMatchObject({
      firstName: '',
      lastName: 'SUKARNO',
    });
  });

  it('are no lines with another length, number or alphabet, and say what else is none', () => {
    const [first, second] = passportLines(anna);
    const none = { isRead: false, wrong: ['lines'] };
    expect(readMrz([], now)).toEqual(none);
    expect(readMrz([first], now)).toEqual(none);
    expect(readMrz([first, second.slice(1)], now)).toEqual(none);
    expect(readMrz([first, second, second], now)).toEqual(none);
    expect(readMrz([first, second, second, second], now)).toEqual(none);
    expect(readMrz([first.toLowerCase(), second], now)).toEqual(none);
    expect(readMrz(['A', 'B'], now)).toEqual(none);
    expect(readMrz(passportLines({ ...anna, region: 'UTO' }), now)).toEqual({
      isRead: false,
      wrong: ['nationality', 'issuingState'],
    });
    expect(readMrz(passportLines({ ...anna, birthday: '900230' }), now)).toEqual({
      isRead: false,
      wrong: ['birthday'],
    });
    // A licence of France and an old card of hers are no documents of this kind.
    expect(readMrz(['D1FRA13AA000026181231MARTIN<<9'], now)).toMatchObject({ isRead: false });
    const old = ['IDFRATEST<NAME<<<<<<<<<<<<<<<<0CHE02', '1710GVA123451ROBERTA<<<<<<<9112311F2'];
    expect(readMrz(old, now)).toEqual({ isRead: false, wrong: ['format'] });
  });
});
