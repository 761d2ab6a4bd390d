/** GET /health: the state of each part; ready when money can be asked about. */
import { sql } from 'kysely';

import { isMoneyHalted } from './modules/audit/views.ts';
import { isAnyChainHalted, isAnySightPlain } from './modules/chain/views.ts';
import { isAnyUncredited } from './modules/deposit/views.ts';
import { isSmsClosed } from './modules/identity/views.ts';
import { isSurplusOpen } from './modules/reconcile/views.ts';
import type { Database } from './platform/database/database.ts';
import type { Health } from './platform/http/http.ts';

type Found = Readonly<Record<'money' | 'chains' | 'suspense' | 'traces' | 'deposits' | 'sms', boolean>>;

/** What each part is called when something of it was found: `halted` is stopped, `open` waits for operators. */
const found = {
  money: 'halted',
  chains: 'halted',
  suspense: 'open',
  traces: 'open',
  deposits: 'open',
  sms: 'open',
} as const satisfies Record<keyof Found, 'halted' | 'open'>;
const names = Object.keys(found) as (keyof Found)[];

export async function healthOf(db: Database, isStreamLive: boolean): Promise<Health> {
  const state = await look(db);
  const parts = names.map((name) => {
    if (state === undefined) return [name, 'down'] as const;
    return [name, state[name] ? found[name] : 'ok'] as const;
  });
  return {
    live: true,
    ready: state !== undefined,
    parts: {
      database: state === undefined ? 'down' : 'ok',
      ...Object.fromEntries(parts),
      stream: isStreamLive ? 'ok' : 'down',
    },
  };
}

/** Undefined: the database does not answer. */
async function look(db: Database): Promise<Found | undefined> {
  try {
    const { rows } = await sql<Found>`
      select ${isMoneyHalted} as money, ${isAnyChainHalted} as chains, ${isSurplusOpen} as suspense,
        ${isAnySightPlain} as traces, ${isAnyUncredited} as deposits, ${isSmsClosed} as sms`.execute(db);
    return rows[0];
  } catch {
    return undefined;
  }
}
