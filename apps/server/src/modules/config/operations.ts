/** What an operator sets for the app. */
import type { setConfig } from '@marigold/operations/rows/house';

import { queryable } from '../../platform/database/database.ts';
import type { Deed } from '../../platform/operations/deed.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import { configKeys, isConfigKey, setEntry } from './entries.ts';

export const setConfigDeed: Deed<typeof setConfig> = {
  async act(db, { key, json }, { now }) {
    if (!isConfigKey(key)) return new RefusedDeed('gone', { there: configKeys });
    const problems = await setEntry(queryable(db), { key, json, now });
    if (problems !== undefined) return new RefusedDeed('unfit', { problems });
    // The value itself may hold a person's number; the log says that it changed, the table says to what.
    return { subject: `config:${key}`, detail: { bytes: Buffer.byteLength(json) } };
  },
};
