import './step-field.css';
import { type ComponentProps, useState } from 'react';
import { flushSync } from 'react-dom';

import { Icon } from '../ui/base/icon.tsx';
import { describedByIds, FieldHint, useFieldIds } from '../ui/field/field.tsx';
import { charsStyle } from '../ui/money/chars-style.ts';

interface StepFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'> {
  /** The short name in the box. */
  label: string;
  /** The whole name, for readers. */
  name: string;
  value: string;
  /** The value as this reader reads numbers; seen while nobody types. */
  displayed: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  /** Without steps the name stands before the number. */
  steps?: { less: string; more: string; onStep: (direction: 1 | -1) => void } | undefined;
}

/** A number of an order form: its name, the number, and a step on either side. Text in, text out. */
export function StepField(props: StepFieldProps) {
  const { label, name, value, displayed, onChange, error, steps, onFocus, onBlur, ...input } = props;
  const ids = useFieldIds(input.id);
  const [isTyping, setTyping] = useState(false);
  const text = isTyping ? value : displayed;
  return (
    <div>
      <div className="step-field" data-plain={steps === undefined || undefined}>
        {steps === undefined ? null : (
          <Step icon="minus-bold" label={steps.less} onPress={() => steps.onStep(-1)} />
        )}
        <label htmlFor={ids.input}>
          <span aria-hidden="true">{label}</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            {...input}
            id={ids.input}
            aria-label={name}
            value={text}
            style={charsStyle(Math.max(text.length, input.placeholder?.length ?? 0))}
            onFocus={(event) => {
              // The same number is written without groups from here on; what was selected stays selected.
              flushSync(() => setTyping(true));
              event.currentTarget.select();
              onFocus?.(event);
            }}
            onBlur={(event) => {
              setTyping(false);
              onBlur?.(event);
            }}
            onChange={(event) => onChange(event.target.value)}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={describedByIds(ids, undefined, error)}
          />
        </label>
        {steps === undefined ? null : (
          <Step icon="plus-bold" label={steps.more} onPress={() => steps.onStep(1)} />
        )}
      </div>
      <FieldHint id={ids.hint} error={error} />
    </div>
  );
}

interface StepProps {
  icon: 'minus-bold' | 'plus-bold';
  label: string;
  onPress: () => void;
}

function Step({ icon, label, onPress }: StepProps) {
  return (
    <button type="button" aria-label={label} onClick={onPress}>
      <Icon name={icon} size={16} />
    </button>
  );
}
