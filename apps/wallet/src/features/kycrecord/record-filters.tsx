import { go } from '../../lib/route/navigation.ts';
import { type KycRecordsSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FilterChips } from '../../ui/sheet/filter-chips.tsx';
import { recordFilter, recordStatuses, recordUses } from './record-filter.ts';

type FilterName = 'status' | 'use';

/** No choice of a filter; never a value of the address. */
const everything = 'all';

/** Writes the filters into the address, in place: filters are no steps to go back through. */
function apply(search: KycRecordsSearch, name: FilterName, value: string): void {
  const chosen = value === everything ? undefined : value;
  const { [name]: _old, ...others } = recordFilter(search);
  go(paths.kycRecords(chosen === undefined ? others : { ...others, [name]: chosen }), { isReplacing: true });
}

export function RecordFilters({ search }: { readonly search: KycRecordsSearch }) {
  const t = useText();
  const { status = everything, use = everything } = recordFilter(search);
  return (
    <FilterChips
      label={t('kycreview.filters')}
      choices={[
        {
          name: 'status' as const,
          everything,
          title: t('kycreview.status'),
          value: status,
          options: [
            { value: everything, label: t('kycreview.anyStatus') },
            ...recordStatuses.map((one) => ({ value: one, label: t(`kyc.status.${one}`) })),
          ],
        },
        {
          name: 'use' as const,
          everything,
          title: t('kycreview.use'),
          value: use,
          options: [
            { value: everything, label: t('kycreview.anyUse') },
            ...recordUses.map((one) => ({ value: one, label: t(`kyc.use.${one}`) })),
          ],
        },
      ]}
      onPick={(name, value) => apply(search, name, value)}
      clearLabel={t('shell.clear')}
      closeLabel={t('shell.close')}
    />
  );
}
