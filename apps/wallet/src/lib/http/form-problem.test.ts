import { describe, expect, it } from 'vitest';

import type { Failure } from './api.ts';
import { problemOf } from './form-problem.ts';

const places = {
  fields: ['account', 'password'],
  byRefusal: { account_locked: 'password' },
  malformed: (field: string) => `check ${field}`,
} as const;

function refused(refusal: string, field?: string): Failure {
  return { ok: false, kind: 'refusal', refusal, field, facts: {}, msg: 'No.' };
}

function notServed(status: number, field?: string): Failure {
  return { ok: false, kind: 'status', status, reason: undefined, field, facts: {}, msg: 'Not now.' };
}

describe('the problem of a failed form', () => {
  it('stands at the field that the refusal names', () => {
    expect(problemOf(refused('password_incorrect', 'password'), places)).toEqual({
      field: 'password',
      text: 'No.',
    });
  });

  it('stands where the form wants a refusal that names no field, or a field it does not have', () => {
    expect(problemOf(refused('account_locked'), places)).toEqual({ field: 'password', text: 'No.' });
    expect(problemOf(refused('account_locked', 'code'), places)).toEqual({ field: 'password', text: 'No.' });
  });

  it('stands on the form when nobody says where', () => {
    expect(problemOf(refused('constructor'), places)).toEqual({ field: undefined, text: 'No.' });
    expect(problemOf(notServed(429), places)).toEqual({ field: undefined, text: 'Not now.' });
  });

  it('says a malformed value in the words of its own field', () => {
    expect(problemOf(notServed(400, 'account'), places)).toEqual({ field: 'account', text: 'check account' });
    expect(problemOf(notServed(400, 'requestId'), places)).toEqual({ field: undefined, text: 'Not now.' });
  });

  it('is none where a toast has said it', () => {
    expect(problemOf({ ok: false, kind: 'network', isTimeout: false }, places)).toBeUndefined();
  });
});
