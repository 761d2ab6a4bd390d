/** What a phone reads and brings for a form that is filled in on a computer; it knows nothing but the link it was opened by. */
import type { Contract, Path } from '@marigold/contract/contract';
import type { WireOutput } from '@marigold/contract/endpoint';

import { type Input, queryClient, queryKey, useRead } from '../../lib/query/queries.ts';

type Output<P extends Path> = WireOutput<Contract[P]>;

/** The secret of the link, and the key that this phone drew for it. */
export type PhoneLink = Input<'kyc/phone/open'>;
export type PhonePhotos = Output<'kyc/phone/open'>;
export type PhoneItem = PhonePhotos['photos'][number]['item'];

/** Which photos are wanted. Opening a link once more with the same key reads how far it is. */
export function useKycPhone(link: PhoneLink) {
  return useRead('kyc/phone/open', link);
}

/** Shows at once what the server answered to a photo. */
export function keepPhonePhotos(link: PhoneLink, photos: PhonePhotos): void {
  queryClient.setQueryData(queryKey('kyc/phone/open', link), photos);
}

/** What may have ended is asked for again. */
export async function invalidatePhone(link: PhoneLink): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: queryKey('kyc/phone/open', link) });
}
