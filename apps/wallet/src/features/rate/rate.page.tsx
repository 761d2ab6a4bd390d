import { useState } from 'react';

import { useFiat } from '../../lib/fiat.ts';
import { dateTimeText } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { queryClient, useRates } from '../../lib/queries.ts';
import { Refreshable, Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type Rates, useAge } from './age.ts';
import { Converter } from './converter.tsx';
import { RateTable } from './rate-table.tsx';

/** Prices of coins and fiat currencies with their age, and what an amount comes to (spec 9 "Conversion"). */
export function RatePage() {
  const t = useText();
  const fiat = useFiat();
  return (
    <Refreshable onRefresh={async () => await queryClient.invalidateQueries({ queryKey: ['rate/list'] })}>
      <Screen
        back={paths.home()}
        actions={
          <Button kind="surface" size="small" link={linkTo(paths.legalCurrency({ back: paths.rate() }))}>
            <span aria-hidden="true">{fiat}</span>
            <VisuallyHidden>{t('rate.fiat', { fiat })}</VisuallyHidden>
          </Button>
        }
      >
        <Content />
      </Screen>
    </Refreshable>
  );
}

function Content() {
  const t = useText();
  const rates = useRates();
  return (
    <WhenRead read={rates} rows={8} failed={t('rate.failed')}>
      {(data) =>
        data.list.length === 0 ? (
          <EmptyState title={t('shell.noRecords')} reason={t('rate.empty')} />
        ) : (
          <RateView rates={data} fetchedAt={rates.dataUpdatedAt} />
        )
      }
    </WhenRead>
  );
}

function RateView({ rates, fetchedAt }: { readonly rates: Rates; readonly fetchedAt: number }) {
  const t = useText();
  const [picked, setPicked] = useState<string>();
  const ageOf = useAge(rates.time, fetchedAt);
  const ofKind = (kind: 'coin' | 'fiat') => rates.list.filter((rate) => rate.kind === kind);
  // The currency of display itself is no pair: after a change of it another one takes its place.
  const base = rates.list.some((rate) => rate.base === picked) ? picked : undefined;
  const shown = base ?? rates.list[0]?.base ?? '';
  const table = { ageOf, base: shown, onPick: pick };

  function pick(next: string): void {
    setPicked(next);
    window.scrollTo({ top: 0 });
  }

  return (
    <>
      <Converter rates={rates} ageOf={ageOf} base={shown} onBase={setPicked} />
      <div className="grid wide:grid-cols-2 wide:gap-x-6 items-start">
        <RateTable title={t('rate.coins')} rates={ofKind('coin')} {...table} />
        <RateTable title={t('rate.fiats')} rates={ofKind('fiat')} {...table} />
      </div>
      <p className="type-sm text-ink-3 pt-4 px-1">
        {t('rate.updated', { time: dateTimeText(newestOf(rates)) })}
        <br />
        {t('rate.note')}
      </p>
    </>
  );
}

/** When a source last told a price. */
function newestOf({ list }: Rates): number {
  return Math.max(...list.map(({ time }) => time));
}
