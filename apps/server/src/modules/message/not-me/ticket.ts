/**
 * The ticket of a security notice: whoever has it may lock the account once, without logging in (security.md 6.5). It stands
 * in the mail or SMS and nowhere else; the table keeps its hash.
 */
import { hash } from 'node:crypto';

import { addressOfPage } from '@marigold/contract/pages';

/** In hex. */
export function hashNotMe(ticket: string): string {
  return hash('sha256', ticket, 'hex');
}

/** In the fragment, which no proxy sees; `publicAddress` has no slash at its end. */
export function notMeLink(publicAddress: string, ticket: string): string {
  return `${publicAddress}${addressOfPage('/pages/user/notme')}#${ticket}`;
}
