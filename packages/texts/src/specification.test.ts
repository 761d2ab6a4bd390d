/** The specification's own words (points 5, 8, 9) where they belong. What waits for its issue joins with it. */
import { describe, expect, it } from 'vitest';

import { messages } from '../generated/server/en.js';
import type { TextId } from './ids.ts';

/** The specification's words, and the texts that begin with them. */
const words = {
  'request network error': ['shell.requestNetworkError'],
  'Network error': ['shell.networkError'],
  'Request Error': ['shell.requestError'],
  'data request failed': ['shell.dataRequestFailed'],
  'no records': ['shell.noRecords'],
  'connection timed out': ['shell.timedOut'],
  'tap to retry': ['shell.tapToRetry'],
  'Unable to preload CSS': ['shell.preloadFailed'],
  'Insufficient wallet balance, please recharge first': [
    'transfer.insufficient',
    'refusal.insufficient_balance',
  ],
  'Go recharge': ['shell.recharge'],
  'Verification fail': ['refusal.verification_void'],
  'Verification code is incorrect': ['refusal.code_incorrect', 'refusal.verification_incorrect'],
  'Sorry, your payment password is incorrect, please re-enter': ['refusal.payment_password_incorrect'],
  'The two entered passwords are inconsistent, please re-enter.': ['refusal.passwords_differ'],
  'The username must be between 4 and 20 alpha or numeric characters': ['login.usernameError'],
  'H5 cannot save to album': ['shell.h5Album'],
  'H5 cannot take a screenshot': ['shell.h5Screenshot'],
  'Content copied': ['shell.copied'],
  'Copy failed, please copy manually': ['shell.copyFailed'],
} as const satisfies Readonly<Record<string, readonly TextId[]>>;

describe('the words of the specification', () => {
  it.each(Object.entries(words))('"%s" is said as it stands there', (phrase, ids) => {
    const wrong = ids.filter((id) => !String([messages[id]].flat()[0]).startsWith(phrase));
    expect(wrong).toEqual([]);
  });

  it('name the profile error of installing on iOS', () => {
    expect(JSON.stringify(messages)).toContain('Profile Error');
  });
});
