/** What is wrong with a field, in words that say how to put it right. */
import type { Market } from '@marigold/contract/calls/market';

import { coinText, numberText, sumText } from '../../../lib/text/format.ts';
import type { Say } from '../../../lib/text/i18n.ts';
import type { OrderField, Problem } from './order-form.ts';

type Assets = Pick<Market, 'base' | 'quote'>;

export function problemText(
  t: Say,
  field: OrderField,
  problem: Problem,
  { base, quote }: Assets,
  given: string,
): string {
  const unit = field === 'amount' ? base : quote;
  switch (problem.kind) {
    case 'entry':
      return entryText(t, field, problem);
    case 'zero':
      return t('trade.problem.zero');
    case 'step':
      return t('trade.problem.step', { step: coinText(problem.step, unit) });
    case 'band':
      return t('trade.problem.band', { low: numberText(problem.low), high: numberText(problem.high) });
    case 'below':
      return t('trade.problem.below', { min: coinText(problem.min, quote) });
    case 'above':
      return t('trade.problem.above', { max: coinText(problem.max, quote) });
    case 'balance':
      return t('trade.problem.balance', {
        available: sumText(problem.available, given),
      });
  }
}

function entryText(
  t: Say,
  field: OrderField,
  { reason, decimals }: Extract<Problem, { kind: 'entry' }>,
): string {
  switch (reason) {
    case 'empty':
      return t(`trade.problem.empty.${field}`);
    case 'comma':
      return t('trade.problem.comma');
    case 'decimals':
      return t('trade.problem.decimals', { count: decimals });
    case 'too_many_digits':
      return t('trade.problem.digits');
    case 'syntax':
      return t('trade.problem.syntax');
  }
}
