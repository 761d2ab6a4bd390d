/** The people of the world of cards, everything around them, and the calls that they make. */
import { Refusal } from '@marigold/contract/endpoint';
import type { CardApplicationState, CardState, CardWish } from '@marigold/partners/card-states';
import type { SimulatedIssuer } from '@marigold/partners/testing/simulated-issuer';
import { sql } from 'kysely';

import type { Call } from '../../../apps/server/src/platform/http/call.ts';
import type { CardSetup } from '../../../apps/server/testing/card-setup.ts';
import type { Random } from '../../../chaos/random.ts';
import { Crashed, type Doom } from '../death.ts';

/** Of 10 units of money in scale 8. */
export const tenUnits = 10_00000000n;

export const productsOfWorld = ['master-virtual', 'master-physical', 'muse-platinum'] as const;
export type WorldProduct = (typeof productsOfWorld)[number];

/** What each costs, written down a second time. */
export const priceOf: Readonly<Record<WorldProduct, bigint>> = {
  'master-virtual': tenUnits,
  'master-physical': 10n * tenUnits,
  'muse-platinum': 10n * tenUnits,
};

export type SimApplicant = {
  readonly id: string;
  readonly random: Random;
  /** Numbers of identities that were given away: to which application each went is the product's word. */
  identities: string[];
  applicationsLeft: number;
};

/** What the person of an application did, and what they were answered. */
export type BookedApplication = {
  readonly id: string;
  readonly userId: string;
  readonly productId: WorldProduct;
  readonly authNo: string;
  isPaid: boolean;
  isCancelled: boolean;
};

/** What a person was answered last when they wished something of a card. */
export type BookedCard = { readonly cardId: string; wish: CardWish };

export type CardCrowd = {
  readonly setup: CardSetup;
  readonly issuer: SimulatedIssuer;
  readonly people: readonly SimApplicant[];
  readonly doom: Doom<'cards'>;
  readonly failures: string[];
  readonly book: Map<string, BookedApplication>;
  readonly wishes: Map<string, BookedCard>;
  /** Nobody begins anything new. */
  isCalm: boolean;
};

/** A call that may die before it commits: then nothing of it happened, and nobody is answered. */
export async function inCardCall<Answer>(
  { setup, doom }: CardCrowd,
  { id, random }: SimApplicant,
  handle: (call: Call<'user'>) => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await setup.call(id, async (call) => {
      const answer = await handle(call);
      if (!(answer instanceof Refusal)) doom.meet('partner.before-wish-commit', random, 'cards');
      return answer;
    });
  } catch (error) {
    if (error instanceof Crashed) return undefined;
    throw error;
  }
}

/** What a person sees of an application or of the card that it became. */
export type SeenApplication = {
  readonly id: string;
  readonly userId: string;
  readonly state: CardApplicationState;
  readonly named: readonly string[];
  readonly cardId: string | null;
  readonly last4: string | null;
  readonly card: CardState | null;
  readonly wish: CardWish | null;
};

export async function lookAtApplications({ setup }: CardCrowd): Promise<readonly SeenApplication[]> {
  const found = await sql<SeenApplication>`
    select a.id, a.user_id as "userId", a.state, a.named, c.id as "cardId", c.last4, c.state as card, c.wish
    from app.card_application a left join app.card c on c.application_id = a.id
    where a.state <> 'closed' order by a.id`.execute(setup.db);
  return found.rows;
}
