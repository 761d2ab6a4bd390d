import '../field/field.css';
import './address-field.css';
import './address-text.css';
import type { KeyboardEvent, ReactNode } from 'react';

import { describedByIds, FieldFrame, type FieldFrameProps, useFieldIds } from '../field/field.tsx';
import { addressParts } from './address-parts.ts';

interface AddressFieldProps extends FieldFrameProps {
  name: string;
  typed: string;
  onType: (typed: string) => void;
  onLeave?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** Whose address it is, with a tag, above the address itself. */
  title?: ReactNode;
  left?: ReactNode;
  right?: ReactNode;
}

const lengthMax = 128;

/** An address on a chain, typed or pasted. All of it stays in sight, its ends strong; it has no blanks. */
export function AddressField(props: AddressFieldProps) {
  const { name, typed, onType, onLeave, placeholder, title, left, right, label, labelEnd, hint, error } =
    props;
  const ids = useFieldIds(undefined);
  const [start, middle, end] = addressParts(typed);
  return (
    <FieldFrame ids={ids} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <div className="field-box">
        {left}
        <div className="address-field-box">
          {title === undefined ? null : <span>{title}</span>}
          <div className="address-field-typed" dir="ltr" translate="no">
            <textarea
              id={ids.input}
              name={name}
              rows={1}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="next"
              maxLength={lengthMax}
              placeholder={placeholder}
              value={typed}
              onChange={(event) => onType(event.target.value.replaceAll(/\s/g, ''))}
              onBlur={onLeave}
              onKeyDown={sendOnEnter}
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={describedByIds(ids, hint, error)}
            />
            <span aria-hidden="true" className="address-text">
              <b>{start}</b>
              {middle}
              <b>{end}</b>
            </span>
          </div>
        </div>
        {right}
      </div>
    </FieldFrame>
  );
}

/** An address is one line: Enter sends the form, as in every other field. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
