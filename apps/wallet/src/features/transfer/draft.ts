/** The unfinished form, kept for this tab: setting a payment password, a reload or a new language loses nothing. */
import { isRecord, memoryStorage, readJson, type TextStorage, writeJson } from '../../lib/storage.ts';
import type { TransferForm } from './order.ts';

export type FoundPayee = {
  /** What was looked up, as the server reads it. */
  readonly to: string;
  readonly masked: string;
};

export type Draft = TransferForm & {
  /** Kept with the form, so that coming back costs no second lookup. */
  readonly found: FoundPayee | undefined;
};

const draftKey = 'transferDraft';

export type Drafts = {
  /** What this person left; undefined when there is nothing, or it is another person's. */
  readonly read: (uid: string) => Draft | undefined;
  readonly keep: (uid: string, draft: Draft) => void;
  readonly clear: () => void;
};

export function createDrafts(storage: TextStorage): Drafts {
  return {
    read(uid) {
      const kept = readJson(storage, draftKey);
      if (!isRecord(kept) || kept['uid'] !== uid) return undefined;
      const { to, currency, amount, again, note, found } = kept;
      if (![to, currency, amount, again, note].every((text) => typeof text === 'string')) return undefined;
      return {
        to,
        currency,
        amount,
        again,
        note,
        found: isFound(found) ? { to: found.to, masked: found.masked } : undefined,
      } as Draft;
    },
    keep: (uid, draft) => void writeJson(storage, draftKey, { uid, ...draft }),
    clear: () => storage.removeItem(draftKey),
  };
}

function isFound(value: unknown): value is FoundPayee {
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
