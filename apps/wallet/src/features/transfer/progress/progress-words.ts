/** What the page of a transfer on its way says of each state: a title, and one sentence of truth. */
import type { Say } from '../../../lib/text/i18n.ts';
import type { TransferState } from './transfer-steps.ts';

type Values = {
  readonly amount: string;
  readonly payee: string;
  readonly network: string;
  readonly confirmations: number;
  readonly required: number;
};

export function progressWords(t: Say, state: TransferState, values: Values): readonly [string, string] {
  const { amount, payee, network, confirmations, required } = values;
  switch (state) {
    case 'waiting':
    case 'review':
    case 'cancelled':
    case 'rejected':
    case 'failed':
      return [t(`transfer.progress.${state}.title`), t(`transfer.progress.${state}.text`, { amount })];
    case 'no-liquidity':
    case 'sending':
    case 'stuck':
      return [t(`transfer.progress.${state}.title`), t(`transfer.progress.${state}.text`, { network })];
    case 'confirming':
      return [
        t('transfer.progress.confirming.title', { confirmations, required }),
        t('transfer.progress.confirming.text'),
      ];
    case 'completed':
    case 'settled':
      return [
        t('transfer.progress.completed.title'),
        t('transfer.progress.completed.text', { payee, amount }),
      ];
  }
}
