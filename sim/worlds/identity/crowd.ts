/** The people of the world of identities, everything around them, and the calls that they make. */
import { Refusal } from '@marigold/contract/endpoint';
import type { ReadFields } from '@marigold/partners/identity-port';
import type { KycPurpose, KycReviewState } from '@marigold/partners/kyc-states';

import type { Call } from '../../../apps/server/src/platform/http/call.ts';
import type { IdentitySetup } from '../../../apps/server/testing/identity-setup.ts';
import type { Random } from '../../../chaos/random.ts';
import { Crashed, type Doom } from '../death.ts';
import type { HouseBook } from './book.ts';
import type { SimCompany } from './company.ts';

/** Whose wishes: those for the page of a company, or what is handed to the house. */
export type WishLine = 'page' | 'own';

export type SimPerson = {
  readonly id: string;
  readonly place: number;
  readonly random: Random;
  readonly document: ReadFields;
  /** Never begins what they paid for, never sends in, or does both. */
  readonly habit: 'usual' | 'never-begins' | 'never-sends';
  /** To whom they give it first. */
  readonly way: 'house' | 'page';
  ordersLeft: number;
};

/** What a person sees of an open order of theirs. */
export type Seen = {
  readonly orderId: string;
  readonly userId: string;
  readonly purpose: KycPurpose;
  readonly state: 'pending' | 'paid';
  readonly expiresAt: number;
  readonly recordId: string | null;
  readonly authNo: string | null;
  readonly review: KycReviewState | null;
  readonly provider: string | null;
  readonly hasPage: boolean;
  /** A page is being opened. */
  readonly isOpening: boolean;
  readonly attempts: number;
};

export type Crowd = {
  readonly setup: IdentitySetup;
  readonly companies: readonly SimCompany[];
  readonly book: HouseBook;
  readonly people: readonly SimPerson[];
  readonly doom: Doom<WishLine>;
  readonly failures: string[];
  /** What was paid, as the answers said. */
  readonly paid: Set<string>;
  readonly made: Set<string>;
  /** Nobody orders any more. */
  isCalm: boolean;
  /** Nobody does anything any more. */
  isOver: boolean;
};

/** A call that may die before it commits: then nothing of it happened, and nobody is answered. */
export async function inCall<Answer>(
  { setup, doom }: Crowd,
  { id, random }: SimPerson,
  handle: (call: Call<'user'>) => Promise<Answer>,
  wish?: WishLine,
): Promise<Answer | undefined> {
  try {
    return await setup.call(id, async (call) => {
      const answer = await handle(call);
      if (wish !== undefined && !(answer instanceof Refusal))
        doom.meet('partner.before-wish-commit', random, wish);
      else if (doom.isOn && random.chance(0.02)) throw new Crashed('call.before-commit');
      return answer;
    });
  } catch (error) {
    if (error instanceof Crashed) return undefined;
    throw error;
  }
}

export function otherThan({ companies }: Crowd, id: string): SimCompany {
  const other = companies.find((one) => one.id !== id);
  if (other === undefined) throw new Error('Broken: there are two companies');
  return other;
}

export async function beginAt(
  crowd: Crowd,
  person: SimPerson,
  authNo: string,
  provider: string,
): Promise<void> {
  const agreed = { contentId: `kyc-${provider}`, version: 1 };
  const start = crowd.setup.kyc.handlers['kyc/third/start'];
  await inCall(crowd, person, async (call) => await start({ authNo, provider, agreed }, call), 'page');
}
