/** Sumsub as a company that verifies identities: the hosted way, by its public documentation. */
import { createHmac, timingSafeEqual } from 'node:crypto';

import type { HookHeaders, HostedStart, HostedProvider } from '@marigold/partners/identity-port';
import type { FoundReview, HostedPage, PartnerAnswer, ReviewName } from '@marigold/partners/identity-port';
import type { KycItem } from '@marigold/partners/kyc-states';

import {
  Applicant,
  isRefusedForGood,
  SumsubPageLink,
  readReview,
  StepsStatus,
  WebhookBody,
} from './sumsub-answers.ts';
import type { SumsubAccess, SumsubAnswer } from './sumsub-http.ts';
import { callSumsub } from './sumsub-http.ts';

export type SumsubSettings = SumsubAccess & {
  /** The key of the webhooks, which is another than that of the requests. */
  readonly webhookSecret: string;
  /** Which of the levels that were made in Sumsub's dashboard asks for these items. */
  readonly levelName: (level: 2 | 3, items: readonly KycItem[]) => string;
  /** How long a link to the page is good. */
  readonly pageSeconds?: number;
};

const pageSecondsUsual = 30 * 60;
const unknown = { is: 'unknown' } as const;
/** The settings name a level that the dashboard does not have. */
const noLevel = { is: 'refused', reason: 'level-unknown', isFinal: false } as const;

export function createSumsubProvider(settings: SumsubSettings): HostedProvider {
  return {
    start: async (start) => await startAtSumsub(settings, start),
    find: async (name) => await findAtSumsub(settings, name),
    erase: async (ref) => await eraseAtSumsub(settings, ref),
    readEvent: (raw, headers) => readWebhook(settings.webhookSecret, raw, headers),
  };
}

async function startAtSumsub(
  settings: SumsubSettings,
  { applicant, level, items, returnUrl, language }: HostedStart,
): Promise<PartnerAnswer<HostedPage>> {
  const levelName = settings.levelName(level, items);
  const made = await ensureApplicant(settings, applicant, levelName);
  if (made.is === 'absent') return noLevel;
  if (made.is !== 'done') return outwards(made);
  if (made.value.externalUserId !== applicant) return unknown;
  if (isRefusedForGood(made.value.review)) return { is: 'refused', reason: 'final', isFinal: true };
  const seconds = settings.pageSeconds ?? pageSecondsUsual;
  // By our clock before the request: a page is never believed open for longer than it is.
  const expires = settings.clock() + seconds * 1000;
  const link = await callSumsub(
    settings,
    {
      method: 'POST',
      path: `/resources/sdkIntegrations/levels/-/websdkLink?lang=${encodeURIComponent(language)}`,
      body: {
        levelName,
        userId: applicant,
        ttlInSecs: seconds,
        redirect: { successUrl: returnUrl, rejectUrl: returnUrl },
      },
    },
    SumsubPageLink,
  );
  if (link.is === 'absent') return noLevel;
  if (link.is !== 'done') return outwards(link);
  return { is: 'done', value: { ref: made.value.id, url: link.value.url, expires } };
}

/** The applicant by our id: made, or the one that is there. A second request never makes a second one. */
async function ensureApplicant(
  settings: SumsubSettings,
  applicant: string,
  levelName: string,
): Promise<SumsubAnswer<Applicant>> {
  const made = await callSumsub(
    settings,
    {
      method: 'POST',
      path: `/resources/applicants?levelName=${encodeURIComponent(levelName)}`,
      body: { externalUserId: applicant },
    },
    Applicant,
  );
  if (made.is !== 'conflict') return made;
  const known = await callSumsub(settings, { method: 'GET', path: pathOf({ applicant }) }, Applicant);
  // It was there a moment ago: an absence is a copy of theirs that lags.
  return known.is === 'absent' ? unknown : known;
}

async function findAtSumsub(settings: SumsubSettings, name: ReviewName): Promise<PartnerAnswer<FoundReview>> {
  const found = await callSumsub(settings, { method: 'GET', path: pathOf(name) }, Applicant);
  if (found.is === 'absent') return { is: 'absent' };
  if (found.is !== 'done') return outwards(found);
  const { id, externalUserId, deleted } = found.value;
  // The answer to somebody else's question is none to ours.
  if ('ref' in name ? id !== name.ref : externalUserId !== name.applicant) return unknown;
  if (deleted === true) return { is: 'absent' };
  const path = `/resources/applicants/${encodeURIComponent(id)}/requiredIdDocsStatus`;
  const steps = await callSumsub(settings, { method: 'GET', path }, StepsStatus);
  if (steps.is !== 'done') return outwards(steps);
  const value = readReview(found.value, steps.value);
  return value === undefined ? unknown : { is: 'done', value };
}

/** Deactivates the applicant: nobody finds it any more. How long Sumsub itself stores what it has says the contract with it. */
async function eraseAtSumsub(settings: SumsubSettings, ref: string): Promise<PartnerAnswer<null>> {
  const path = `/resources/applicants/${encodeURIComponent(ref)}/presence/deactivated`;
  const erased = await callSumsub(settings, { method: 'PATCH', path }, Applicant);
  // Whom nobody knows is forgotten.
  if (erased.is === 'absent') return { is: 'done', value: null };
  if (erased.is !== 'done') return outwards(erased);
  const { id, deleted } = erased.value;
  return id === ref && deleted === true ? { is: 'done', value: null } : unknown;
}

function pathOf(name: ReviewName): string {
  const who = 'ref' in name ? name.ref : `-;externalUserId=${encodeURIComponent(name.applicant)}`;
  return `/resources/applicants/${'ref' in name ? encodeURIComponent(who) : who}/one`;
}

/** What is no answer to a wish of ours becomes `unknown`: an absence in the middle of a start, a conflict that stays. */
function outwards(answer: Exclude<SumsubAnswer<unknown>, { is: 'done' }>): PartnerAnswer<never> {
  return answer.is === 'refused' ? { is: 'refused', reason: answer.reason, isFinal: false } : unknown;
}

/** HMAC_SHA1_HEX, which Sumsub calls outdated, is not believed. */
const digests: Readonly<Record<string, string>> = {
  HMAC_SHA256_HEX: 'sha256',
  HMAC_SHA512_HEX: 'sha512',
};

function readWebhook(
  secret: string,
  raw: Buffer,
  headers: HookHeaders,
): ReturnType<HostedProvider['readEvent']> {
  const [name, sent] = [headers['x-payload-digest-alg'], headers['x-payload-digest']];
  const algorithm = typeof name === 'string' && Object.hasOwn(digests, name) ? digests[name] : undefined;
  if (algorithm === undefined || typeof sent !== 'string' || !/^[0-9a-f]+$/i.test(sent)) return undefined;
  const right = createHmac(algorithm, secret).update(raw).digest();
  const given = Buffer.from(sent, 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const body = WebhookBody.safeParse(parse(raw));
  return { about: body.success ? { applicant: body.data.externalUserId } : null };
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
