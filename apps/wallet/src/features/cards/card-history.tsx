import type { CardDetail } from '../../domain/card/card-queries.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Timeline } from '../../ui/list/timeline.tsx';
import { ownCardSteps } from './own-card-look.ts';

/** What happened to a card, and through whom. */
export function CardHistory({ steps }: Pick<CardDetail, 'steps'>) {
  const t = useText();
  if (steps.length === 0) return null;
  return (
    <>
      <SectionHead isQuiet title={t('cards.historyTitle')} />
      <Card>
        <Timeline
          steps={ownCardSteps(steps).map(({ state, channel, at, sign }) => ({
            id: `${at} ${state}`,
            state: sign,
            title: t(`cards.state.${state}`),
            detail: t(`cards.channel.${channel}`),
            time: momentText(at),
          }))}
          stateLabels={{
            done: t('cards.stepDone'),
            now: t('cards.stepNow'),
            todo: t('cards.stepTodo'),
            failed: t('cards.stepFailed'),
          }}
        />
      </Card>
    </>
  );
}
