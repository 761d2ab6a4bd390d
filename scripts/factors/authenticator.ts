/** Somebody with money whose authenticator is bound, and what their app and their payments say. */
import { newSeed } from '../../apps/server/src/modules/factor/totp.ts';
import { createSeedSealer } from '../../apps/server/src/modules/identity/google-code.ts';
import { goodPayPassword, type TestApi, type TestPerson } from '../../apps/server/testing/api.ts';
import { asOwner } from '../../apps/server/testing/database.ts';
import { testSecretKey } from '../../apps/server/testing/session-cookies.ts';

export type Holder = { readonly person: TestPerson; readonly seed: Buffer };

export async function bindSeed(api: TestApi): Promise<Holder> {
  const person = await api.person();
  await api.credit(person, 'USDT', '100000');
  const seed = newSeed();
  const sealed = createSeedSealer(testSecretKey).seal(seed, person.id).toString('hex');
  await asOwner(
    api.ownerUrl,
    `insert into app.google (user_id, sealed, key_id, state, offered_at, bound_at)
     values ('${person.id}', '\\x${sealed}', 1, 'bound', now(), now())`,
  );
  return { person, seed };
}

/** Nothing that was guessed wrong counts any more: the next try is judged by itself. */
export async function forgetGuesses(api: TestApi): Promise<void> {
  await asOwner(api.ownerUrl, 'delete from app.attempt');
}

type Payment = { readonly to: string; readonly amount: string };

/** The id of a challenge that waits for six digits of an authenticator. */
export async function challengeFor(
  api: TestApi,
  { person }: Holder,
  { to, amount }: Payment,
): Promise<string> {
  const subject = { to, currency: 'USDT', amount };
  const input = { kind: 'transfer/internal', subject, method: 'google' } as const;
  const answer = await api.call('verify/start', input, { token: person.token });
  if (!answer.ok) throw new Error(`no challenge: ${JSON.stringify(answer)}`);
  return answer.data.challengeId;
}

/** A payment with a proof: `right`, or its refusal with its facts. */
export async function payBy(
  api: TestApi,
  { person }: Holder,
  { to, amount, ...verify }: Payment & { readonly challengeId: string; readonly code: string },
): Promise<{ readonly refusal: string; readonly facts: Readonly<Record<string, unknown>> }> {
  const order = { to, currency: 'USDT', amount, amountConfirm: amount, payPassword: goodPayPassword, verify };
  const answer = await api.call('transfer/internal', order, { token: person.token });
  return answer.ok
    ? { refusal: 'right', facts: {} }
    : { refusal: answer.data.refusal, facts: answer.data.facts ?? {} };
}
