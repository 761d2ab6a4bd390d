import type { KycDraft } from '../../../domain/kyc/kyc-draft.ts';
import { useText } from '../../../lib/text/i18n.ts';
import type { FormItem } from '../own-fields.ts';
import { OwnFrame } from '../own-frame.tsx';
import { needsLatin } from './own-check.ts';
import { OwnRegion, OwnText } from './own-inputs.tsx';
import { useStepForm } from './use-step-form.ts';

/** Step 1: who somebody is, as their document has it. */
export function PersonStep({ draft }: { readonly draft: KycDraft }) {
  const t = useText();
  const form = useStepForm(draft, 1);
  const isOpen = (item: FormItem) => draft.open.includes(item);
  const hasLatin =
    needsLatin(form.fields) || draft.problems.some(({ problem }) => problem === 'latin_needed');
  return (
    <OwnFrame
      {...form}
      draft={draft}
      step={1}
      title={t('kycown.person.title')}
      text={t('kycown.person.text')}
      isBusy={form.isSaving}
      busyLabel={t('kycown.saving')}
      onOnward={form.goOn}
      onSaveAndLeave={form.leave}
    >
      {isOpen('names') ? (
        <>
          <OwnText form={form} field="firstName" maxLength={60} autoComplete="given-name" />
          <OwnText form={form} field="lastName" maxLength={60} autoComplete="family-name" />
        </>
      ) : null}
      {isOpen('names') && hasLatin ? (
        <>
          <OwnText form={form} field="latinFirst" maxLength={26} isLatin hint={t('kycown.hint.latin')} />
          <OwnText form={form} field="latinLast" maxLength={26} isLatin />
        </>
      ) : null}
      {isOpen('birthday') ? <OwnText form={form} field="birthday" type="date" autoComplete="bday" /> : null}
      {isOpen('nationality') ? <OwnRegion form={form} field="nationality" /> : null}
    </OwnFrame>
  );
}
