import type { RiskCase, RiskDetail } from '../../domain/chain/chain-queries.ts';
import type { Say } from '../../lib/text/i18n.ts';
import type { DisplayState } from './risk-look.ts';

const texts = {
  deposit: {
    open: 'risk.text.openDeposit',
    late: 'risk.text.lateDeposit',
    answered: 'risk.text.answered',
    cleared: 'risk.text.clearedDeposit',
    refused: 'risk.text.refusedDeposit',
  },
  transfer: {
    open: 'risk.text.openTransfer',
    late: 'risk.text.lateTransfer',
    answered: 'risk.text.answered',
    cleared: 'risk.text.clearedTransfer',
    refused: 'risk.text.refusedTransfer',
  },
  trade: {
    open: 'risk.text.openTrade',
    late: 'risk.text.lateTrade',
    answered: 'risk.text.answered',
    cleared: 'risk.text.clearedTrade',
    refused: 'risk.text.refusedTrade',
  },
} as const satisfies Record<RiskCase['object'], Record<DisplayState, string>>;

/** One sentence of truth about a case, and what comes next. */
export function riskText(t: Say, { object, asks }: RiskDetail, state: DisplayState): string {
  return state === 'open' && asks.length === 0 ? t('risk.text.wait') : t(texts[object][state]);
}

/** How far it is, in a word. Trades are held by nothing, so they cannot be released. */
export function stateText(t: Say, object: RiskCase['object'], state: DisplayState): string {
  return t(object === 'trade' && state === 'cleared' ? 'risk.state.closed' : `risk.state.${state}`);
}
