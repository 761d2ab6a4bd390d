import { describe, expect, it } from 'vitest';

import {
  isLoginName,
  isCode,
  isEmail,
  isInviteCode,
  isPhone,
  readLoginName,
  readCodeInput,
  readInviteCode,
  readPhone,
} from './contact.ts';

describe('what people type', () => {
  it.each([
    ['+995 555 01 24 67', '+995555012467'],
    ['00995 (555) 01-24-67', '+995555012467'],
    ['＋７ 999 123‑45‑67', '+79991234567'],
  ])('reads %s as a phone number', (typed, phone) => {
    expect(readPhone(typed)).toBe(phone);
    expect(isPhone(typed)).toBe(true);
  });

  it.each(['', '555 01 24 67', '+0 555 012467', '+12345', '+1234567890123456', '+995 555 O1 24 67'])(
    'takes %j for no phone number',
    (typed) => expect(isPhone(typed)).toBe(false),
  );

  it('takes an e-mail address of any top-level domain, with blanks around it', () => {
    expect([' anna@mail.com ', 'a.b+c@museum.example.museum'].every(isEmail)).toBe(true);
    expect(['', 'anna', 'anna@mail', 'an na@mail.com', 'anna@@mail.com', '@mail.com'].some(isEmail)).toBe(
      false,
    );
  });

  it('logs in by a number as people write it, and by a name of digits as it stands', () => {
    expect(readLoginName(' +995 555 01 24 67 ')).toBe('+995555012467');
    expect(readLoginName(' 0012345678 ')).toBe('0012345678');
    expect(readLoginName('anna.k@mail.com')).toBe('anna.k@mail.com');
  });

  it('knows what cannot be an account', () => {
    expect(['', 'abc', 'анна', 'anna k'].some(isLoginName)).toBe(false);
    expect(isLoginName('anna')).toBe(true);
  });

  it('takes a code with blanks and digits of other scripts', () => {
    expect(readCodeInput(' 418 200 ')).toBe('418200');
    expect(isCode('４１８２００')).toBe(true);
    expect(['', '41820', '4182001', '41820x'].some(isCode)).toBe(false);
  });

  it('takes a referral code in small letters, and none at all', () => {
    expect(readInviteCode(' mg7k2q ')).toBe('MG7K2Q');
    expect(['', '  ', 'mg7k2q'].every(isInviteCode)).toBe(true);
    expect(['MG7K2', 'MG7K-2Q', 'МG7K2Q'].some(isInviteCode)).toBe(false);
  });
});
