/** Strong factors of people in tests, bound without the calls that bind them. */
import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import { generateSync } from 'otplib';

import { recoveryCodeHash } from '../src/modules/factor/recovery-codes.ts';
import { newSeed } from '../src/modules/factor/totp.ts';
import { createSeedSealer } from '../src/modules/identity/google-code.ts';
import type { TestApi, TestPerson } from './api.ts';
import { testSecretKey } from './session-cookies.ts';

export type TestGoogle = {
  /** The digits of the server's moment; `later` milliseconds after it. */
  readonly code: (later?: number) => string;
  /** Six digits that are right at no moment near. */
  readonly wrong: () => string;
};

/** Binds an authenticator now. */
export async function giveGoogle({ databases, clock }: TestApi, { id }: TestPerson): Promise<TestGoogle> {
  const seed = newSeed();
  const sealed = createSeedSealer(testSecretKey).seal(seed, id);
  const now = new Date(clock.now());
  await sql`
    insert into app.google (user_id, sealed, key_id, state, offered_at, bound_at)
    values (${id}, ${sealed}, 1, 'bound', ${now}, ${now})`.execute(databases.main);
  const code = (later = 0) => generateSync({ secret: seed, epoch: Math.floor((clock.now() + later) / 1000) });
  return { code, wrong: () => wrongOf(code) };
}

/** No code of the last or the next ten minutes. */
function wrongOf(code: (later: number) => string): string {
  const near = new Set(Array.from({ length: 41 }, (_, index) => code((index - 20) * 30_000)));
  const tried = Array.from({ length: 50 }, (_, index) => String(100_000 + index));
  return tried.find((digits) => !near.has(digits)) ?? '';
}

/** Codes on paper, as the person reads them. */
export async function giveRecoveryCodes(
  { databases, clock }: TestApi,
  { id }: TestPerson,
  count: number,
): Promise<string[]> {
  const codes = Array.from({ length: count }, paperCode);
  for (const code of codes)
    await sql`
      insert into app.recovery_code (hmac, user_id, made_at)
      values (${recoveryCodeHash(testSecretKey, id, code)}, ${id}, ${new Date(clock.now())})`.execute(
      databases.main,
    );
  return codes;
}

/** Twelve letters that a recovery code may have, in its groups. */
function paperCode(): string {
  return randomBytes(6)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/(.{4})(?!$)/g, '$1-');
}
