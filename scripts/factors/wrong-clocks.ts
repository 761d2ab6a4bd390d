/** Codes of clocks that are wrong by up to five minutes: reported by how much, and never taken. */
import type { TestApi } from '../../apps/server/testing/api.ts';
import { codeOfApp } from '../../apps/server/testing/authenticator.ts';
import { bindSeed, challengeFor, forgetGuesses, payBy } from './authenticator.ts';

const stepSeconds = 30;
/** Steps ahead and behind; the step before passes for ten seconds, so it is not among them. */
const stepsAway = [2, 3, 4, 5, 6, 7, 8, 9];

export async function tryWrongClocks(
  api: TestApi,
): Promise<{ wrongClocks: number; driftReported: number; driftAccepted: number }> {
  const holder = await bindSeed(api);
  const payee = await api.person();
  const clocks = stepsAway.flatMap((steps) => [steps * stepSeconds, -steps * stepSeconds]);
  let driftReported = 0;
  let driftAccepted = 0;
  for (const [place, seconds] of clocks.entries()) {
    const payment = { to: payee.username, amount: `50.${String(place + 10)}` };
    const challengeId = await challengeFor(api, holder, payment);
    const code = codeOfApp(holder.seed, api.clock.now() + seconds * 1000);
    const { refusal, facts } = await payBy(api, holder, { ...payment, challengeId, code });
    if (refusal === 'right') driftAccepted += 1;
    // A step may begin between the two readings of the clock.
    const drift = facts['drift'];
    const isReported = typeof drift === 'number' && Math.abs(drift - seconds) <= stepSeconds;
    if (refusal === 'verification_incorrect' && isReported) driftReported += 1;
    else console.error(`a clock ${seconds} s ahead: ${refusal} ${JSON.stringify(facts)}`);
    await forgetGuesses(api);
  }
  return { wrongClocks: clocks.length, driftReported, driftAccepted };
}
