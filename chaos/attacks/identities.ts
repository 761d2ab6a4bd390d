/** Identities of people who are attacked, put into the tables as they lie there once somebody was approved. */
import { openDatabases } from '../../apps/server/src/platform/database/database.ts';
import { approvedRecordOf, bindingOf } from '../../apps/server/testing/bindings.ts';
import type { Victim } from './people.ts';
import type { Target } from './target.ts';

type Pair = { readonly owner: Victim; readonly asker: Victim };

/** One that can be bound, and the wish of somebody else for another one. What lies sealed there is opened by nobody. */
export async function identitiesFor(
  { database, now }: Target,
  { owner, asker }: Pair,
): Promise<{ readonly authNo: string; readonly bindingId: string }> {
  const databases = openDatabases(database.settings.DATABASE_URL, 1);
  try {
    const { main } = databases;
    const { authNo } = await approvedRecordOf(main, { userId: owner.id, now: now() });
    return { authNo, bindingId: await bindingOf(main, { owner, asker, now: now() }) };
  } finally {
    await databases.close();
  }
}
