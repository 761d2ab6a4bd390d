import { isBillRange, isBillType } from '../../domain/bill/bill-kinds.ts';
import { useIsDemo } from '../../lib/http/config.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { type BillsSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

/** No bill at all, or none that the filters let through. */
export function NoBills({ search }: { readonly search: BillsSearch }) {
  const t = useText();
  const isFiltered = search.currency !== undefined || isBillType(search.type) || isBillRange(search.range);
  if (!isFiltered)
    return <EmptyState title={t('bill.empty.title')} reason={t('bill.empty.text')} action={<FirstStep />} />;
  return (
    <EmptyState
      title={t('bill.filtered.title')}
      reason={t(isBillRange(search.range) ? 'bill.filtered.text' : 'bill.filtered.allTime')}
      action={
        <Button size="small" link={linkTo(paths.bills(), { isReplacing: true })}>
          {t('bill.filter.clear')}
        </Button>
      }
    />
  );
}

/** In a demonstration money can be had for the asking. */
function FirstStep() {
  const t = useText();
  const isDemo = useIsDemo();
  if (!isDemo)
    return (
      <Button size="small" link={linkTo(paths.home())}>
        {t('shell.goHome')}
      </Button>
    );
  return (
    <Button
      size="small"
      link={(props) => <a {...props} href="/dev/faucet" target="_blank" rel="noreferrer" />}
    >
      {t('shell.demoMoney')}
    </Button>
  );
}
