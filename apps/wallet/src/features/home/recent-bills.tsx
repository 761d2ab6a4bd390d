import type { ReactElement } from 'react';

import { useBills } from '../../domain/bill/bill-queries.ts';
import { readFailed } from '../../lib/query/read-failed.ts';
import { linkTo, PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { clockText, coinText, dayText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { WaitingRows } from '../../screen/when-read.tsx';
import { Card } from '../../ui/base/card.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';

const rowsMax = 5;

/** The newest bills beside the home of wide screens; the whole list is one tap away. */
export function RecentBills(): ReactElement {
  const t = useText();
  const { data, error, isError } = useBills({}, rowsMax);
  const bills = data?.pages[0]?.list;
  return (
    <Card>
      <div className="flex items-center justify-between pb-2">
        <h2 className="type-3">{t('home.recent')}</h2>
        <PageLink to={paths.bills()} className="inline-flex items-center min-h-11 type-sm-b text-ink-2">
          {t('home.recent.all')}
        </PageLink>
      </div>
      {bills === undefined && !isError ? <WaitingRows rows={3} /> : null}
      {bills === undefined && isError ? <p className="type-sm text-ink-2">{readFailed(error)}</p> : null}
      {bills?.length === 0 ? <p className="type-sm text-ink-2">{t('home.recent.empty')}</p> : null}
      {bills === undefined || bills.length === 0 ? null : (
        <List>
          {bills.map(({ id, type, direction, amount, currency, decimals, time }) => (
            <ListRow
              key={id}
              glyph={<ListGlyph icon={direction === 'in' ? 'arrow-down-left' : 'arrow-up-right'} />}
              title={t(`bill.type.${type}`)}
              value={`${direction === 'in' ? '+' : '\u2212'}${coinText(amount, currency, { decimalsMin: decimals })}`}
              valueDetail={`${dayText(time)} ${clockText(time)}`}
              link={linkTo(paths.billDetail(id))}
            />
          ))}
        </List>
      )}
    </Card>
  );
}
