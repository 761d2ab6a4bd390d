import { useId } from 'react';

import { useInsight } from '../../domain/bill/bill-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import { readFailed } from '../../lib/query/read-failed.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { MonthChart, MonthTable } from './month-chart.tsx';

const monthsMax = 6;

/** What came in and went out by month, in the person's fiat currency. */
export function InsightSection() {
  const t = useText();
  const heading = useId();
  const { hasLogin } = useSession();
  return (
    <section aria-labelledby={heading}>
      <SectionHead id={heading} title={t('life.months')} />
      <Card>{hasLogin ? <Months /> : <ForVisitors />}</Card>
    </section>
  );
}

function Months() {
  const t = useText();
  const { data, error, isError, refetch } = useInsight(monthsMax);
  if (data === undefined) {
    if (isError) {
      return (
        <ErrorState
          title={readFailed(error)}
          reason={t('life.failed')}
          retry={{ label: t('shell.retry'), onPress: refetch }}
          isInline
        />
      );
    }
    return (
      <div role="status" className="grid gap-3">
        <span className="visually-hidden">{t('shell.loading')}</span>
        <SkeletonBar width={160} />
        <SkeletonBar width={600} height={140} />
      </div>
    );
  }
  return (
    <>
      <MonthChart insight={data} />
      <MonthTable insight={data} />
      <p className="type-sm text-ink-3 pt-3">
        {t('life.now', { fiat: data.fiat })}
        {data.complete ? null : ` ${t('life.incomplete')}`}
      </p>
    </>
  );
}

function ForVisitors() {
  const t = useText();
  return (
    <div className="grid gap-3 justify-items-start">
      <p className="type-sm text-ink-2">{t('life.visitor')}</p>
      <Button size="small" link={linkTo(paths.login({ back: paths.life() }))}>
        {t('shell.login')}
      </Button>
    </div>
  );
}
