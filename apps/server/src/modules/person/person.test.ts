import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type Databases, openDatabases } from '../../platform/database/database.ts';
import { addPerson, isNameTaken } from './add.ts';
import type { Contact, NewPerson, Person } from './person.ts';
import { findByContact, findByKey, getInvite, maskedName } from './views.ts';

let database: TestDatabase;
let databases: Databases;

beforeAll(async () => {
  database = await testDatabase();
  databases = openDatabases(database.appUrl);
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});

const mail = (name: string): Contact => ({ channel: 'email', target: `${name}@example.com` });

async function join(username: string, more: Partial<NewPerson> = {}): Promise<Person | undefined> {
  return await addPerson(databases.main, {
    username,
    contact: mail(username.toLowerCase()),
    passwordHash: 'a hash',
    language: 'en',
    now: Date.now(),
    ...more,
  });
}

async function joined(username: string, more: Partial<NewPerson> = {}): Promise<Person> {
  const person = await join(username, more);
  if (person === undefined) throw new Error(`${username} is taken`);
  return person;
}

describe('somebody who joins', () => {
  it('is paid by a code of nine digits, and invites by another, that nobody else has', async () => {
    const [anna, boris] = [await joined('Annette'), await joined('Borislav')];
    for (const { uid } of [anna, boris]) expect(uid).toMatch(/^[1-9]\d{8}$/);
    expect(anna.uid).not.toBe(boris.uid);
    expect(anna.inviteCode).not.toBe(boris.inviteCode);
    expect(await findByKey(databases.main, 'uid', anna.uid)).toEqual(anna);
    expect(await findByKey(databases.main, 'inviteCode', boris.inviteCode)).toEqual(boris);
  });

  it('gets no name that somebody has, in whatever case', async () => {
    await joined('Carolina');
    expect(await join('cAROLINA', { contact: mail('other') })).toBeUndefined();
    expect(await findByContact(databases.main, mail('other'))).toBeUndefined();
  });

  it.each(['Marigold', 'MarigoldHelp', 'm4rig0ld', 'Support', 'admin'])(
    'finds a name taken that others would take for the house: %s',
    async (name) => {
      expect(await isNameTaken(databases.main, name)).toBe(true);
    },
  );

  it('finds a name taken that somebody has in whatever case, or by which somebody is paid', async () => {
    expect(await isNameTaken(databases.main, 'Leonhard')).toBe(false);
    const { uid } = await joined('Leonhard');
    for (const name of ['Leonhard', 'LEONHARD', uid])
      expect([name, await isNameTaken(databases.main, name)]).toEqual([name, true]);
  });

  it('brings a contact that nobody else has brought', async () => {
    const contact: Contact = { channel: 'sms', target: '+12025550199' };
    const first = await joined('Erasmus1', { contact });
    expect(await join('Erasmus2', { contact })).toBeUndefined();
    expect(await findByContact(databases.main, contact)).toEqual(first);
  });

  it('is one person where two ask for one name at once', async () => {
    const both = await Promise.all(
      ['left', 'right'].map(async (side) => await join('Frederik', { contact: mail(side) })),
    );
    expect(both.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('counts for whoever invited them', async () => {
    const inviter = await joined('Gabriela');
    await joined('Heinrich', { invitedBy: inviter.id });
    await joined('Ingeborg', { invitedBy: inviter.id });
    expect(await getInvite(databases.main, inviter.id)).toEqual({ code: inviter.inviteCode, count: 2 });
  });
});

describe('somebody who is looked up', () => {
  it('is found by exact keys in the case that they were typed in, and by no part of one', async () => {
    const person = await joined('Johannes');
    expect(await findByKey(databases.main, 'username', 'JOHANNES')).toEqual(person);
    expect(await findByKey(databases.main, 'email', 'Johannes@Example.com')).toEqual(person);
    expect(await findByKey(databases.main, 'username', 'Johanne')).toBeUndefined();
    expect(await findByKey(databases.main, 'username', 'Johannes%')).toBeUndefined();
  });

  it('shows others a masked name, never the whole one', async () => {
    const { id, nickname } = await joined('Katharina');
    const masked = await maskedName(databases.main, id);
    expect(masked).toContain('*');
    expect(masked).not.toContain(nickname);
  });
});
