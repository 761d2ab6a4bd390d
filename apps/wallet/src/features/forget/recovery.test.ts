import { describe, expect, it } from 'vitest';

import { memoryStorage } from '../../lib/device/storage.ts';
import { createRecoveries } from './recovery.ts';

const begun = {
  account: 'anna',
  ticket: 't'.repeat(43),
  methods: [{ method: 'email', masked: 'a***com' }],
  expires: 1000,
} as const;
const sent = { ...begun.methods[0], id: 'one', expires: 300, resendAt: 60 };

describe('a recovery in this tab', () => {
  it('survives a reload with the code on its way and with its proof', () => {
    const storage = memoryStorage();
    const first = createRecoveries(storage, () => 0);
    first.begin(begun);
    first.sent(sent);
    expect(createRecoveries(storage, () => 0).state.get()).toEqual({
      ...begun,
      sent,
      isProven: false,
      isStrong: false,
    });
    first.proven('p'.repeat(43), 2000, true);
    expect(createRecoveries(storage, () => 1500).state.get()).toMatchObject({
      ticket: 'p'.repeat(43),
      isProven: true,
      isStrong: true,
    });
  });

  it('leaves only the name when its time is up, and nothing when it is over', () => {
    const storage = memoryStorage();
    const first = createRecoveries(storage, () => 0);
    first.begin(begun);
    expect(createRecoveries(storage, () => 1000).state.get()).toEqual({ account: 'anna', isOver: true });
    first.end();
    expect(storage.getItem('recovery')).not.toContain(begun.ticket);
    first.forget();
    expect(storage.getItem('recovery')).toBeNull();
  });
});
