/** The companies that verify identities here, each by its own short name. */
import type { PartnerPromise } from '@marigold/partners/call-states';
import type { IdentityProvider } from '@marigold/partners/identity-port';

export type IdentityCompany = {
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** Its agreement, among the contents. */
  readonly contentId: string;
  readonly port: IdentityProvider;
  readonly promise: PartnerPromise;
};

export type IdentityCompanies = ReadonlyMap<string, IdentityCompany>;
