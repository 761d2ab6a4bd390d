import { useBalances } from '../../domain/asset/asset-queries.ts';
import { billRanges, billTypes, isBillRange, isBillType, lengthOf } from '../../domain/bill/bill-kinds.ts';
import { go } from '../../lib/route/navigation.ts';
import { type BillsSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { type FilterChoice, FilterChips } from '../../ui/sheet/filter-chips.tsx';

type FilterName = 'type' | 'currency' | 'range';

/** No choice of a filter; never a value of the address. */
const everything = 'all';

/** Writes the filters into the address, in place: filters are no steps to go back through. */
function apply(search: BillsSearch, name: FilterName, value: string): void {
  const { [name]: _old, id: _id, ...others } = search;
  go(paths.bills(value === everything ? others : { ...others, [name]: value }), { isReplacing: true });
}

/** The filters of the list, as they stand in its address. */
export function BillFilters({ search }: { readonly search: BillsSearch }) {
  const t = useText();
  return (
    <FilterChips
      label={t('bill.filters')}
      choices={useChoices(search)}
      onPick={(name, value) => apply(search, name, value)}
      clearLabel={t('shell.clear')}
      closeLabel={t('shell.close')}
    />
  );
}

function useChoices({ type, currency, range }: BillsSearch): FilterChoice<FilterName>[] {
  const t = useText();
  const { data } = useBalances();
  const all = (label: string) => ({ value: everything, label });
  const known = data?.list.map((one) => one.currency) ?? [];
  const coins = currency === undefined || known.includes(currency) ? known : [currency, ...known];
  const rangeText = (one: (typeof billRanges)[number]) => {
    const length = lengthOf(one);
    return 'days' in length ? t('bill.range.days', length) : t('bill.range.months', length);
  };
  return [
    {
      name: 'type',
      everything,
      title: t('bill.filter.type'),
      value: isBillType(type) ? type : everything,
      options: [
        all(t('bill.filter.types')),
        ...billTypes.map((one) => ({ value: one, label: t(`bill.type.${one}`) })),
      ],
    },
    {
      name: 'currency',
      everything,
      title: t('bill.filter.coin'),
      value: currency ?? everything,
      options: [all(t('bill.filter.coins')), ...coins.map((one) => ({ value: one, label: one }))],
    },
    {
      name: 'range',
      everything,
      isSticky: true,
      title: t('bill.filter.period'),
      value: isBillRange(range) ? range : everything,
      options: [
        ...billRanges.map((one) => ({ value: one, label: rangeText(one) })),
        all(t('bill.range.all')),
      ],
    },
  ];
}
