/**
 * What was typed into the registration, kept while one reads the agreements or reloads: names in this tab's storage,
 * secrets in memory alone. It is gone with the account, with the tab, or after a while.
 */
import { minuteMs } from '@marigold/money/spans';

import { isRecord, readJson, tabStorage, type TextStorage, writeJson } from '../../lib/device/storage.ts';

export type RegisterFields = {
  readonly username: string;
  readonly channel: 'phone' | 'email';
  readonly phone: string;
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly confirm: string;
  readonly inviteCode: string;
};

const draftKey = 'registerDraft';
/** domain.md B.2: a code is good for 5 minutes; a password on its way need not be kept longer than that twice. */
const secretsRetentionMs = 10 * minuteMs;

const named = ['username', 'phone', 'email', 'inviteCode'] as const;
const secret = ['code', 'password', 'confirm'] as const;

type Draft = Partial<RegisterFields>;

export type RegisterDraft = {
  readonly read: () => Draft;
  readonly keep: (fields: RegisterFields) => void;
  readonly forget: () => void;
};

export function createRegisterDraft(storage: TextStorage, clock: () => number): RegisterDraft {
  let secrets: { readonly values: Draft; readonly time: number } | undefined;
  return {
    read() {
      const stored = readJson(storage, draftKey);
      const values: Record<string, string> = {};
      if (isRecord(stored)) {
        for (const name of named) if (typeof stored[name] === 'string') values[name] = stored[name];
        if (stored['channel'] === 'email' || stored['channel'] === 'phone')
          values['channel'] = stored['channel'];
      }
      const areFresh = secrets !== undefined && clock() - secrets.time < secretsRetentionMs;
      return { ...values, ...(areFresh ? secrets?.values : {}) } as Draft;
    },
    keep(fields) {
      writeJson(storage, draftKey, pick(fields, [...named, 'channel']));
      secrets = { values: pick(fields, secret), time: clock() };
    },
    forget() {
      storage.removeItem(draftKey);
      secrets = undefined;
    },
  };
}

function pick(fields: RegisterFields, names: readonly (keyof RegisterFields)[]): Draft {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

export const registerDraft = createRegisterDraft(tabStorage, () => Date.now());
