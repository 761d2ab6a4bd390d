import { useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { go } from '../../lib/navigation.ts';
import { type BillsSearch, paths } from '../../lib/paths.ts';
import { useBalances } from '../../lib/queries.ts';
import { Chip, Chips } from '../../ui/chip.tsx';
import { PickRows } from '../../ui/pick-rows.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { afterLayer } from '../../ui/use-back-to-close.ts';
import { isBillRange, lengthOf, ranges } from './bill-filter.ts';
import { billTypes, isBillType } from './bill-look.ts';

type FilterName = 'type' | 'currency' | 'range';
type Choice = {
  readonly name: FilterName;
  readonly title: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** No choice of a filter; never a value of the address. */
const everything = 'all';

/** Writes the filters into the address, in place: filters are no steps to go back through. */
function apply(search: BillsSearch, name: FilterName, value: string): void {
  const { [name]: _old, id: _id, ...kept } = search;
  go(paths.bills(value === everything ? kept : { ...kept, [name]: value }), { isReplacing: true });
}

/** A chip for each filter: one that is set takes itself away, the others open their choices. */
export function BillFilters({ search }: { readonly search: BillsSearch }) {
  const t = useText();
  const choices = useChoices(search);
  const [opened, setOpened] = useState<Choice>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Chips label={t('bill.filters')}>
        {choices.map((choice) => {
          const { name, title, value, options } = choice;
          const label = options.find((option) => option.value === value)?.label ?? value;
          const takesAway = value !== everything && name !== 'range';
          return (
            <Chip
              key={name}
              end={takesAway ? 'cross' : 'caret'}
              label={takesAway ? `${title}: ${label}, ${t('shell.clear')}` : `${title}: ${label}`}
              onPress={() => {
                if (takesAway) return apply(search, name, everything);
                setOpened(choice);
                return setOpen(true);
              }}
            >
              {label}
            </Chip>
          );
        })}
      </Chips>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={opened?.title ?? ''}
        closeLabel={t('shell.close')}
      >
        {opened === undefined ? null : (
          <PickRows
            label={opened.title}
            options={opened.options}
            value={opened.value}
            onPick={(value) => {
              setOpen(false);
              afterLayer(() => apply(search, opened.name, value));
            }}
          />
        )}
      </Sheet>
    </>
  );
}

function useChoices({ type, currency, range }: BillsSearch): Choice[] {
  const t = useText();
  const { data } = useBalances();
  const all = (label: string) => ({ value: everything, label });
  const known = data?.list.map((one) => one.currency) ?? [];
  const coins = currency === undefined || known.includes(currency) ? known : [currency, ...known];
  const rangeText = (one: (typeof ranges)[number]) => {
    const length = lengthOf(one);
    return 'days' in length ? t('bill.range.days', length) : t('bill.range.months', length);
  };
  return [
    {
      name: 'type',
      title: t('bill.filter.type'),
      value: isBillType(type) ? type : everything,
      options: [
        all(t('bill.filter.types')),
        ...billTypes.map((one) => ({ value: one, label: t(`bill.type.${one}`) })),
      ],
    },
    {
      name: 'currency',
      title: t('bill.filter.coin'),
      value: currency ?? everything,
      options: [all(t('bill.filter.coins')), ...coins.map((one) => ({ value: one, label: one }))],
    },
    {
      name: 'range',
      title: t('bill.filter.period'),
      value: isBillRange(range) ? range : everything,
      options: [...ranges.map((one) => ({ value: one, label: rangeText(one) })), all(t('bill.range.all'))],
    },
  ];
}
