import '../../../ui/base/card.css';
import { cardMailDays } from '@marigold/partners/card-states';

import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { dayText } from '../../../lib/text/format.ts';
import { type Say, useText } from '../../../lib/text/i18n.ts';
import { Timeline } from '../../../ui/list/timeline.tsx';
import { cardPriceText } from '../shop/product-facts.tsx';
import { type ProgressStep, progressSteps } from './progress-look.ts';

/** The five steps in words, with the day of each. */
export function ProgressSteps({ application }: { readonly application: CardApplication }) {
  const t = useText();
  return (
    <section className="card mt-4" aria-label={t('card.steps')}>
      <Timeline
        steps={progressSteps(application).map(({ name, state, at }) => ({
          id: name,
          state,
          title: titleOf(t, name, application),
          detail: detailOf(t, { name, state }, application),
          time: at === undefined ? undefined : dayText(at),
        }))}
        stateLabels={{
          done: t('card.stepState.done'),
          now: t('card.stepState.now'),
          todo: t('card.stepState.todo'),
          failed: t('card.stepState.failed'),
        }}
      />
    </section>
  );
}

function detailOf(
  t: Say,
  { name, state }: Pick<ProgressStep, 'name' | 'state'>,
  { lastKnown, missing, delivery }: CardApplication,
): string | undefined {
  if (name === 'paid' && lastKnown === 'info' && missing.length > 0)
    return t('card.ask.title', { count: missing.length });
  if (name === 'opening' && state === 'todo' && delivery !== null)
    return t('card.step.within', { days: cardMailDays });
  return undefined;
}

function titleOf(t: Say, name: ProgressStep['name'], application: CardApplication): string {
  const { authNo, isPaid, prices, delivery } = application;
  if (name === 'identity') return t(authNo === null ? 'card.step.link' : 'card.step.linked');
  if (name === 'paid')
    return isPaid ? t('card.step.paid', { amount: cardPriceText(t, prices) }) : t('card.step.pay');
  if (name === 'opening') return t(`card.step.opening.${delivery?.method ?? 'virtual'}`);
  return t(`card.step.${name}`);
}
