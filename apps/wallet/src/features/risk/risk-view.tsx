import '../../ui/base/card.css';
import { formatDate } from '@marigold/money/dates';

import { type RiskDetail, useRisk } from '../../domain/chain/chain-queries.ts';
import { ReadFailure } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useIsAhead } from '../../lib/text/countdown.ts';
import { dateTimeText, showSum } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { ListGlyph } from '../../ui/list/list.tsx';
import { Timeline } from '../../ui/list/timeline.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { RiskFacts } from './risk-facts.tsx';
import { GivenAnswers, RiskForm } from './risk-form.tsx';
import { iconOf, type DisplayState, displayState, riskSteps, riskTone } from './risk-look.ts';
import { riskText, stateText } from './risk-text.ts';

type ViewProps = {
  readonly id: string;
  /** Beside the list: everything on one surface that the pane brings along. */
  readonly isInPane?: boolean;
};

/** Everything about one case: what is held, what is asked, what was answered, what happened. */
export function RiskView({ id, isInPane = false }: ViewProps) {
  const t = useText();
  const { data: risk, error, isPending, refetch } = useRisk(id);
  const isAhead = useIsAhead(risk?.deadline ?? Number.POSITIVE_INFINITY);
  if (id === '' || isMissing(error)) return <Missing isInPane={isInPane} />;
  if (risk === undefined) {
    if (isPending) return <WaitingRows rows={5} />;
    return <ReadFailed isInline={isInPane} error={error} reason={t('risk.failed')} onRetry={refetch} />;
  }
  const state = displayState(risk.state, isAhead);
  const surface = isInPane ? 'pt-4 mt-4 border-t border-line' : 'card mt-3';
  return (
    <article>
      <Hero risk={risk} state={state} />
      <p role="status" className="mt-4 text-ink-2">
        {riskText(t, risk, state)}
      </p>
      {state === 'open' && risk.asks.length > 0 ? (
        <section className={surface}>
          <RiskForm key={risk.id} risk={risk} />
        </section>
      ) : (
        <GivenAnswers risk={risk} className={surface} />
      )}
      <section className={surface}>
        <h2 className="type-3 mb-3">{t('risk.timeline')}</h2>
        <Steps risk={risk} isAhead={isAhead} />
      </section>
      <section className={surface}>
        <h2 className="type-3 mb-1">{t('risk.facts')}</h2>
        <RiskFacts risk={risk} />
      </section>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-2">
        {risk.billId === null ? null : (
          <Button
            kind={isInPane ? 'secondary' : 'surface'}
            icon="receipt"
            link={linkTo(paths.billDetail(risk.billId))}
          >
            {t('risk.bill')}
          </Button>
        )}
        <Button kind={isInPane ? 'secondary' : 'surface'} icon="lifebuoy" link={linkTo(paths.contact())}>
          {t('risk.support')}
        </Button>
      </div>
    </article>
  );
}

function Hero({ risk, state }: { readonly risk: RiskDetail; readonly state: DisplayState }) {
  const t = useText();
  const { object, amount, currency } = risk;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">
      <ListGlyph icon={iconOf[object]} />
      <div className="max-w-full min-w-0">
        <p className="flex flex-wrap items-center gap-2 type-sm text-ink-2">
          {t(`risk.object.${object}`)}
          <Tag tone={riskTone[state]}>{stateText(t, object, state)}</Tag>
        </p>
        <MoneyText size="title" parts={showSum(amount, currency)} />
      </div>
    </header>
  );
}

function Steps({ risk, isAhead }: { readonly risk: RiskDetail; readonly isAhead: boolean }) {
  const t = useText();
  const firstDay = formatDate(risk.timeline[0]?.time ?? risk.time);
  return (
    <Timeline
      steps={riskSteps(risk, isAhead).map(({ name, state, time, lit }, index) => ({
        id: `${index}`,
        state,
        title: t(risk.object === 'trade' && name === 'open' ? 'risk.step.asked' : `risk.step.${name}`),
        lit,
        time: time === undefined ? undefined : stepTime(time, firstDay),
      }))}
      stateLabels={{
        done: t('risk.stepState.done'),
        now: t('risk.stepState.now'),
        todo: t('risk.stepState.todo'),
        failed: t('risk.stepState.failed'),
      }}
    />
  );
}

/** The day is named only where it is another one than that of the first step. */
function stepTime(timeMs: number, firstDay: string): string {
  const text = dateTimeText(timeMs);
  return formatDate(timeMs) === firstDay ? text.slice(11) : text;
}

/** An id that is not ours answers like one that was never there; one that is no id at all is refused as malformed. */
function isMissing(error: Error | null): boolean {
  if (!(error instanceof ReadFailure) || error.failure.kind !== 'status') return false;
  return error.failure.status === 404 || error.failure.status === 400;
}

function Missing({ isInPane }: { readonly isInPane: boolean }) {
  const t = useText();
  return (
    <EmptyState
      title={t('risk.missingTitle')}
      reason={t('risk.missingText')}
      isInline={isInPane}
      action={
        <Button size="small" link={linkTo(paths.risks(), { isReplacing: true })}>
          {t('risk.all')}
        </Button>
      }
    />
  );
}
