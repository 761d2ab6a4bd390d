import { describe, expect, it } from 'vitest';

import { memoryStorage } from '../../../lib/device/storage.ts';
import { createDrafts, type TransferDraft } from './draft.ts';

const draft: TransferDraft = {
  mode: 'onChain',
  to: 'boris',
  address: '0x8f3A2d5C0b1E4f6a7B8c9D0e1F2a3B4c5D6e91Ac',
  chain: 'eth',
  currency: 'USDT',
  amount: '12.34',
  again: '12.3',
  note: 'rent',
  found: { to: 'boris', masked: 'b*ris' },
};

describe('an unfinished form', () => {
  it('comes back as it was typed, with the payee that was found', () => {
    const storage = memoryStorage();
    createDrafts(storage).keep('100000001', draft);
    expect(createDrafts(storage).read('100000001')).toEqual(draft);
  });

  it('is nobody else’s', () => {
    const drafts = createDrafts(memoryStorage());
    drafts.keep('100000001', draft);
    expect(drafts.read('100000002')).toBeUndefined();
  });

  it('may be damaged or cleared without harm', () => {
    const storage = memoryStorage();
    const drafts = createDrafts(storage);
    const sideways = JSON.stringify({ uid: '1', ...draft, mode: 'sideways' });
    for (const stored of ['{', '{"uid":"1","mode":"internal","to":7}', sideways, 'null']) {
      storage.setItem('transferDraft', stored);
      expect(drafts.read('1')).toBeUndefined();
    }
    drafts.keep('1', { ...draft, found: undefined });
    expect(drafts.read('1')?.found).toBeUndefined();
    drafts.clear();
    expect(drafts.read('1')).toBeUndefined();
  });
});
