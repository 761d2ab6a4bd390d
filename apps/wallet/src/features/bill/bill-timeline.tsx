import type { BillDetail } from '@marigold/contract/bill';
import { formatDate } from '@marigold/money/dates';

import { dateTimeText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { stepsOf } from './bill-steps.ts';

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
        steps={stepsOf(bill).map(({ id, status, state, time, lit }) => ({
          id,
          state,
          title: t(`bill.step.${status}`),
          lit,
          time: time === undefined ? undefined : stepTime(time, firstDay),
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

/** The day is named only where it is another one than that of the bill. */
function stepTime(timeMs: number, firstDay: string): string {
  const text = dateTimeText(timeMs);
  return formatDate(timeMs) === firstDay ? text.slice(11) : text;
}
