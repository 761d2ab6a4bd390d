/** Who issues cards here, each by its own short name. */
import type { PartnerPromise } from '@marigold/partners/call-states';
import type { CardIssuer } from '@marigold/partners/card-port';

export type CardCompany = {
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** Its agreement, among the contents. */
  readonly contentId: string;
  readonly promise: PartnerPromise;
  readonly port: CardIssuer;
  /** Nothing real is issued there. */
  readonly isDemo: boolean;
};
export type CardCompanies = ReadonlyMap<string, CardCompany>;
