/** What a company answers and sends, in the JSON that Sumsub documents, so that one adapter speaks with both. */
import type { KycItem, KycLabel } from '../kyc-states.ts';
import { longRegion } from '../region-codes.ts';
import type { CheckedApplicant, IdentityEvent } from './identity-world.ts';

/** The steps of Sumsub and what each of them checks of ours. */
const sumsubSteps = {
  IDENTITY: ['names', 'birthday', 'nationality', 'idNumber', 'issuingRegion', 'expiry', 'idFront', 'idBack'],
  SELFIE: ['liveness'],
  PROOF_OF_RESIDENCE: ['addressProof'],
} as const satisfies Readonly<Record<string, readonly KycItem[]>>;

/** In Sumsub's words what we say of an item. Its words are fewer: several of ours are one of its. */
export const sumsubLabelOf: Readonly<Record<KycLabel, string>> = {
  blurred: 'LOW_QUALITY',
  glare: 'LOW_QUALITY',
  dark: 'LOW_QUALITY',
  cut: 'INCOMPLETE_DOCUMENT',
  copy: 'DIGITAL_DOCUMENT',
  screen: 'SCREENSHOTS',
  wrongSide: 'FRONT_SIDE_MISSING',
  wrongDocument: 'UNSUITABLE_DOCUMENT',
  damaged: 'DOCUMENT_DAMAGED',
  expired: 'EXPIRATION_DATE',
  expiresSoon: 'EXPIRATION_DATE',
  unreadable: 'UNSATISFACTORY_PHOTOS',
  notLatin: 'INCOMPATIBLE_LANGUAGE',
  nameDiffers: 'PROBLEMATIC_APPLICANT_DATA',
  birthdayDiffers: 'PROBLEMATIC_APPLICANT_DATA',
  numberDiffers: 'INCORRECT_SOCIAL_NUMBER',
  faceDiffers: 'BAD_FACE_MATCHING',
  faceHidden: 'BAD_SELFIE',
  addressOld: 'BAD_PROOF_OF_ADDRESS',
  addressDiffers: 'WRONG_ADDRESS',
  addressKind: 'BAD_PROOF_OF_ADDRESS',
  regionClosed: 'WRONG_USER_REGION',
  underAge: 'AGE_REQUIREMENT_MISMATCH',
  incomplete: 'ADDITIONAL_DOCUMENT_REQUIRED',
  other: 'REQUESTED_DATA_MISMATCH',
};

type Json = Readonly<Record<string, unknown>>;

/** The body of `GET /resources/applicants/{id}/one`. */
export function sumsubApplicant(row: CheckedApplicant, levelName: string): Json {
  const read = row.phase === 'done' ? row.read : null;
  return {
    id: row.ref,
    createdAt: '2026-01-01 00:00:00',
    clientId: 'marigold-demo',
    inspectionId: row.ref,
    externalUserId: row.applicant,
    info: read === null ? {} : infoOf(read),
    applicantPlatform: 'Web',
    review: reviewJson(row, levelName),
    lang: row.language,
    type: 'individual',
    ...(row.isErased ? { deleted: true } : {}),
  };
}

function infoOf(read: NonNullable<CheckedApplicant['read']>): Json {
  const { firstName, lastName, birthday: dob } = read;
  const nationality = longRegion(read.nationality);
  const document = {
    idDocType: read.idType === 'passport' ? 'PASSPORT' : 'ID_CARD',
    country: longRegion(read.issuingRegion),
    firstName,
    firstNameEn: firstName,
    lastName,
    lastNameEn: lastName,
    dob,
    number: read.idNumber,
    ...(read.expiry === null ? {} : { validUntil: read.expiry }),
  };
  return {
    firstName,
    firstNameEn: firstName,
    lastName,
    lastNameEn: lastName,
    dob,
    nationality,
    idDocs: [document],
  };
}

