/** What the page of the company shows, and where its own page may be opened. Pure. */
import type { KycCompany, KycLink, KycRecordDetail } from '../../domain/kyc/kyc-queries.ts';
import { displayHost } from '../../lib/route/host.ts';
import { type LinkSettings, readLink } from '../../lib/route/links.ts';

/** `elsewhere`: the next step is not the person's, so another page tells of it. `expired`: what was begun is begun anew. */
export type ThirdView = 'choose' | 'expired' | 'opening' | 'open' | 'elsewhere';

const isPersons: Readonly<Record<KycRecordDetail['review'], boolean>> = {
  draft: true,
  submitted: false,
  review: false,
  held: false,
  again: true,
  approved: false,
  final: false,
};

/** `isAhead`: the end of the company's page has not come. */
export function thirdView(
  { review, status, provider }: Pick<KycRecordDetail, 'review' | 'status' | 'provider'>,
  { state }: Pick<KycLink, 'state'>,
  isAhead: boolean,
): ThirdView {
  if (status === 'disabled' || !isPersons[review]) return 'elsewhere';
  if (state === 'opening') return 'opening';
  if (state === 'open' && isAhead) return 'open';
  return provider === null || review === 'again' ? 'choose' : 'expired';
}

/** What a company looks at, in the kinds that a person thinks in. */
export type CheckKind = 'document' | 'face' | 'address';

const kindOf: Readonly<Partial<Record<KycCompany['items'][number], CheckKind>>> = {
  idNumber: 'document',
  idFront: 'document',
  idBack: 'document',
  liveness: 'face',
  addressProof: 'address',
};

export function checkKinds(items: KycCompany['items']): readonly CheckKind[] {
  return [...new Set(items.flatMap((item) => kindOf[item] ?? []))];
}

export type CompanyLink = { readonly address: string; readonly host: string };

/**
 * The company's page as it may be opened: https and a public name, as for every link. A demonstration has its companies
 * on this machine.
 */
export function companyLink(
  url: string | null,
  settings: LinkSettings,
  isDemo: boolean,
): CompanyLink | undefined {
  if (url === null) return undefined;
  const link = readLink(url, settings);
  if (link.kind === 'outlink' && link.isSecure) return { address: link.address, host: link.host };
  if (!isDemo || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (!/^https?:$/.test(parsed.protocol) || parsed.username !== '') return undefined;
  return { address: parsed.href, host: displayHost(parsed) };
}
