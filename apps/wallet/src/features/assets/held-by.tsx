import { pairText } from '@marigold/contract/rules/pair';

import { useBills } from '../../domain/bill/bill-queries.ts';
import { useOpenOrders } from '../../domain/order/trade-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { coinText, dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { type Holders, holdersOf } from './held.ts';

type HeldProps = {
  readonly currency: string;
  readonly scale: number;
  /** Decimals that are shown at least. */
  readonly decimals: number;
  readonly held: string;
};

/** Among so many of the newest transfers those under way are looked for; an older one counts to the rest. */
const transfersLooked = 100;

/** What holds the money on hold, each with the way to it. Nothing until all of it is known: half would mislead. */
export function HeldBy({ currency, scale, decimals, held }: HeldProps) {
  const t = useText();
  const holders = useHolders({ currency, scale, held });
  if (holders === undefined) return null;
  const { transfers, orders, rest } = holders;
  const coin = (decimal: string) => coinText(decimal, currency, { decimalsMin: decimals });
  return (
    <section className="mt-3 border-b border-line">
      <h3 className="type-sm-b">{t('assets.heldBy')}</h3>
      <List label={t('assets.heldBy')} className="-mx-4">
        {transfers.map(({ id, amount, time }) => (
          <ListRow
            key={id}
            glyph={<ListGlyph icon="arrow-up-right" />}
            title={t('assets.heldBy.transfer')}
            detail={<span className="whitespace-normal">{dateTimeText(time)}</span>}
            value={coin(amount)}
            link={linkTo(paths.billDetail(id))}
          />
        ))}
        {orders.map(({ symbol, count, amount }) => (
          <ListRow
            key={symbol}
            glyph={<ListGlyph icon="arrows-left-right" />}
            title={pairText(symbol)}
            detail={t('assets.heldBy.orders', { count })}
            value={coin(amount)}
            link={linkTo(paths.tradeBills({ pair: symbol }))}
          />
        ))}
        {rest === undefined ? null : (
          <ListRow
            glyph={<ListGlyph icon="clock-counter-clockwise" />}
            title={t('assets.heldBy.rest')}
            value={coin(rest)}
            link={linkTo(paths.bills({ currency, type: 'TRANSFER' }))}
          />
        )}
      </List>
    </section>
  );
}

function useHolders(balance: Omit<HeldProps, 'decimals'>): Holders | undefined {
  const bills = useBills({ currency: balance.currency, type: 'TRANSFER' }, transfersLooked).data;
  const orders = useOpenOrders();
  if (bills === undefined || orders.data === undefined || orders.hasNextPage) return undefined;
  return holdersOf(
    balance,
    bills.pages[0]?.list ?? [],
    orders.data.pages.flatMap(({ list }) => list),
  );
}
