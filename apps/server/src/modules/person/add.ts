/** How somebody becomes a person here, and which names are free. */
import { randomDigits } from '@marigold/money/random-digits';

import type { Database } from '../../platform/database/database.ts';
import { newRowId, newInviteCode } from '../../platform/process/ids.ts';
import { isReservedName } from './nickname.ts';
import type { NewPerson, Person } from './person.ts';
import { insertPerson } from './store.ts';
import { findByContact, getPerson, isNameHeld } from './views.ts';

/** uid and invitation code are drawn again when somebody has them; a tenth miss in a row is no bad luck any more. */
const drawsMax = 10;

/** Adds a person at level 1 (a proven contact, domain.md B.2); undefined when the username or the contact is taken. */
export async function addPerson(db: Database, person: NewPerson): Promise<Person | undefined> {
  const { username, contact } = person;
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const id = newRowId();
    if (await insertPerson(db, { ...person, id, uid: newUid(), inviteCode: newInviteCode() }))
      return await getPerson(db, id);
    if (await isNameTaken(db, username)) return undefined;
    if ((await findByContact(db, contact)) !== undefined) return undefined;
  }
  throw new Error('Broken: a free uid and invitation code are found in a few draws');
}

/** A username is taken when somebody has it in any case, or has it as uid: payees are found by both. Names of the house are. */
export async function isNameTaken(db: Database, username: string): Promise<boolean> {
  return isReservedName(username) || (await isNameHeld(db, username));
}

/** Nine random digits, the first one not zero. */
function newUid(): string {
  const [first = '0', ...rest] = randomDigits(9);
  return (first === '0' ? '1' : first) + rest.join('');
}
