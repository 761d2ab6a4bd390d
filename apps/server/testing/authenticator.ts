/** An authenticator app of a person, bound without the calls that bind one. */
import { sql } from 'kysely';
import { generateSync } from 'otplib';

import { newSeed } from '../src/modules/factor/totp.ts';
import { createSeedSealer } from '../src/modules/identity/google-code.ts';
import type { TestApi, TestPerson } from './api.ts';
import { testSecretKey } from './session-cookies.ts';

/** Binds one; answers how its digits are read off at the server's time. */
export async function bindAuthenticator(
  { databases, clock }: TestApi,
  { id }: Pick<TestPerson, 'id'>,
): Promise<() => string> {
  const seed = newSeed();
  const at = new Date(clock.now());
  await sql`
    insert into app.google (user_id, sealed, key_id, state, offered_at, bound_at)
    values (${id}, ${createSeedSealer(testSecretKey).seal(seed, id)}, 1, 'bound', ${at}, ${at})`.execute(
    databases.main,
  );
  return () => generateSync({ secret: seed, epoch: Math.floor(clock.now() / 1000) });
}
