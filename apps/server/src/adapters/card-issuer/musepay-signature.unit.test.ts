import { createPublicKey, generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { splitCallingCode } from './calling-codes.ts';
import { isSignedBy, signatureBy, signedTextOf } from './musepay-signature.ts';
import { createMusepayIssuer } from './musepay.ts';

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('signatures of MusePay', () => {
  it('are over the fields in the order of their names, without empty ones and the signature itself', () => {
    const params = {
      partner_id: '100001',
      sign: 'x',
      request_id: '2020031620000900005143515921',
      nonce: '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
      remark: '',
      more: undefined,
    };
    expect(signedTextOf(params)).toBe(
      'nonce=5K8264ILTKCH16CQ2502SI8ZNMTM67VS&partner_id=100001&request_id=2020031620000900005143515921',
    );
    expect(signedTextOf({ b: { d: 1, c: { z: 'ü', y: ['2', '1'] } }, a: true })).toBe(
      'a=true&b={"c":{"y":["2","1"],"z":"ü"},"d":1}',
    );
  });

  it.each([['x'], [''], [undefined], [['a']], ['A'.repeat(344)], [`${'A'.repeat(342)}==`]])(
    'are none: %j',
    (given) => {
      expect(isSignedBy(theirs.publicKey, 'text', given)).toBe(false);
    },
  );

  it('know an event by the header over its bytes, or by the body over the rest of it', () => {
    const issuer = createMusepayIssuer({
      url: () => 'http://127.0.0.1:1',
      partnerId: '2000061',
      privateKey: ours.privateKey,
      platformKey: theirs.publicKey,
      mailDomain: 'holders.example',
      clock: Date.now,
    });
    const event = { type: 'APPLY_AUDIT', data: { request_id: 'q1', applyId: '1', status: 'AUDIT_PASS' } };
    const about = { about: { opening: 'q1' } };
    const inside = (sign: string) => Buffer.from(JSON.stringify({ ...event, sign }));
    const raw = Buffer.from(JSON.stringify(event));
    expect(issuer.readEvent(raw, { sign: signatureBy(theirs.privateKey, raw) })).toEqual(about);
    const text = signedTextOf(event);
    expect(issuer.readEvent(inside(signatureBy(theirs.privateKey, text)), {})).toEqual(about);
    expect(issuer.readEvent(inside(signatureBy(ours.privateKey, text)), {})).toBeUndefined();
    // A header that is wrong is not made good by the body.
    expect(issuer.readEvent(inside(signatureBy(theirs.privateKey, text)), { sign: 'x' })).toBeUndefined();
    for (const odd of ['no JSON', '[]', 'null']) {
      const bytes = Buffer.from(odd);
      expect(issuer.readEvent(bytes, {})).toBeUndefined();
      expect(issuer.readEvent(bytes, { sign: signatureBy(theirs.privateKey, bytes) })).toEqual({
        about: null,
      });
    }
  });

  it('take a public key from the private one that made it', () => {
    const other = createPublicKey(ours.privateKey);
    expect(isSignedBy(other, 'text', signatureBy(ours.privateKey, 'text'))).toBe(true);
  });
});

describe('telephone numbers', () => {
  it.each([
    ['+12025550123', '1', '2025550123'],
    ['+79161234567', '7', '9161234567'],
    ['+31612345678', '31', '612345678'],
    ['+8613812345678', '86', '13812345678'],
    ['+85261234567', '852', '61234567'],
    ['+995555123456', '995', '555123456'],
  ])('%s are split after their calling code', (phone, code, rest) => {
    expect(splitCallingCode(phone)).toEqual({ code, rest });
  });

  it.each(['31612345678', '+0612345678', '+31 612', '+123456', ''])('are none: %s', (phone) => {
    expect(splitCallingCode(phone)).toBeUndefined();
  });
});
