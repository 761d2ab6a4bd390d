import { linkTo } from '../../lib/route/link.tsx';
import { paths, type TradeBillsSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { isFiltered } from './trade-filter.ts';

/** Nothing was ordered or traded yet, or nothing that the filters let through. */
export function NoTrades({ search }: { readonly search: TradeBillsSearch }) {
  const t = useText();
  const { tab, pair } = search;
  if (isFiltered(search))
    return (
      <EmptyState
        title={t('orders.filtered.title')}
        reason={t('orders.filtered.text')}
        action={
          <Button
            size="small"
            link={linkTo(paths.tradeBills(tab === undefined ? {} : { tab }), { isReplacing: true })}
          >
            {t('orders.filters.clear')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={t(`orders.empty.${tab ?? 'open'}.title`)}
      reason={t(`orders.empty.${tab ?? 'open'}.text`)}
      action={
        <Button kind="primary" size="small" link={linkTo(paths.trade(pair === undefined ? {} : { pair }))}>
          {t('orders.trade')}
        </Button>
      }
    />
  );
}
