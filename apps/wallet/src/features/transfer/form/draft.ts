/** The unfinished form, kept for this tab: setting a payment password, a reload or a new language loses nothing. */
import type { LookedUpPayee } from '../../../domain/payee/payee-text.ts';
import {
  isRecord,
  memoryStorage,
  readJson,
  type TextStorage,
  writeJson,
} from '../../../lib/device/storage.ts';
import type { TransferForm } from './order.ts';

export type TransferDraft = TransferForm & {
  /** Kept with the form, so that coming back costs no second lookup. */
  readonly found: LookedUpPayee | undefined;
};

const draftKey = 'transferDraft';

export type Drafts = {
  /** What this person left; undefined when there is nothing, or it is another person's. */
  readonly read: (uid: string) => TransferDraft | undefined;
  readonly keep: (uid: string, draft: TransferDraft) => void;
  readonly clear: () => void;
};

export function createDrafts(storage: TextStorage): Drafts {
  return {
    read(uid) {
      const stored = readJson(storage, draftKey);
      if (!isRecord(stored) || stored['uid'] !== uid) return undefined;
      const { mode, found } = stored;
      if (mode !== 'onChain' && mode !== 'internal') return undefined;
      const { to, address, chain, currency, amount, again, note } = stored;
      const typed = { to, address, chain, currency, amount, again, note };
      if (!Object.values(typed).every((text) => typeof text === 'string')) return undefined;
      return {
        ...typed,
        mode,
        found: isFound(found) ? { to: found.to, masked: found.masked } : undefined,
      } as TransferDraft;
    },
    keep: (uid, draft) => void writeJson(storage, draftKey, { uid, ...draft }),
    clear: () => storage.removeItem(draftKey),
  };
}

function isFound(value: unknown): value is LookedUpPayee {
  return isRecord(value) && typeof value['to'] === 'string' && typeof value['masked'] === 'string';
}

function openSessionStorage(): TextStorage {
  try {
    sessionStorage.getItem(draftKey);
    return sessionStorage;
  } catch {
    return memoryStorage();
  }
}

export const drafts = createDrafts(openSessionStorage());
