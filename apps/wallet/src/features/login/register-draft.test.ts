import { minuteMs } from '@marigold/money/spans';
import { describe, expect, it } from 'vitest';

import { memoryStorage } from '../../lib/device/storage.ts';
import { createRegisterDraft } from './register-draft.ts';

const fields = {
  username: 'anna',
  channel: 'email',
  phone: '',
  email: 'anna@example.com',
  code: '123456',
  password: 'Marigold7!',
  confirm: 'Marigold7!',
  inviteCode: 'ABC234',
} as const;

describe('what was typed into the registration', () => {
  it('is there again, and its secrets are in no storage', () => {
    const storage = memoryStorage();
    const draft = createRegisterDraft(storage, () => 0);
    draft.keep(fields);
    expect(draft.read()).toEqual(fields);
    const stored = storage.getItem('registerDraft') ?? '';
    expect(stored).toContain('anna@example.com');
    expect(stored).not.toMatch(/Marigold7|123456/);
    // After a reload memory is empty.
    const { code: _code, password: _password, confirm: _confirm, ...named } = fields;
    expect(createRegisterDraft(storage, () => 0).read()).toEqual(named);
  });

  it('forgets its secrets after ten minutes and all of it on request', () => {
    const storage = memoryStorage();
    let now = 0;
    const draft = createRegisterDraft(storage, () => now);
    draft.keep(fields);
    now = 10 * minuteMs;
    expect(draft.read().password).toBeUndefined();
    draft.forget();
    expect(draft.read()).toEqual({});
  });
});
