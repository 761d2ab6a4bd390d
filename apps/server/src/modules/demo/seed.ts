/** Makes the demo people, each in one transaction with all of their money: complete or not there at all. */
import type { Database } from '../../platform/database/database.ts';
import { creditOpening } from '../demo-money/opening.ts';
import { lockDemo } from '../demo-money/store.ts';
import type { IdentityService } from '../identity/service.ts';
import { findByKey } from '../person/views.ts';
import type { Security } from '../security/service.ts';
import { type DemoPerson, demoPeople } from './people.ts';

export type DemoSeedDependencies = {
  readonly mode: 'demo' | 'production';
  readonly db: Database;
  readonly identity: Pick<IdentityService, 'addPerson'>;
  readonly security: Pick<Security, 'setPaymentPassword'>;
  readonly now: number;
};

/**
 * Makes the demo people that are missing and answers their names; safe at every start and at two starts at once. An
 * account of the same name that is not the demo's is left alone. Throws in production.
 */
export async function seedDemo(dependencies: DemoSeedDependencies): Promise<string[]> {
  if (dependencies.mode === 'production') throw new Error('Broken: production has no demo people');
  const made: string[] = [];
  for (const person of demoPeople) {
    if ((await findByKey(dependencies.db, 'username', person.username)) !== undefined) continue;
    const isMade = await dependencies.db
      .transaction()
      .execute(async (db) => await seedPerson(db, person, dependencies));
    if (isMade) made.push(person.username);
  }
  return made;
}

async function seedPerson(
  db: Database,
  person: DemoPerson,
  dependencies: DemoSeedDependencies,
): Promise<boolean> {
  const { identity, security, now } = dependencies;
  await lockDemo(db);
  const { username, contact, password, language } = person;
  const added = await identity.addPerson(db, { username, contact, password, language, isDemo: true, now });
  if (added === undefined) return false;
  await security.setPaymentPassword(db, added.id, person.payPassword, now);
  await creditOpening(db, { userId: added.id, username, opening: person.opening, now });
  return true;
}
