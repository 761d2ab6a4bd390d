/** Two-step verification bound as a person binds it, with the codes of their app. */
import type { TestApi, TestPerson } from './api.ts';
import { goodPassword } from './api.ts';
import { codeAt, stepMs } from './authenticator-code.ts';

/** The clock of the server goes on to where a step has just begun, so that what is asked next falls into it. */
export function toNextStep({ clock }: Pick<TestApi, 'clock'>): void {
  clock.move(stepMs - (clock.now() % stepMs));
}

/** A proof by a code of the mail, for an operation without a subject. */
export async function mailedProof(
  api: TestApi,
  { token, email }: Pick<TestPerson, 'token' | 'email'>,
  kind: 'user/google/bind',
): Promise<{ challengeId: string; code: string }> {
  const answer = await api.call('verify/start', { kind, method: 'email' }, { token });
  if (!answer.ok) throw new Error(answer.msg);
  const code = /\b(\d{6})\b/.exec(await api.lastMail(email))?.[1] ?? '';
  return { challengeId: answer.data.challengeId, code };
}

/** Binds two-step verification. The clock moves to the next step, so that the app's next code is a new one. */
export async function bindAuthenticator(
  api: TestApi,
  person: TestPerson,
): Promise<{ secret: string; codes: readonly string[] }> {
  const { token } = person;
  const offer = await api.call('user/google/new', {}, { token });
  if (!offer.ok) throw new Error(offer.msg);
  const { secret } = offer.data;
  const input = {
    loginPassword: goodPassword,
    code: codeAt(secret, api.clock.now()),
    verify: await mailedProof(api, person, 'user/google/bind'),
  };
  const bound = await api.call('user/google/bind', input, { token });
  if (!bound.ok) throw new Error(`not bound: ${JSON.stringify(bound)}`);
  api.clock.move(stepMs);
  return { secret, codes: bound.data.codes ?? [] };
}
