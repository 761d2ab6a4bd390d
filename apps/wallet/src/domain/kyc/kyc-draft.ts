/** What a person gives the house itself: the draft of a record, which is read and sealed, and kept on no device. */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { serverClock } from '../../lib/device/clock.ts';
import { type Input, queryClient, queryKey, useRead } from '../../lib/query/queries.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

export type KycDraft = Output<'kyc/draft'>;
export type KycGiven = KycDraft['typed'];
/** What is given of a record at once, item by item. */
export type KycItems = Input<'kyc/save'>['items'];

/** What its person has given the house of a record so far; nothing is asked for while the number is ''. */
export function useKycDraft(authNo: string) {
  return useRead('kyc/draft', { authNo }, { isEnabled: authNo !== '' });
}

/** The live channel tells of what a phone brings; what it missed is asked for while somebody waits for it. */
const phoneEveryMs = 5_000;

/** Reads a draft again and again while a phone takes its photos. */
export function useKycDraftOfPhone(authNo: string, isWaiting: boolean) {
  return useRead('kyc/draft', { authNo }, { isEnabled: isWaiting, everyMs: phoneEveryMs });
}

/** Shows at once what the server sealed; the rest of what it knows comes with the next read. */
export function keepSavedKyc(items: KycItems, standing: Output<'kyc/save'>): void {
  const { authNo } = standing;
  const given = Object.entries(items);
  queryClient.setQueryData<KycDraft>(queryKey('kyc/draft', { authNo }), (draft) => {
    if (draft === undefined) return undefined;
    const typed = Object.entries({ ...draft.typed, ...items }).filter(
      ([, value]) => value !== null && !isPicture(value),
    );
    const others = draft.pictures.filter(({ item }) => items[item] === undefined);
    const pictures = given.flatMap(([item, value]) =>
      isPicture(value) ? [{ item: item as PictureItem, size: 0, time: serverClock.now() }] : [],
    );
    return { ...draft, ...standing, typed: Object.fromEntries(typed), pictures: [...others, ...pictures] };
  });
}

type PictureItem = KycDraft['pictures'][number]['item'];

function isPicture(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'fileId' in value;
}
