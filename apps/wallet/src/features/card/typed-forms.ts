/**
 * What somebody types about a card, until the server has it: it outlives a picker, the text of an agreement, the browser's
 * back and a reload, and ends with this tab, with its person, or once it is sent.
 */
import { session } from '../../lib/device/session.ts';
import { isRecord, readJson, tabStorage, type TextStorage, writeJson } from '../../lib/device/storage.ts';
import { createStore, type Store, useStore } from '../../lib/device/store.ts';

/** What stands in each field, as text. */
export type TypedFields = Readonly<Record<string, string | undefined>>;
type Forms = Readonly<Record<string, TypedFields>>;

const formsKey = 'cardForms';
const nothing: TypedFields = {};

export type TypedForms = {
  readonly state: Store<Forms>;
  readonly type: (form: string, field: string, text: string) => void;
  readonly forget: (form: string) => void;
  /** Somebody else is here, or nobody: nothing of before is left. */
  readonly forgetAll: () => void;
};

/** Forms in a storage; `uid` is who types, and what another person typed is not read. */
export function createTypedForms(storage: TextStorage, uid: () => string | undefined): TypedForms {
  const state = createStore<Forms>(readForms(storage, uid()));
  function keep(forms: Forms): void {
    state.set(forms);
    const owner = uid();
    if (owner !== undefined) writeJson(storage, formsKey, { uid: owner, forms });
  }
  return {
    state,
    type(form, field, text) {
      const all = state.get();
      keep({ ...all, [form]: { ...all[form], [field]: text } });
    },
    forget(form) {
      const { [form]: _, ...rest } = state.get();
      keep(rest);
    },
    forgetAll() {
      state.set({});
      storage.removeItem(formsKey);
    },
  };
}

function readForms(storage: TextStorage, uid: string | undefined): Forms {
  const stored = readJson(storage, formsKey);
  if (uid === undefined || !isRecord(stored) || stored['uid'] !== uid) return {};
  const { forms } = stored;
  if (!isRecord(forms)) return {};
  const isForm = (form: unknown) =>
    isRecord(form) && Object.values(form).every((text) => typeof text === 'string');
  return Object.fromEntries(Object.entries(forms).filter(([, form]) => isForm(form))) as Forms;
}

const ownerNow = () => session.state.get().user?.uid;
const forms = createTypedForms(tabStorage, ownerNow);
let owner = ownerNow();
session.state.subscribe(() => {
  if (owner === ownerNow()) return;
  owner = ownerNow();
  forms.forgetAll();
});

/** What was typed into a form and is not sent yet. */
export function useTypedForm(form: string): TypedFields {
  return useStore(forms.state)[form] ?? nothing;
}

export const typeInForm = forms.type;
export const forgetForm = forms.forget;
