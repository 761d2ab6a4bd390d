import type { ReactElement } from 'react';

import { clockText, joinParts, showNumber, showPercent } from '../../lib/format.ts';
import { useText } from '../../lib/i18n.ts';
import { useRates } from '../../lib/queries.ts';
import { Coin } from '../../ui/coin.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

type Rates = NonNullable<ReturnType<typeof useRates>['data']>;
type Rate = Rates['list'][number];

/** Prices of every coin with their day's change; kept on screen with their time when newer ones do not come. */
export function MarketSection(): ReactElement {
  const t = useText();
  const { data, isError, refetch } = useRates();
  return (
    <section aria-labelledby="market">
      <SectionHead
        id="market"
        title={t('home.market')}
        action={
          data === undefined ? null : <span>{t('home.market.from', { time: clockText(data.time) })}</span>
        }
      />
      <MarketRows rates={data} isError={isError} onRetry={refetch} />
    </section>
  );
}

type RowsProps = {
  readonly rates: Rates | undefined;
  readonly isError: boolean;
  readonly onRetry: () => Promise<unknown>;
};

function MarketRows({ rates, isError, onRetry }: RowsProps): ReactElement {
  const t = useText();
  if (rates === undefined) {
    if (!isError) return <SkeletonRows label={t('shell.loading')} />;
    return (
      <ErrorState
        title={t('shell.dataRequestFailed')}
        reason={t('home.market.failed')}
        retry={{ label: t('shell.retry'), onPress: onRetry }}
        isInline
      />
    );
  }
  if (rates.list.length === 0)
    return <EmptyState title={t('shell.noRecords')} reason={t('home.market.failed')} isInline />;
  return (
    <List>
      {rates.list.map((rate) => (
        <MarketRow key={rate.pair} rate={rate} />
      ))}
    </List>
  );
}

function MarketRow({ rate }: { readonly rate: Rate }): ReactElement {
  const t = useText();
  const isDown = rate.change24h.startsWith('-');
  const change = joinParts(showPercent(rate.change24h));
  return (
    <ListRow
      glyph={<Coin ticker={rate.base} />}
      title={rate.base}
      detail={rate.stale ? t('home.market.stale', { time: clockText(rate.time) }) : rate.name}
      value={joinParts(showNumber(rate.rate, { decimalsMin: 2 }))}
      valueDetail={
        rate.stale ? (
          change
        ) : (
          <span className={isDown ? 'text-down' : 'text-up'}>{`${isDown ? '▼' : '▲'} ${change}`}</span>
        )
      }
    />
  );
}
