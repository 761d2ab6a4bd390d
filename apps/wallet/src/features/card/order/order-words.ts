/** What is alerts at a field of an application that cannot go on as it stands. */
import type { Say } from '../../../lib/text/i18n.ts';
import { latinNameLength, type CardFormField, type CardFormIssue } from './order-check.ts';

export function orderIssueText(t: Say, field: CardFormField | 'agreement', issue: CardFormIssue): string {
  if (issue === 'unserved') return t('card.unserved');
  if (issue === 'need') return field === 'method' || field === 'residential' ? '' : t(`card.need.${field}`);
  if (field === 'latinName') return t('card.malformed.latinName', latinNameLength);
  return t(field === 'phone' ? 'card.malformed.phone' : 'card.malformed.line');
}
