import type { KycDraft } from '../../../domain/kyc/kyc-draft.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Checkbox } from '../../../ui/field/choice-rows.tsx';
import { FieldHint } from '../../../ui/field/field.tsx';
import { Segmented } from '../../../ui/field/segmented.tsx';
import { idTypeOf, idTypesOf } from '../own-fields.ts';
import { OwnFrame } from '../own-frame.tsx';
import { OwnRegion, OwnText } from './own-inputs.tsx';
import { idOfField, type StepForm, useStepForm } from './use-step-form.ts';

/** Step 3: which document it is, and what stands in it. */
export function DocumentStep({ draft }: { readonly draft: KycDraft }) {
  const t = useText();
  const form = useStepForm(draft, 3);
  const { open } = draft;
  return (
    <OwnFrame
      {...form}
      draft={draft}
      step={3}
      title={t('kycown.document.title')}
      text={t('kycown.document.text')}
      isBusy={form.isSaving}
      busyLabel={t('kycown.saving')}
      onOnward={form.goOn}
      onSaveAndLeave={form.leave}
    >
      {open.includes('issuingRegion') ? <OwnRegion form={form} field="issuingRegion" /> : null}
      {open.includes('idNumber') ? (
        <>
          <Kind form={form} draft={draft} />
          <OwnText
            form={form}
            field="idNumber"
            maxLength={30}
            inputMode="text"
            hint={t('kycown.hint.idNumber')}
          />
        </>
      ) : null}
      {open.includes('expiry') ? <Expiry form={form} /> : null}
    </OwnFrame>
  );
}

type PartProps = { readonly form: StepForm; readonly draft: KycDraft };

/** The kinds that the region issues; where it is one alone, that one is named. */
function Kind({ form, draft }: PartProps) {
  const t = useText();
  const types = idTypesOf(form.fields.issuingRegion, draft.regions);
  const chosen = idTypeOf(form.fields, draft.regions);
  const error = form.errorOf('idType');
  return (
    <div id={idOfField('idType')} tabIndex={-1}>
      <Segmented
        label={t('kycown.field.idType')}
        options={types.map((type) => ({ value: type, label: t(`kycown.idType.${type}`) }))}
        value={chosen}
        onChange={(type) => form.type('idType', type)}
      />
      <FieldHint
        id={`${idOfField('idType')}-hint`}
        error={error}
        hint={
          types.length === 1 ? t('kycown.hint.oneType', { type: t(`kycown.idType.${chosen}`) }) : undefined
        }
      />
    </div>
  );
}

/** A day, or that there is none. */
function Expiry({ form }: Pick<PartProps, 'form'>) {
  const t = useText();
  const isNone = form.fields.expiry === 'none';
  return (
    <div>
      {isNone ? null : <OwnText form={form} field="expiry" type="date" />}
      <div className={isNone ? '' : 'mt-2'}>
        <Checkbox isOn={isNone} onChange={(isOn) => form.type('expiry', isOn ? 'none' : '')}>
          {t('kycown.neverExpires')}
        </Checkbox>
      </div>
    </div>
  );
}
