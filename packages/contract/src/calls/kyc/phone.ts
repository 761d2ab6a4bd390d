/**
 * A verification on a computer whose photos are taken with a phone (identity-cards-fund-agents.md 2.6): a link for one phone,
 * which may then bring photos of that one record and nothing else. The phone is not logged in by it.
 */
import { phonePictureItems } from '@marigold/partners/kyc-states';
import * as z from 'zod';

import { kycPhoneForMs, kycPhoneLinkMs, minutesIn } from '../../durations.ts';
import { endpoint } from '../../endpoint.ts';
import { authNo, id, randomKey, time } from '../../fields.ts';
import { IdType } from './own.ts';

const PhoneItem = z.enum(phonePictureItems);

/** What a phone sees of a record: which photos are wanted. Nothing that was typed, but for the kind of the document. */
const photos = {
  /** Whose account it is, masked: whoever was sent a link by somebody else sees that it is not theirs. */
  account: z.string(),
  idType: IdType.nullable(),
  photos: z.array(z.strictObject({ item: PhoneItem, isGiven: z.boolean() })).max(phonePictureItems.length),
  /** Until when this phone may bring photos. */
  expires: time,
} as const;

/** Asked of everybody alike, so that nobody learns which keys there were: over, used by another phone, or never made. */
const over = 'phone_link_over';

export const handOverKyc = endpoint({
  path: 'kyc/phone/handoff',
  does: `Makes a link with which one phone may take the photos of a record, to be opened within ${minutesIn(kycPhoneLinkMs)} minutes; one that was made before ends.`,
  access: 'user',
  idempotent: false,
  input: z.strictObject({ authNo }),
  output: z.strictObject({
    /** Opens once; its secret stands behind the #, which no server is sent. */
    url: z.string(),
    expires: time,
  }),
  secretOutputs: ['url'],
  refusals: ['record_closed'],
  limits: [{ per: 'user', count: 20, seconds: 3600 }],
});

export const openKycPhone = endpoint({
  path: 'kyc/phone/open',
  does: `Binds a link to the phone that opens it first, by a key that the phone drew itself; it may bring photos for ${minutesIn(kycPhoneForMs)} minutes, and reads with the same two which are there.`,
  access: 'visitor',
  idempotent: false,
  staleTokenIsVisitor: true,
  input: z.strictObject({ link: randomKey, key: randomKey }),
  output: z.strictObject(photos),
  refusals: [over],
  limits: [{ per: 'address', count: 120, seconds: 3600 }],
});

export const saveKycPhone = endpoint({
  path: 'kyc/phone/save',
  does: 'Seals a photo that a phone brought as an item of the draft.',
  access: 'visitor',
  idempotent: true,
  frozenIn: 'none',
  staleTokenIsVisitor: true,
  input: z.strictObject({ key: randomKey, item: PhoneItem, fileId: id }),
  output: z.strictObject(photos),
  refusals: [over, 'item_not_asked', 'file_unknown'],
  limits: [{ per: 'address', count: 60, seconds: 3600 }],
});

export const leaveKycPhone = endpoint({
  path: 'kyc/phone/leave',
  does: 'Ends what a phone may bring; one that may bring nothing is answered alike.',
  access: 'visitor',
  idempotent: false,
  staleTokenIsVisitor: true,
  input: z.strictObject({ key: randomKey }),
  output: z.strictObject({}),
  refusals: [],
  limits: [{ per: 'address', count: 60, seconds: 3600 }],
});
