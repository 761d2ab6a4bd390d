import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SignaturePad } from '../../ui-capture/signature-pad.tsx';
import { TurnHint } from '../../ui-capture/turn-hint.tsx';
import { FieldHint } from '../../ui/field/field.tsx';
import { ContactCodes } from './contact-codes.tsx';
import { HouseAgreement } from './house-agreement.tsx';
import { fieldsOfTyped, idTypeOf } from './own-fields.ts';
import { OwnFrame } from './own-frame.tsx';
import { SavedPictures } from './saved-pictures.tsx';
import { StillToGive } from './still-to-give.tsx';
import { idOfField } from './typed/use-step-form.ts';
import { type SignForm, useSignForm } from './use-sign-form.ts';

/** Step 6: the signature, the codes of contacts that are not the account's, the agreement, and the sending. */
export function SignStep({ draft }: { readonly draft: KycDraft }) {
  const t = useText();
  const form = useSignForm(draft);
  const isAgain = draft.review === 'again';
  const idType = idTypeOf(fieldsOfTyped(draft.typed), draft.regions);
  return (
    <OwnFrame
      draft={draft}
      step={6}
      title={isAgain ? t('kycown.again.title') : t(`kycown.sign.title.${idType}`)}
      text={t(isAgain ? 'kycown.again.text' : 'kycown.sign.text')}
      isDirty={form.isDirty}
      isBusy={form.isBusy}
      busyLabel={t('kycown.sending')}
      problem={form.problem}
      onward={t(isAgain ? 'kycown.again.send' : 'kycown.send')}
      onOnward={form.send}
      onSaveAndLeave={form.leave}
    >
      <Signing draft={draft} form={form} />
      <ContactCodes
        draft={draft}
        contacts={form.contacts}
        codes={form.codes}
        errorOf={form.errorOf}
        onType={form.typeCode}
        onSent={form.codeSent}
      />
      {isAgain ? null : (
        <HouseAgreement
          contentId={draft.agreement.contentId}
          isAgreed={form.isAgreed}
          error={form.errorOf('agreement')}
          onAgree={form.agree}
        />
      )}
      {form.isSigning ? <TurnHint /> : null}
      <StillToGive draft={draft} />
    </OwnFrame>
  );
}

type SigningProps = { readonly draft: KycDraft; readonly form: SignForm };

/** The pad, or that a signature is there; nothing where none is asked. */
function Signing({ draft, form }: SigningProps) {
  const t = useText();
  const { isSigning, errorOf, onPad, signed, signAnew } = form;
  if (!draft.open.includes('signature')) return null;
  const { firstName, lastName, latinFirst, latinLast } = fieldsOfTyped(draft.typed);
  const name = [latinFirst || firstName, latinLast || lastName].filter((one) => one !== '').join(' ');
  if (!isSigning)
    return (
      <SavedPictures
        label={t('kycown.step.sign')}
        pictures={[
          {
            key: 'signature',
            title: t('kyc.item.signature'),
            action: t('kycown.sign.anew'),
            onPress: signAnew,
          },
        ]}
      />
    );
  return (
    <div id={idOfField('signature')} tabIndex={-1}>
      <SignaturePad ref={onPad} name={name} onChange={(picture) => signed(picture !== null)} />
      <FieldHint id={`${idOfField('signature')}-hint`} error={errorOf('signature')} />
    </div>
  );
}
