/** What everybody promises who checks identities: each company, and the house itself. */
import { randomUUID } from 'node:crypto';

import type { HookHeaders, IdentityProvider, PartnerAnswer } from '@marigold/partners/identity-port';
import { expect, it } from 'vitest';

export type ContractHarness = {
  readonly provider: IdentityProvider;
  /** Somebody whom it does not know yet. */
  readonly newcomer: () => Promise<{
    readonly applicant: string;
    /** Begins their check, and answers its own name for them; each time by the same request. */
    readonly begin: () => Promise<string>;
  }>;
};

/** The value of an answer that has to be one. */
export function answerValue<Value>(answer: PartnerAnswer<Value>): Value {
  if (answer.is !== 'done') throw new Error(`it is ${answer.is}`);
  return answer.value;
}

/** `harness` is asked for when a promise is tried. */
export function promisesOfIdentity(harness: () => ContractHarness): void {
  it('knows nobody before their check begins, and has one applicant though it begins twice', async () => {
    const { provider, newcomer } = harness();
    const { applicant, begin } = await newcomer();
    expect(await provider.find({ applicant })).toEqual({ is: 'absent' });
    const ref = await begin();
    const found = answerValue(await provider.find({ applicant }));
    expect(await begin()).toBe(ref);
    expect(found).toMatchObject({ ref, outcome: null, decidedAt: null });
    expect(['open', 'checking']).toContain(found.phase);
    expect(found.items.length).toBeGreaterThan(0);
    expect(found.items.every(({ verdict }) => verdict === 'open')).toBe(true);
    expect(await provider.find({ applicant })).toEqual({ is: 'done', value: found });
    expect(await provider.find({ ref })).toEqual({ is: 'done', value: found });
  });

  it('forgets whom it erased, and does it twice as once', async () => {
    const { provider, newcomer } = harness();
    const [gone, stays] = [await newcomer(), await newcomer()];
    const [ref, other] = [await gone.begin(), await stays.begin()];
    expect(await provider.erase(ref)).toEqual({ is: 'done', value: null });
    expect(await provider.erase(ref)).toEqual({ is: 'done', value: null });
    expect(await provider.find({ ref })).toEqual({ is: 'absent' });
    expect(await provider.find({ applicant: gone.applicant })).toEqual({ is: 'absent' });
    expect(answerValue(await provider.find({ applicant: stays.applicant })).ref).toBe(other);
  });

  it('knows nobody by a name that it never gave', async () => {
    const { provider } = harness();
    for (const ref of [randomUUID(), 'nobody']) {
      expect(await provider.find({ ref })).toEqual({ is: 'absent' });
      expect(await provider.find({ applicant: ref })).toEqual({ is: 'absent' });
    }
  });

  it('reads no event that it has not signed', async () => {
    const { provider, newcomer } = harness();
    const { applicant, begin } = await newcomer();
    await begin();
    const raw = Buffer.from(JSON.stringify({ type: 'applicantReviewed', externalUserId: applicant }));
    const unsigned: readonly HookHeaders[] = [
      {},
      { 'x-payload-digest': '00'.repeat(32), 'x-payload-digest-alg': 'HMAC_SHA256_HEX' },
    ];
    for (const headers of unsigned) expect(provider.readEvent(raw, headers)).toBeUndefined();
  });
}