/** The body of `GET /resources/applicants/{id}/status`, and `review` of the applicant. */
export function reviewJson(row: CheckedApplicant, levelName: string): Json {
  const reviewStatus = statusOf(row);
  return {
    reviewId: `r${row.rounds}`,
    attemptId: `a${row.rounds}`,
    attemptCnt: row.rounds,
    levelName,
    createDate: '2026-01-01 00:00:00+0000',
    ...(row.decidedAt === null || reviewStatus !== 'completed' ? {} : { reviewDate: dateOf(row.decidedAt) }),
    ...(reviewStatus === 'completed' ? { reviewResult: resultOf(row) } : {}),
    reviewStatus,
    priority: 0,
  };
}

function statusOf({ phase }: CheckedApplicant): string {
  return { open: 'init', checking: 'pending', held: 'onHold', done: 'completed' }[phase];
}

function resultOf({ outcome, reason }: CheckedApplicant): Json {
  if (outcome === 'passed') return { reviewAnswer: 'GREEN' };
  return {
    ...(reason?.words == null ? {} : { moderationComment: reason.words }),
    clientComment: 'For the client alone.',
    reviewAnswer: 'RED',
    rejectLabels: reason === null ? [] : [sumsubLabelOf[reason.label]],
    reviewRejectType: outcome === 'final' ? 'FINAL' : 'RETRY',
  };
}

/** The body of `GET /resources/applicants/{id}/requiredIdDocsStatus`: a step is null until something was sent in for it. */
export function sumsubStepsStatus(row: CheckedApplicant): Json {
  const steps = Object.entries(sumsubSteps).flatMap(([name, items]) => {
    const known = row.items.filter(({ item }) => items.some((one) => one === item));
    if (known.length === 0) return [];
    return [[name, row.rounds === 0 ? null : stepOf(row, known)] as const];
  });
  return Object.fromEntries(steps);
}

function stepOf(row: CheckedApplicant, known: CheckedApplicant['items']): Json {
  const bad = known.filter(({ verdict }) => verdict === 'again');
  const document = {
    country: row.read === null ? null : longRegion(row.read.issuingRegion),
    idDocType: row.read?.idType === 'passport' ? 'PASSPORT' : 'ID_CARD',
    imageIds: [1],
    forbidden: false,
    stepStatuses: null,
  };
  if (bad.length > 0) {
    const words = bad.find((item) => item.words !== null)?.words;
    const rejectLabels = [...new Set(bad.flatMap((item) => labelsOf(item)))];
    const reviewResult = {
      ...(words == null ? {} : { moderationComment: words }),
      reviewAnswer: 'RED',
      rejectLabels,
      reviewRejectType: 'RETRY',
    };
    return { ...document, reviewResult, imageReviewResults: { 1: reviewResult } };
  }
  const isGreen = known.every(({ verdict }) => verdict === 'accepted');
  const reviewResult = isGreen ? { reviewAnswer: 'GREEN' } : {};
  return { ...document, reviewResult, imageReviewResults: { 1: reviewResult } };
}

function labelsOf({ item, label }: CheckedApplicant['items'][number]): string[] {
  // The side that is missing has a word of its own.
  if (item === 'idBack') return ['BACK_SIDE_MISSING'];
  return label === null ? [] : [sumsubLabelOf[label]];
}

/** The body of a webhook. */
export function sumsubEvent({ type, at, about }: IdentityEvent, levelName: string): string {
  const reviewStatus = statusOf(about);
  return JSON.stringify({
    applicantId: about.ref,
    inspectionId: about.ref,
    applicantType: 'individual',
    correlationId: `${about.ref}-${type}-${at}`,
    levelName,
    externalUserId: about.applicant,
    type,
    sandboxMode: true,
    ...(type === 'applicantReviewed' ? { reviewResult: resultOf(about) } : {}),
    reviewStatus,
    createdAt: dateOf(at),
    createdAtMs: new Date(at).toISOString().replace('T', ' ').replace('Z', ''),
    clientId: 'marigold-demo',
  });
}

/** As Sumsub writes moments: whole seconds, UTC. */
function dateOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+0000`;
}
