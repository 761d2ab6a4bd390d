/** The interface of the demo company: the paths of Sumsub that our adapter calls, with its signatures and its errors. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { hostedItems, itemsOfLevel2 } from '@marigold/partners/kyc-states';
import { beginCheck, eraseChecked, findChecked } from '@marigold/partners/simulator/identity-world';
import type { CheckedApplicant } from '@marigold/partners/simulator/identity-world';
import { reviewJson, sumsubApplicant, sumsubStepsStatus } from '@marigold/partners/simulator/sumsub-shapes';
import * as z from 'zod';

import type { Company } from './company.ts';
import { companyLevels, levelNameOf, issuePage } from './company.ts';

export type CompanyRequest = {
  readonly method: string;
  /** With its query, as it came and was signed. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
export type CompanyAnswer = { readonly status: number; readonly json: unknown };

/** Sumsub lets a signature be a minute old. */
const signatureMsMax = 60_000;

const NewApplicant = z.object({ externalUserId: z.string().min(1).max(200) });
const NewLink = z.object({
  levelName: z.string(),
  userId: z.string().min(1).max(200),
  ttlInSecs: z.int().min(1).max(86_400).default(1800),
  redirect: z.object({ successUrl: z.url({ protocol: /^https?$/ }) }),
});

/** Answers one call; `origin` is where the company's own pages are. */
export function answerCall(company: Company, request: CompanyRequest, origin: string): CompanyAnswer {
  if (!isSigned(company, request)) return problem(401, 'Request signature mismatch');
  const url = new URL(request.target, 'http://company');
  const path = decodeURIComponent(url.pathname);
  const route = `${request.method} ${path}`;
  if (route === 'POST /resources/applicants') return create(company, url, request.body);
  if (route === 'POST /resources/sdkIntegrations/levels/-/websdkLink')
    return link(company, url, request.body, origin);
  const named = /^\/resources\/applicants\/(?:-;externalUserId=([^/]+)|([^/]+))\/(.+)$/.exec(path);
  if (named === null) return problem(404, 'Not found');
  const [, applicant, ref = '', what = ''] = named;
  const row = findChecked(company.world, applicant === undefined ? { ref } : { applicant });
  if (row === undefined) return problem(404, 'Applicant not found');
  return about(company, row, `${request.method} ${what}`);
}

function about(company: Company, row: CheckedApplicant, wish: string): CompanyAnswer {
  switch (wish) {
    case 'GET one':
      return { status: 200, json: sumsubApplicant(row, levelNameOf(row)) };
    case 'GET status':
      return { status: 200, json: reviewJson(row, levelNameOf(row)) };
    case 'GET requiredIdDocsStatus':
      return { status: 200, json: sumsubStepsStatus(row) };
    case 'PATCH presence/deactivated':
      if (row.phase === 'checking') return problem(400, 'Applicant is being checked');
      company.change(() => eraseChecked(company.world, row, company.now()));
      return { status: 200, json: sumsubApplicant(row, levelNameOf(row)) };
    default:
      return problem(404, 'Not found');
  }
}

function create(company: Company, url: URL, body: string): CompanyAnswer {
  const level = companyLevels.get(url.searchParams.get('levelName') ?? '');
  const parsed = NewApplicant.safeParse(read(body));
  if (level === undefined) return problem(404, 'Level not found');
  if (!parsed.success) return problem(400, 'Malformed applicant');
  const { externalUserId: applicant } = parsed.data;
  if (findChecked(company.world, { applicant }) !== undefined)
    return problem(409, `Applicant with external user id '${applicant}' already exists`);
  const row = begin(company, { applicant, level, returnUrl: '', language: 'en' });
  return { status: 201, json: sumsubApplicant(row, levelNameOf(row)) };
}

function link(company: Company, url: URL, body: string, origin: string): CompanyAnswer {
  const parsed = NewLink.safeParse(read(body));
  if (!parsed.success) return problem(400, 'Malformed request');
  const { levelName, userId: applicant, ttlInSecs, redirect } = parsed.data;
  const level = companyLevels.get(levelName);
  if (level === undefined) return problem(404, 'Level not found');
  const language = url.searchParams.get('lang') ?? 'en';
  const row = begin(company, { applicant, level, returnUrl: redirect.successUrl, language });
  const page = company.change(() => issuePage(company, row.ref, ttlInSecs * 1000));
  return {
    status: 200,
    json: { url: `${origin}/websdk/p/${page.token}?lang=${encodeURIComponent(language)}` },
  };
}

function begin(
  company: Company,
  start: { applicant: string; level: 2 | 3; returnUrl: string; language: string },
): CheckedApplicant {
  const items = hostedItems.filter(
    (item) => itemsOfLevel2.includes(item) || (start.level === 3 && item === 'addressProof'),
  );
  const names = { ref: randomBytes(12).toString('hex'), now: company.now() };
  return company.change(() => beginCheck(company.world, { ...start, items }, names));
}

function isSigned(company: Company, { method, target, headers, body }: CompanyRequest): boolean {
  const { appToken, secretKey } = company.settings.keys;
  const seconds = textOf(headers['x-app-access-ts']);
  const right = createHmac('sha256', secretKey)
    .update(seconds + method + target + body)
    .digest('hex');
  return (
    isSameSecret(textOf(headers['x-app-token']), appToken) &&
    isSameSecret(textOf(headers['x-app-access-sig']), right) &&
    Math.abs(Number(seconds) * 1000 - company.now()) <= signatureMsMax
  );
}

/** In constant time for texts of one length. */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function read(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function problem(code: number, description: string): CompanyAnswer {
  return { status: code, json: { description, code, correlationId: randomBytes(8).toString('hex') } };
}
