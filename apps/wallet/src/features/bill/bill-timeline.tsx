import type { BillDetail } from '@marigold/contract/calls/bill';
import { formatDate } from '@marigold/money/dates';

import { dateTimeText } from '../../lib/text/format.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { Timeline } from '../../ui/list/timeline.tsx';
import { countOf, isTrade } from './bill-look.ts';
import { type BillStep, billSteps } from './bill-steps.ts';
import { statusText } from './status-text.ts';

/** How far the bill has come, and what is still before it. */
export function BillTimeline({ bill }: { readonly bill: BillDetail }) {
  const t = useText();
  const firstDay = formatDate(bill.createTime);
  return (
    <>
      <VisuallyHidden>
        <h2>{t('bill.timeline')}</h2>
      </VisuallyHidden>
      <Timeline
        steps={billSteps(bill).map((step) => ({
          id: step.id,
          state: step.state,
          title: titleOf(t, bill, step),
          detail: detailOf(t, bill, step),
          lit: step.lit,
          time: step.time === undefined ? undefined : stepTime(step.time, firstDay),
        }))}
        stateLabels={{
          done: t('bill.stepState.done'),
          now: t('bill.stepState.now'),
          todo: t('bill.stepState.todo'),
          failed: t('bill.stepState.failed'),
        }}
      />
    </>
  );
}

function titleOf(t: Say, bill: BillDetail, { word, state }: BillStep): string {
  const counted = countOf(bill);
  if (word === 'confirming' && state === 'now' && counted !== undefined) return t('bill.counting', counted);
  return word === 'failed' && isTrade(bill) ? statusText(t, bill) : t(`bill.step.${word}`);
}

function detailOf(t: Say, bill: BillDetail, { word, state }: BillStep): string | undefined {
  if (state !== 'now') return undefined;
  if (word === 'confirming' && countOf(bill) !== undefined) return t('bill.petals');
  return word === 'can-trade' ? t('bill.tradeable') : undefined;
}

/** The day is named only where it is another one than that of the bill. */
function stepTime(timeMs: number, firstDay: string): string {
  const text = dateTimeText(timeMs);
  return formatDate(timeMs) === firstDay ? text.slice(11) : text;
}
