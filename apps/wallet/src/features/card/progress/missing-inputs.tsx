import '../../../ui/base/card.css';
import { type CardApplication, useCardMethod } from '../../../domain/card/card-queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { WhenRead } from '../../../screen/when-read.tsx';
import { Note } from '../../../ui/base/note.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { idOfCardField, PlaceInputs } from '../order/place-fields.tsx';
import { pickedFields } from './missing-check.ts';
import type { MissingForm } from './use-missing-form.ts';

type MissingProps = {
  /** The button of the page that sends it. */
  readonly id: string;
  readonly application: CardApplication;
  readonly form: MissingForm;
};

/** What the card company still needs, or names as not good enough: that alone, with the tries that are left. */
export function MissingInputs({ id, application, form }: MissingProps) {
  const t = useText();
  const method = useCardMethod(application.productId);
  const { missing, lastKnown, triesLeft } = application;
  const isAgain = lastKnown === 'rejected';
  return (
    <section className="card mt-4">
      <h3 className="type-3">
        {t(isAgain ? 'card.ask.againTitle' : 'card.ask.title', { count: missing.length })}
      </h3>
      <p className="mt-1 mb-4 type-sm text-ink-2">
        {isAgain ? t('card.ask.againText', { left: triesLeft }) : t('card.ask.text')}
      </p>
      <WhenRead read={method} rows={2} failed={t('card.failed')} isInline>
        {({ occupations, incomes, purposes }) => (
          <form
            id={id}
            noValidate
            className="grid grid-cols-1 gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              if (!form.isSending) void form.send();
            }}
          >
            {pickedFields
              .filter((field) => missing.includes(field))
              .map((field) => (
                <SelectField
                  key={field}
                  id={idOfCardField(field)}
                  label={t(`card.field.${field}`)}
                  options={[
                    { value: '', label: t('card.choose') },
                    ...{ occupation: occupations, income: incomes, purpose: purposes }[field].map(
                      ({ code, name }) => ({ value: code, label: name }),
                    ),
                  ]}
                  value={form.fields[field]}
                  error={form.errorOf(field)}
                  onChange={({ target }) => form.type(field, target.value)}
                />
              ))}
            {missing.includes('residence') ? (
              <fieldset className="grid min-w-0 grid-cols-1 gap-5">
                <legend className="mb-3 type-sm-b">{t('card.field.residence')}</legend>
                <PlaceInputs fields={form.fields} errorOf={form.errorOf} onType={form.type} />
              </fieldset>
            ) : null}
            {form.problem === undefined ? null : <Note tone="bad">{form.problem}</Note>}
          </form>
        )}
      </WhenRead>
    </section>
  );
}
