/** Who verifies identities here, each by its own short name: companies, and the house itself. */
import type { PartnerPromise } from '@marigold/partners/call-states';
import type { DirectProvider, HostedProvider } from '@marigold/partners/identity-port';

type Verifier = {
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** Its agreement, among the contents. */
  readonly contentId: string;
  readonly promise: PartnerPromise;
};

/** `page`: takes documents on its own page. */
export type HostedCompany = Verifier & { readonly way: 'page'; readonly port: HostedProvider };
/** `own`: checks what was given to the house. */
export type DirectCompany = Verifier & { readonly way: 'own'; readonly port: DirectProvider };

export type IdentityCompany = HostedCompany | DirectCompany;
export type IdentityCompanies = ReadonlyMap<string, IdentityCompany>;

/** The house, where it checks itself what it was given. */
export const ownVerifier = 'house';
export const ownAgreement = 'kyc-house';
