/** What is said at a field that cannot go on as it stands. */
import { documentDaysMin, identityYearsMin } from '@marigold/contract/limits';

import type { Say, WalletTextId } from '../../../lib/text/i18n.ts';
import type { OwnField } from '../own-fields.ts';
import type { OwnIssue } from './own-check.ts';

/** A rule without values. */
type PlainText = Extract<WalletTextId, `kycown.malformed.${string}`>;

const rules: Readonly<Record<OwnField, PlainText>> = {
  firstName: 'kycown.malformed.line',
  lastName: 'kycown.malformed.line',
  latinFirst: 'kycown.malformed.latin',
  latinLast: 'kycown.malformed.latin',
  birthday: 'kycown.malformed.day',
  nationality: 'kycown.malformed.line',
  nickname: 'kycown.malformed.latin',
  job: 'kycown.malformed.line',
  occupation: 'kycown.malformed.line',
  income: 'kycown.malformed.line',
  purpose: 'kycown.malformed.line',
  contact: 'kycown.malformed.line',
  phone: 'kycown.malformed.phone',
  email: 'kycown.malformed.email',
  description: 'kycown.malformed.line',
  issuingRegion: 'kycown.malformed.line',
  idType: 'kycown.malformed.line',
  idNumber: 'kycown.malformed.idNumber',
  expiry: 'kycown.malformed.day',
};

export function issueText(t: Say, field: OwnField, issue: OwnIssue): string {
  if (issue === 'need') return t(`kycown.need.${field}`);
  if (issue === 'malformed') return t(rules[field]);
  if (issue === 'under_age') return t('kycown.problem.under_age', { years: identityYearsMin });
  if (issue === 'expires_soon') return t('kycown.problem.expires_soon', { days: documentDaysMin });
  return t(`kycown.problem.${issue}`);
}
