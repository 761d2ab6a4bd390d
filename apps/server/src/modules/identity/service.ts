import { sql } from 'kysely';

import type { Handlers } from '../../platform/call.ts';
import type { Database } from '../../platform/database.ts';
import type { JobHandlers } from '../../platform/jobs.ts';
import type { Limits } from '../../platform/limits.ts';
import { createSendCode } from './contact-code.ts';
import { createLogin, logout } from './login.ts';
import { createMessageJobs } from './messages.ts';
import { createPasswords } from './passwords.ts';
import type { Mailer, SmsSender } from './port.ts';
import { createRegister } from './register.ts';
import type { NewPerson, Person } from './store.ts';
import { addPerson, getPerson, userOf } from './store.ts';

type IdentityHandlers = Pick<
  Handlers,
  'user/code/send' | 'user/register' | 'user/login' | 'user/logout' | 'user/info' | 'user/prefs/set'
>;

export type IdentityDependencies = {
  /** Peppers passwords and keys the digests of codes. */
  readonly secretKey: string;
  readonly limits: Limits;
  /** How words leave the program. */
  readonly mailer: Mailer;
  readonly smsSender: SmsSender;
};

export type Identity = {
  readonly handlers: IdentityHandlers;
  /** The tasks `mail` and `sms`. */
  readonly jobs: JobHandlers;
  /** Adds a person without a code, for demo people; undefined when the username or the contact is taken. */
  addPerson(
    db: Database,
    person: Omit<NewPerson, 'passwordHash'> & { readonly password: string },
  ): Promise<Person | undefined>;
};

export function createIdentity({ secretKey, limits, mailer, smsSender }: IdentityDependencies): Identity {
  const passwords = createPasswords(secretKey);
  return {
    handlers: {
      'user/code/send': createSendCode({ secretKey, limits }),
      'user/register': createRegister({ secretKey, passwords }),
      'user/login': createLogin(passwords),
      'user/logout': logout,
      'user/info': userInfo,
      'user/prefs/set': setPreferences,
    },
    jobs: createMessageJobs({ mailer, smsSender }),
    async addPerson(db, { password, ...person }) {
      return await addPerson(db, { ...person, passwordHash: await passwords.hash(password) });
    },
  };
}

const userInfo: Handlers['user/info'] = async (_input, { db, session }) =>
  userOf(await getPerson(db, session.userId));

/** What is not named stays as it is. */
const setPreferences: Handlers['user/prefs/set'] = async ({ language, fiat }, { db, session }) => {
  await sql`
    update app.person set language = coalesce(${language ?? null}, language), fiat = coalesce(${fiat ?? null}, fiat)
    where id = ${session.userId}`.execute(db);
  return userOf(await getPerson(db, session.userId));
};
