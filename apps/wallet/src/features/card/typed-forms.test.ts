/** What was typed outlives a reload, and neither its sending nor its person. */
import { expect, it } from 'vitest';

import { memoryStorage } from '../../lib/device/storage.ts';
import { createTypedForms } from './typed-forms.ts';

it('what was typed is there after a reload', () => {
  const storage = memoryStorage();
  const before = createTypedForms(storage, () => '1');
  before.type('muse', 'city', 'Berlin');
  before.type('muse', 'line', 'Allee 1');
  expect(createTypedForms(storage, () => '1').state.get()).toEqual({
    muse: { city: 'Berlin', line: 'Allee 1' },
  });
});

it('what was sent is forgotten, and other forms are not', () => {
  const storage = memoryStorage();
  const forms = createTypedForms(storage, () => '1');
  forms.type('muse', 'city', 'Berlin');
  forms.type('master', 'city', 'Bonn');
  forms.forget('muse');
  expect(createTypedForms(storage, () => '1').state.get()).toEqual({ master: { city: 'Bonn' } });
});

it('nobody reads what another person typed', () => {
  const storage = memoryStorage();
  createTypedForms(storage, () => '1').type('muse', 'city', 'Berlin');
  expect(createTypedForms(storage, () => '2').state.get()).toEqual({});
  expect(createTypedForms(storage, () => undefined).state.get()).toEqual({});
});

it('nothing is left once the person changes', () => {
  const storage = memoryStorage();
  const forms = createTypedForms(storage, () => '1');
  forms.type('muse', 'city', 'Berlin');
  forms.forgetAll();
  expect(forms.state.get()).toEqual({});
  expect(storage.getItem('cardForms')).toBeNull();
});

it('what is no form of ours is not read', () => {
  const storage = memoryStorage();
  storage.setItem(
    'cardForms',
    JSON.stringify({ uid: '1', forms: { muse: { city: 7 }, master: { city: 'Bonn' } } }),
  );
  expect(createTypedForms(storage, () => '1').state.get()).toEqual({ master: { city: 'Bonn' } });
});
