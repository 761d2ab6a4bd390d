/** What a person writes in an application for a card: sealed as one text, opened for them and for the company that issues. */
import { holderFields } from '@marigold/partners/card-states';
import * as z from 'zod';

import { createSealer } from '../../../platform/process/sealed-text.ts';

const place = z.strictObject({
  country: z.string(),
  city: z.string(),
  postal: z.string().nullable(),
  line: z.string(),
});

const stored = z.strictObject({
  latinName: z.string(),
  phone: z.string(),
  /** Null: the card is virtual. */
  delivery: z.strictObject({ ...place.shape, recipient: z.string(), isResidential: z.boolean() }).nullable(),
  occupation: z.string().optional(),
  income: z.string().optional(),
  purpose: z.string().optional(),
  residence: place.optional(),
});
export type CardDetails = z.output<typeof stored>;

/** What a company may need of a person, each only where it is known. */
export type HolderValues = Pick<CardDetails, (typeof holderFields)[number]>;

export type DetailsSeal = {
  seal(details: CardDetails, id: string): Buffer;
  open(row: { readonly id: string; readonly details: Buffer }): CardDetails;
};

export function createDetailsSeal(secretKey: string): DetailsSeal {
  const sealer = createSealer(secretKey, 'card-application');
  return {
    seal: (details, id) => sealer.seal(Buffer.from(JSON.stringify(details), 'utf8'), id),
    open: ({ id, details }) => stored.parse(JSON.parse(sealer.open(details, id).toString('utf8'))),
  };
}

/** What of it the company needs and nobody said. Whoever lives where the card is sent to has said where they live. */
export function missingDetails(
  needs: readonly (keyof HolderValues)[],
  details: CardDetails,
): readonly (keyof HolderValues)[] {
  return needs.filter((field) => valueOf(field, details) === undefined);
}

function valueOf(field: keyof HolderValues, details: CardDetails): unknown {
  return field === 'residence' ? residenceOf(details) : details[field];
}

/** Where its person lives: what they wrote, or the address of the mail where they said that they live there. */
export function residenceOf({ residence, delivery }: CardDetails): CardDetails['residence'] {
  if (residence !== undefined || delivery === null || !delivery.isResidential) return residence;
  const { country, city, postal, line } = delivery;
  return { country, city, postal, line };
}
