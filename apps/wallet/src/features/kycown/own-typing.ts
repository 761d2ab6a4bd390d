/**
 * What somebody types about themselves, until the server has sealed it: in the memory of this tab alone, so that it
 * outlives a picker, a failed save and a lost network, and nothing else. It is in no storage, and gone with its person.
 */
import { session } from '../../lib/device/session.ts';
import { createStore, useStore } from '../../lib/device/store.ts';
import type { OwnField, OwnFields } from './own-fields.ts';

type Typing = Readonly<Partial<Record<OwnField, string>>>;

const nothing: Typing = {};
const typing = createStore<ReadonlyMap<string, Typing>>(new Map());

const ownerNow = () => session.state.get().user?.uid;
let owner = ownerNow();
session.state.subscribe(() => {
  if (owner === ownerNow()) return;
  owner = ownerNow();
  typing.set(new Map());
});

/** What was typed of a record and is not saved yet. */
export function useTyping(authNo: string): Typing {
  return useStore(typing).get(authNo) ?? nothing;
}

export function typeField(authNo: string, field: OwnField, text: string): void {
  const all = typing.get();
  typing.set(new Map(all).set(authNo, { ...all.get(authNo), [field]: text }));
}

/** Forgets what was saved as it stands; what was typed meanwhile stays. */
export function forgetSaved(authNo: string, saved: OwnFields, which: readonly OwnField[]): void {
  const all = typing.get();
  const rest = Object.entries(all.get(authNo) ?? {}).filter(
    ([field, text]) => !which.includes(field as OwnField) || saved[field as OwnField] !== text,
  );
  typing.set(new Map(all).set(authNo, Object.fromEntries(rest)));
}

/** Forgets everything that was typed of a record. */
export function forgetTyping(authNo: string): void {
  const rest = new Map(typing.get());
  rest.delete(authNo);
  typing.set(rest);
}
