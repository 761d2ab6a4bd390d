import { linkTo } from '../../lib/route/link.tsx';
import { type KycRecordsSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { recordFilter } from './record-filter.ts';

/** No record at all, or none that the filters let through. */
export function NoRecords({ search }: { readonly search: KycRecordsSearch }) {
  const t = useText();
  const isFiltered = Object.keys(recordFilter(search)).length > 0;
  return isFiltered ? (
    <EmptyState
      title={t('kycreview.filtered.title')}
      reason={t('kycreview.filtered.text')}
      action={
        <Button size="small" link={linkTo(paths.kycRecords(), { isReplacing: true })}>
          {t('kycreview.filtered.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t('kycreview.noRecords.title')}
      reason={t('kycreview.noRecords.text')}
      action={
        <Button size="small" link={linkTo(paths.kyc())}>
          {t('kycreview.none.action')}
        </Button>
      }
    />
  );
}
