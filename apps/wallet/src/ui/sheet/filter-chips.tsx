import { useState } from 'react';

import { Chip, Chips } from '../field/chip.tsx';
import { type PickOption, PickRows } from '../field/pick-rows.tsx';
import { Sheet } from './sheet.tsx';
import { afterLayer } from './use-back-to-close.ts';

export interface FilterChoice<Name extends string> {
  name: Name;
  title: string;
  value: string;
  options: readonly PickOption<string>[];
  /** The value that filters nothing. */
  everything: string;
  /** Opens its choices also while it is set, instead of taking itself away. */
  isSticky?: boolean | undefined;
}

interface FilterChipsProps<Name extends string> {
  /** What is filtered, for readers. */
  label: string;
  choices: readonly FilterChoice<Name>[];
  onPick: (name: Name, value: string) => void;
  clearLabel: string;
  closeLabel: string;
}

/** A chip for each filter: one that is set takes itself away, the others open their choices. */
export function FilterChips<Name extends string>(props: FilterChipsProps<Name>) {
  const { label, choices, onPick, clearLabel, closeLabel } = props;
  const [opened, setOpened] = useState<FilterChoice<Name>>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Chips label={label}>
        {choices.map((choice) => {
          const { name, title, value, options, everything } = choice;
          const chosenLabel = options.find((option) => option.value === value)?.label ?? value;
          const takesAway = value !== everything && choice.isSticky !== true;
          return (
            <Chip
              key={name}
              end={takesAway ? 'cross' : 'caret'}
              label={takesAway ? `${title}: ${chosenLabel}, ${clearLabel}` : `${title}: ${chosenLabel}`}
              onPress={() => {
                if (takesAway) return onPick(name, everything);
                setOpened(choice);
                return setOpen(true);
              }}
            >
              {chosenLabel}
            </Chip>
          );
        })}
      </Chips>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={opened?.title ?? ''}
        closeLabel={closeLabel}
      >
        {opened === undefined ? null : (
          <PickRows
            label={opened.title}
            options={opened.options}
            value={opened.value}
            onPick={(value) => {
              setOpen(false);
              afterLayer(() => onPick(opened.name, value));
            }}
          />
        )}
      </Sheet>
    </>
  );
}
