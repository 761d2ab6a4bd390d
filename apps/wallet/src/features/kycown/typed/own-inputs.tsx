import '../../../ui/field/field.css';
import type { ComponentProps } from 'react';

import { regionName } from '../../../domain/account/countries.ts';
import { PageLink } from '../../../lib/route/link.tsx';
import { paths, withSearch } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Field, FieldHint, TextAreaField } from '../../../ui/field/field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import type { OwnField } from '../own-fields.ts';
import { readLatin } from './own-check.ts';
import { idOfField, type StepForm } from './use-step-form.ts';

type InputProps = { readonly form: StepForm; readonly field: OwnField };

type TextProps = InputProps &
  Pick<
    ComponentProps<typeof Field>,
    'hint' | 'labelEnd' | 'maxLength' | 'autoComplete' | 'type' | 'inputMode'
  > & {
    /** Written as it is typed, in capitals. */
    readonly isLatin?: boolean;
  };

/** A line of text of the form. */
export function OwnText({ form, field, isLatin = false, ...input }: TextProps) {
  const t = useText();
  return (
    <Field
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      autoCapitalize={isLatin ? 'characters' : undefined}
      {...input}
      id={idOfField(field)}
      label={t(`kycown.field.${field}`)}
      value={form.fields[field]}
      error={form.errorOf(field)}
      onChange={({ target: { value } }) => form.type(field, isLatin ? readLatin(value) : value)}
    />
  );
}

const descriptionMax = 500;

/** Some lines of text that may be left out. */
export function OwnLines({ form, field }: InputProps) {
  const t = useText();
  return (
    <TextAreaField
      id={idOfField(field)}
      label={t(`kycown.field.${field}`)}
      labelEnd={t('kycown.optional')}
      maxLength={descriptionMax}
      value={form.fields[field]}
      error={form.errorOf(field)}
      onChange={({ target: { value } }) => form.type(field, value)}
    />
  );
}

type PickProps = InputProps & {
  readonly choices: readonly { readonly code: string; readonly name: string }[];
};

/** One row of a list. */
export function OwnPick({ form, field, choices }: PickProps) {
  const t = useText();
  return (
    <SelectField
      id={idOfField(field)}
      label={t(`kycown.field.${field}`)}
      options={[
        { value: '', label: t('kycown.choose') },
        ...choices.map(({ code, name }) => ({ value: code, label: name })),
      ]}
      value={form.fields[field]}
      error={form.errorOf(field)}
      onChange={({ target: { value } }) => form.type(field, value)}
    />
  );
}

/** A region, chosen on a page of its own that comes back to this step. */
export function OwnRegion({ form, field }: InputProps) {
  const t = useText();
  const id = idOfField(field);
  const code = form.fields[field];
  const error = form.errorOf(field);
  const label = t(`kycown.field.${field}`);
  const name = code === '' ? t('kycown.choose') : regionName(code);
  const here = window.location.pathname + window.location.search;
  const back = withSearch(here, { country: code === '' ? undefined : code });
  return (
    <div className="field-frame">
      <div className="field-label">
        <span>{label}</span>
      </div>
      <PageLink
        id={id}
        to={paths.countryList({ back })}
        className="field-box justify-between"
        aria-label={`${label}: ${name}`}
        aria-describedby={error === undefined ? undefined : `${id}-hint`}
      >
        <span className={`min-w-0 truncate ${code === '' ? 'text-ink-3' : ''}`}>{name}</span>
        <Icon name="caret-down-bold" size={14} />
      </PageLink>
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
}
