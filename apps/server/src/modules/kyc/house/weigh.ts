/** What a decision about a whole review comes to: what one person may say alone, and what two decide. */
import { isLevel2, type KycItem } from '@marigold/partners/kyc-states';

import type { HouseItemRow, HouseReviewRow } from './store.ts';

/** Why one person is not enough. */
export type TwoNeeded = 'final' | 'address' | 'noLines' | 'differs';

export type Weighed =
  | { readonly no: 'items_open' | 'items_again'; readonly items: readonly KycItem[] }
  | { readonly no: 'incomplete' | 'nothing_again' }
  | { readonly outcome: Exclude<HouseReviewRow['outcome'], null> }
  | { readonly why: TwoNeeded };

export type WeighedReview = {
  readonly items: readonly HouseItemRow[];
  /** How the lines of the document compare with what was typed; `none`: nobody has typed them. */
  readonly lines: 'none' | 'same' | 'differ';
};

/** Whether an item was accepted, in this round or before. */
export function isAccepted({ state, verdict }: HouseItemRow): boolean {
  return state === 'accepted' || verdict === 'accepted';
}

/** Waits for somebody who looks at it. */
export function isUnseen(row: HouseItemRow): boolean {
  return !isAccepted(row) && row.verdict === null;
}

export function weigh(verdict: 'pass' | 'again' | 'final', { items, lines }: WeighedReview): Weighed {
  if (verdict === 'final') return { why: 'final' };
  const named = (rows: readonly HouseItemRow[]) => rows.map(({ item }) => item);
  const unseen = items.filter(isUnseen);
  // One of three attempts is used: whoever gives something again is told of everything at once.
  if (unseen.length > 0) return { no: 'items_open', items: named(unseen) };
  const again = items.filter((row) => !isAccepted(row));
  if (verdict === 'again') return again.length === 0 ? { no: 'nothing_again' } : { outcome: 'again' };
  if (again.length > 0) return { no: 'items_again', items: named(again) };
  const accepted = named(items);
  if (!isLevel2(accepted)) return { no: 'incomplete' };
  if (accepted.includes('addressProof')) return { why: 'address' };
  if (lines === 'none') return { why: 'noLines' };
  return lines === 'same' ? { outcome: 'passed' } : { why: 'differs' };
}
