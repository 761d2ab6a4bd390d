import { describe, expect, it } from 'vitest';

import type { LinkSettings } from '../../lib/route/links.ts';
import { checkKinds, companyLink, thirdView } from './third-look.ts';

const settings: LinkSettings = { origin: 'https://wallet.example', messagingHosts: [], frameHosts: [] };
const fresh = { review: 'draft', status: 'notBound', provider: null } as const;

describe('the page of the company', () => {
  it('follows how far its own page is, while it is the turn of the person', () => {
    const view = (state: 'none' | 'opening' | 'open', isAhead = true) => thirdView(fresh, { state }, isAhead);
    expect([view('none'), view('opening'), view('open')]).toEqual(['choose', 'opening', 'open']);
    expect(view('open', false)).toBe('choose');
  });

  it('says of what was begun and is over that it begins anew, and asks of what is asked again', () => {
    const begun = { ...fresh, provider: 'Veritas' };
    expect(thirdView(begun, { state: 'none' }, true)).toBe('expired');
    expect(thirdView(begun, { state: 'open' }, false)).toBe('expired');
    expect(thirdView({ ...begun, review: 'again' }, { state: 'none' }, true)).toBe('choose');
  });

  it.for(['submitted', 'review', 'held', 'approved', 'final'] as const)(
    'leads elsewhere once it is not the turn of the person: %s',
    (review) => expect(thirdView({ ...fresh, review }, { state: 'open' }, true)).toBe('elsewhere'),
  );

  it('leads elsewhere with a record that does not hold', () => {
    expect(thirdView({ ...fresh, status: 'disabled' }, { state: 'open' }, true)).toBe('elsewhere');
  });
});

describe('the address of the company', () => {
  it('is opened over https alone', () => {
    expect(companyLink('https://verify.example/s/1', settings, false)).toEqual({
      address: 'https://verify.example/s/1',
      host: 'verify.example',
    });
    for (const url of ['http://verify.example/', 'https://127.0.0.1:8090/', 'javascript:alert(1)', null])
      expect(companyLink(url, settings, false)).toBeUndefined();
  });

  it('may be on this machine in a demonstration, and is a web page there too', () => {
    expect(companyLink('http://127.0.0.1:8090/s/1', settings, true)?.host).toBe('127.0.0.1:8090');
    for (const url of ['javascript:alert(1)', 'https://me@verify.example/', 'nothing'])
      expect(companyLink(url, settings, true)).toBeUndefined();
  });
});

it('what is checked is told in the kinds that a person thinks in, each once', () => {
  expect(checkKinds(['names', 'idFront', 'idBack', 'liveness', 'addressProof'])).toEqual([
    'document',
    'face',
    'address',
  ]);
});
