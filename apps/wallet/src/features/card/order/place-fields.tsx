import { useText } from '../../../lib/text/i18n.ts';
import { Field } from '../../../ui/field/field.tsx';
import { needsPostal, type PlaceField, type PlaceFields as Fields } from './place-check.ts';
import { RegionField } from './region-field.tsx';

/** The id of a field on the page, for the focus. */
export function idOfCardField(field: string): string {
  return `card-${field}`;
}

type PlaceProps = {
  readonly fields: Fields;
  readonly errorOf: (field: PlaceField) => string | undefined;
  readonly onType: (field: PlaceField, text: string) => void;
  /** Only countries where this product is mailed to can be picked; left out: all. */
  readonly product?: string;
};

const lengthMax = { city: 60, postal: 16, line: 120 } as const;
const completion = {
  city: 'address-level2',
  postal: 'postal-code',
  line: 'street-address',
} as const;

/** A place that mail reaches: country, city, postal code, address. */
export function PlaceInputs({ fields, errorOf, onType, product }: PlaceProps) {
  const t = useText();
  return (
    <>
      <RegionField
        id={idOfCardField('country')}
        code={fields.country}
        error={errorOf('country')}
        {...(product === undefined ? {} : { product })}
      />
      {(['city', 'postal', 'line'] as const).map((field) => (
        <Field
          key={field}
          id={idOfCardField(field)}
          label={t(`card.field.${field}`)}
          labelEnd={field === 'postal' && !needsPostal(fields.country) ? t('shell.optional') : undefined}
          autoComplete={completion[field]}
          maxLength={lengthMax[field]}
          value={fields[field]}
          error={errorOf(field)}
          onChange={({ target }) => onType(field, target.value)}
        />
      ))}
    </>
  );
}
