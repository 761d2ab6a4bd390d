import type { RiskDetail } from '../../lib/chain-queries.ts';
import type { Say } from '../../lib/i18n.ts';
import type { ShownState } from './risk-look.ts';

/** One sentence of truth about a case, and what comes next. */
export function riskText(t: Say, { object, asks }: RiskDetail, state: ShownState): string {
  const isDeposit = object === 'deposit';
  switch (state) {
    case 'open':
      if (asks.length === 0) return t('risk.text.wait');
      return t(isDeposit ? 'risk.text.openDeposit' : 'risk.text.openTransfer');
    case 'late':
      return t(isDeposit ? 'risk.text.lateDeposit' : 'risk.text.lateTransfer');
    case 'answered':
      return t('risk.text.answered');
    case 'cleared':
      return t(isDeposit ? 'risk.text.clearedDeposit' : 'risk.text.clearedTransfer');
    case 'refused':
      return t(isDeposit ? 'risk.text.refusedDeposit' : 'risk.text.refusedTransfer');
  }
}
