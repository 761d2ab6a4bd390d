import type { KycDraft } from '../../../domain/kyc/kyc-draft.ts';
import { useText } from '../../../lib/text/i18n.ts';
import type { FormItem } from '../own-fields.ts';
import { OwnFrame } from '../own-frame.tsx';
import { OwnLines, OwnPick, OwnText } from './own-inputs.tsx';
import { useStepForm } from './use-step-form.ts';

/** Step 2: what somebody does, what the account is for, and how they are reached. */
export function LifeStep({ draft }: { readonly draft: KycDraft }) {
  const t = useText();
  const form = useStepForm(draft, 2);
  const isOpen = (item: FormItem) => draft.open.includes(item);
  const optional = t('kycown.optional');
  return (
    <OwnFrame
      {...form}
      draft={draft}
      step={2}
      title={t('kycown.life.title')}
      text={t('kycown.life.text')}
      isBusy={form.isSaving}
      busyLabel={t('kycown.saving')}
      onOnward={form.goOn}
      onSaveAndLeave={form.leave}
    >
      {isOpen('nickname') ? (
        <OwnText form={form} field="nickname" maxLength={26} isLatin hint={t('kycown.hint.nickname')} />
      ) : null}
      {isOpen('job') ? <OwnPick form={form} field="job" choices={draft.jobs} /> : null}
      {isOpen('occupation') ? (
        <OwnText form={form} field="occupation" maxLength={60} hint={t('kycown.hint.occupation')} />
      ) : null}
      {isOpen('income') ? <OwnPick form={form} field="income" choices={draft.incomes} /> : null}
      {isOpen('purpose') ? <OwnPick form={form} field="purpose" choices={draft.purposes} /> : null}
      {isOpen('contact') ? (
        <OwnText form={form} field="contact" maxLength={120} hint={t('kycown.hint.contact')} />
      ) : null}
      {isOpen('phone') ? (
        <OwnText
          form={form}
          field="phone"
          type="tel"
          autoComplete="tel"
          labelEnd={optional}
          hint={t('kycown.hint.phone')}
        />
      ) : null}
      {isOpen('email') ? (
        <OwnText
          form={form}
          field="email"
          type="email"
          autoComplete="email"
          labelEnd={optional}
          maxLength={254}
        />
      ) : null}
      {isOpen('description') ? <OwnLines form={form} field="description" /> : null}
    </OwnFrame>
  );
}
