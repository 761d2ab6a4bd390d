import '../../../ui/base/card.css';
import type { CardMethod, CardProductItem } from '../../../domain/card/card-queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Note } from '../../../ui/base/note.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { Segmented } from '../../../ui/field/segmented.tsx';
import { Switch } from '../../../ui/field/switch.tsx';
import { IssuerAgreement } from './issuer-agreement.tsx';
import { latinNameLength } from './order-check.ts';
import { PickupRows } from './pickup-rows.tsx';
import { idOfCardField, PlaceInputs } from './place-fields.tsx';
import type { CardForm } from './use-card-form.ts';

type FieldsProps = {
  readonly form: CardForm;
  readonly product: CardProductItem;
  readonly method: CardMethod;
};

/** The name that is printed, the phone of the card, where plastic goes, and the agreement of its company. */
export function OrderInputs({ form, product, method }: FieldsProps) {
  const t = useText();
  const { fields, errorOf, type, problem } = form;
  return (
    <>
      <Field
        id={idOfCardField('latinName')}
        label={t('card.field.latinName')}
        hint={t('card.hint.latinName', latinNameLength)}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={latinNameLength.max}
        value={fields.latinName}
        error={errorOf('latinName')}
        onChange={({ target }) => type('latinName', target.value)}
      />
      <Field
        id={idOfCardField('phone')}
        label={t('card.field.phone')}
        hint={t('card.hint.phone')}
        type="tel"
        autoComplete="tel"
        isNumeric
        value={fields.phone}
        error={errorOf('phone')}
        onChange={({ target }) => type('phone', target.value)}
      />
      {product.form === 'physical' ? <DeliveryInputs form={form} product={product} method={method} /> : null}
      <IssuerAgreement
        issuer={product.issuer}
        isAgreed={form.isAgreed}
        error={errorOf('agreement')}
        onAgree={form.agree}
      />
      {problem !== undefined ? (
        <Note tone="bad">{problem}</Note>
      ) : form.isUnanswered && !form.isSending ? (
        <Note tone="info">{t('card.order.unanswered')}</Note>
      ) : null}
    </>
  );
}

function DeliveryInputs({ form, product, method }: FieldsProps) {
  const t = useText();
  const { fields, methods, errorOf, type } = form;
  if (methods.length === 0) return <Note tone="bad">{t('card.nowhere')}</Note>;
  return (
    <>
      {methods.length < 2 ? null : (
        <Segmented
          label={t('card.field.method')}
          options={methods.map((value) => ({ value, label: t(`card.method.${value}`) }))}
          value={fields.method}
          onChange={(value) => type('method', value)}
        />
      )}
      <Field
        id={idOfCardField('recipient')}
        label={t('card.field.recipient')}
        autoComplete="name"
        maxLength={60}
        value={fields.recipient}
        error={errorOf('recipient')}
        onChange={({ target }) => type('recipient', target.value)}
      />
      {fields.method === 'pickup' ? (
        <PickupRows
          places={method.pickups}
          chosen={fields.pickup}
          error={errorOf('pickup')}
          onChoose={(pickup) => type('pickup', pickup)}
        />
      ) : (
        <>
          <PlaceInputs fields={fields} errorOf={errorOf} onType={type} product={product.productId} />
          <div className="flex items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="type-body-b">{t('card.field.residential')}</p>
              <p className="type-sm text-ink-3">{t('card.hint.residential')}</p>
            </div>
            <Switch
              label={t('card.field.residential')}
              isOn={fields.residential === 'yes'}
              onChange={(isOn) => type('residential', isOn ? 'yes' : 'no')}
            />
          </div>
        </>
      )}
    </>
  );
}
