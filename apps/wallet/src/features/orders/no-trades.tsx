import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { paths, type TradeBillsSearch } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
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
