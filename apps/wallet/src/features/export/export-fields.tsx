import { formatDate } from '@marigold/money/dates';
import { useState } from 'react';

import { useBalances } from '../../domain/asset/asset-queries.ts';
import { billRanges, billTypes, lengthOf } from '../../domain/bill/bill-kinds.ts';
import { useText } from '../../lib/text/i18n.ts';
import { useToday } from '../../lib/text/today.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Button } from '../../ui/base/button.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Chip, Chips } from '../../ui/field/chip.tsx';
import { Checkbox } from '../../ui/field/choice-rows.tsx';
import { Field } from '../../ui/field/field.tsx';
import { Segmented } from '../../ui/field/segmented.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { dayProblemText } from './day-problem-text.ts';
import { formats } from './export-choice.ts';
import type { ExportForm } from './use-export-form.ts';

type FieldsProps = { readonly form: ExportForm };

/** What will be in the file, and what kind of file it is. */
export function ExportFields({ form }: FieldsProps) {
  const t = useText();
  const { choice, change } = form;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Period form={form} />
      <div className="grid grid-cols-1 gap-4">
        <Types form={form} />
        <Coin form={form} />
      </div>
      <div>
        <SectionHead title={t('export.format')} isQuiet />
        <Segmented
          label={t('export.format')}
          options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
          value={choice.format}
          onChange={(format) => change({ format })}
        />
        <p className="mt-2 min-h-10 type-sm text-ink-3">{t(`export.format.${choice.format}`)}</p>
      </div>
    </div>
  );
}

function Period({ form }: FieldsProps) {
  const t = useText();
  const { choice, change } = form;
  return (
    <div>
      <SectionHead title={t('bill.filter.period')} isQuiet />
      <Chips label={t('bill.filter.period')}>
        {billRanges.map((range) => {
          const length = lengthOf(range);
          return (
            <Chip key={range} isSelected={choice.range === range} onPress={() => change({ range })}>
              {'days' in length ? t('bill.range.days', length) : t('bill.range.months', length)}
            </Chip>
          );
        })}
        <Chip isSelected={choice.range === 'own'} onPress={() => change({ range: 'own' })}>
          {t('export.ownDates')}
        </Chip>
      </Chips>
      {choice.range === 'own' ? <OwnDates form={form} /> : null}
    </div>
  );
}

function OwnDates({ form }: FieldsProps) {
  const t = useText();
  const { choice, change, dayProblem } = form;
  const today = formatDate(useToday());
  return (
    <div className="mt-3 grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2">
      {(['from', 'to'] as const).map((day) => (
        <Field
          key={day}
          type="date"
          required
          label={t(`export.day.${day}`)}
          max={today}
          value={choice[day]}
          error={dayProblem?.day === day ? dayProblemText(t, dayProblem) : undefined}
          onChange={(event) => change({ [day]: event.target.value })}
        />
      ))}
    </div>
  );
}

function Types({ form }: FieldsProps) {
  const t = useText();
  const { choice, change } = form;
  const [isOpen, setOpen] = useState(false);
  const [only, ...others] = choice.types;
  const isAll = only === undefined;
  const many = t('export.typesSome', { count: choice.types.length });
  const summary = isAll ? t('bill.filter.types') : others.length === 0 ? t(`bill.type.${only}`) : many;
  return (
    <>
      <List>
        <ListRow isShort hasCaret title={t('export.types')} value={summary} onPress={() => setOpen(true)} />
      </List>
      <ScreenSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('export.types')}
        foot={
          <Button kind="primary" onPress={() => setOpen(false)}>
            {t('shell.done')}
          </Button>
        }
      >
        <Checkbox isOn={isAll} isSelectable={isAll} onChange={() => change({ types: [] })}>
          {t('bill.filter.types')}
        </Checkbox>
        {billTypes.map((type) => (
          <Checkbox
            key={type}
            isOn={choice.types.includes(type)}
            onChange={(isOn) =>
              change({
                types: billTypes.filter((one) => (one === type ? isOn : choice.types.includes(one))),
              })
            }
          >
            {t(`bill.type.${type}`)}
          </Checkbox>
        ))}
      </ScreenSheet>
    </>
  );
}

function Coin({ form }: FieldsProps) {
  const t = useText();
  const { choice, change } = form;
  const { data } = useBalances();
  const known = data?.list.map(({ currency }) => currency) ?? [];
  const { currency = '' } = choice;
  const coins = currency === '' || known.includes(currency) ? known : [currency, ...known];
  return (
    <SelectField
      label={t('bill.filter.coin')}
      value={currency}
      options={[
        { value: '', label: t('bill.filter.coins') },
        ...coins.map((value) => ({ value, label: value })),
      ]}
      onChange={({ target }) => change({ currency: target.value === '' ? undefined : target.value })}
    />
  );
}
