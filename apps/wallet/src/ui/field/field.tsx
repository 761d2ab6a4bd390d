import './field.css';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { Icon } from '../base/icon.tsx';

export interface FieldFrameProps {
  label: string;
  /** A quiet word or a link at the label's end, such as "optional" or "Forgot password". */
  labelEnd?: ReactNode;
  hint?: ReactNode;
  /** Replaces the hint and is announced. */
  error?: string | undefined;
}

export interface FieldProps extends FieldFrameProps, Omit<ComponentProps<'input'>, 'children'> {
  /** Inside the box, before and after the input. */
  left?: ReactNode;
  right?: ReactNode;
  /** Ids of further descriptions, such as a rule list. */
  describedBy?: string | undefined;
  isNumeric?: boolean | undefined;
}

/** A labelled input. Takes every attribute of an input, so a form library's registration spreads onto it. */
export function Field(props: FieldProps) {
  const { label, labelEnd, hint, error, left, right, describedBy, isNumeric, ...input } = props;
  const ids = useFieldIds(input.id);
  return (
    <FieldFrame ids={ids} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <div className={isNumeric ? 'field-box field-box-number' : 'field-box'}>
        {left}
        <input
          {...input}
          id={ids.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedByIds(ids, hint, error, describedBy)}
        />
        {right}
      </div>
    </FieldFrame>
  );
}

interface FieldIds {
  input: string;
  hint: string;
}

export function useFieldIds(given: string | undefined): FieldIds {
  const own = useId();
  return { input: given ?? own, hint: `${own}hint` };
}

export function describedByIds(
  ids: FieldIds,
  hint: ReactNode,
  error: string | undefined,
  more?: string,
): string | undefined {
  const list = [hint === undefined && error === undefined ? '' : ids.hint, more ?? ''].filter(
    (id) => id !== '',
  );
  return list.length === 0 ? undefined : list.join(' ');
}

/** Label above, control in the middle, hint or error below; shared by every kind of field. */
export function FieldFrame({
  ids,
  label,
  labelEnd,
  hint,
  error,
  children,
}: FieldFrameProps & { ids: FieldIds; children: ReactNode }) {
  return (
    <div className="field-frame">
      <div className="field-label">
        <label htmlFor={ids.input}>{label}</label>
        {labelEnd === undefined ? null : <span>{labelEnd}</span>}
      </div>
      {children}
      <FieldHint id={ids.hint} hint={hint} error={error} />
    </div>
  );
}

/** The line beneath a control: the error, spoken at once, or else the hint. */
export function FieldHint({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (error !== undefined) {
    return (
      <p id={id} role="alert" className="field-hint field-hint-bad">
        <Icon name="warning-circle-fill" size={18} />
        <span>{error}</span>
      </p>
    );
  }
  return hint === undefined ? null : (
    <p id={id} className="field-hint">
      {hint}
    </p>
  );
}

interface TextAreaFieldProps extends FieldFrameProps, Omit<ComponentProps<'textarea'>, 'children'> {}

/** A labelled input that grows with its text, for notes. */
export function TextAreaField({ label, labelEnd, hint, error, ...area }: TextAreaFieldProps) {
  const ids = useFieldIds(area.id);
  return (
    <FieldFrame ids={ids} label={label} labelEnd={labelEnd} hint={hint} error={error}>
      <div className="field-box">
        <textarea
          rows={1}
          {...area}
          id={ids.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedByIds(ids, hint, error)}
        />
      </div>
    </FieldFrame>
  );
}
