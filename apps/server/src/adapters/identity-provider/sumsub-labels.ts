/** Sumsub's rejection labels (docs.sumsub.com/docs/rejection-labels) in our words, and what has to be sent in again. */
import type { KycItem, KycLabel } from '@marigold/partners/kyc-states';

type Meaning = readonly [label: KycLabel, ...items: KycItem[]];

/**
 * What is missing here is `other`: also what a person must not be told, such as a hit on a list, and what accuses them, such
 * as a forgery. Those come as final refusals, whose reason nobody reads.
 */
const written: Readonly<Record<string, Meaning>> = {
  ADDITIONAL_DOCUMENT_REQUIRED: ['incomplete'],
  AGE_REQUIREMENT_MISMATCH: ['underAge', 'birthday'],
  BACK_SIDE_MISSING: ['wrongSide', 'idBack'],
  BAD_FACE_MATCHING: ['faceDiffers', 'liveness'],
  BAD_PROOF_OF_ADDRESS: ['addressKind', 'addressProof'],
  BAD_PROOF_OF_IDENTITY: ['wrongDocument', 'idFront'],
  BAD_SELFIE: ['faceHidden', 'liveness'],
  BAD_VIDEO_SELFIE: ['faceHidden', 'liveness'],
  BLACK_AND_WHITE: ['copy'],
  DB_DATA_MISMATCH: ['nameDiffers', 'names'],
  DIGITAL_DOCUMENT: ['copy'],
  DOCUMENT_DAMAGED: ['damaged'],
  DOCUMENT_MISSING: ['incomplete'],
  DOCUMENT_PAGE_MISSING: ['cut'],
  EXPIRATION_DATE: ['expired'],
  FOREIGNER: ['regionClosed', 'nationality'],
  FRONT_SIDE_MISSING: ['wrongSide', 'idFront'],
  ID_INVALID: ['wrongDocument', 'idFront'],
  INCOMPATIBLE_LANGUAGE: ['notLatin'],
  INCOMPLETE_DOCUMENT: ['cut'],
  INCORRECT_SOCIAL_NUMBER: ['numberDiffers', 'idNumber'],
  LOW_QUALITY: ['blurred'],
  NOT_ALL_CHECKS_COMPLETED: ['incomplete'],
  NOT_DOCUMENT: ['wrongDocument'],
  PROBLEMATIC_APPLICANT_DATA: ['nameDiffers', 'names'],
  SCREENSHOTS: ['screen'],
  SELFIE_MISMATCH: ['faceDiffers', 'liveness'],
  UNFILLED_ID: ['incomplete'],
  UNSATISFACTORY_PHOTOS: ['unreadable'],
  UNSUITABLE_DOCUMENT: ['wrongDocument'],
  UNSUITABLE_ENV: ['faceHidden', 'liveness'],
  WRONG_ADDRESS: ['addressDiffers', 'addressProof'],
  WRONG_USER_REGION: ['regionClosed', 'issuingRegion'],
};

const meanings: ReadonlyMap<string, Meaning> = new Map(Object.entries(written));

/** In our words why something was refused. */
export function kycLabelOf(label: string): KycLabel {
  return meanings.get(label)?.[0] ?? 'other';
}

/** What such a refusal asks for again; empty where the step that was refused says it. */
export function itemsOfLabel(label: string): readonly KycItem[] {
  const [, ...items] = meanings.get(label) ?? ['other'];
  return items;
}
