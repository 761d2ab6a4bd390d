import { useState } from 'react';

import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { useOnline } from '../../lib/device/online.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import type { SignatureHandle } from '../../ui-capture/signature-pad.tsx';
import type { ContactCodes, ProvedContact } from './contact-codes.tsx';
import { contactsToProve, hasPicture } from './own-fields.ts';
import { openItems } from './still-to-give.tsx';
import { idOfField, useUnloadAsks } from './typed/use-step-form.ts';
import { usePhotoSave } from './use-photo-save.ts';
import { type SendPlace, useSendIn } from './use-send-in.ts';

export type SignForm = {
  readonly onPad: (pad: SignatureHandle | null) => void;
  /** The pad is there: nothing was signed yet, or somebody signs anew. */
  readonly isSigning: boolean;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly contacts: readonly ProvedContact[];
  readonly codes: ContactCodes;
  readonly isAgreed: boolean;
  readonly errorOf: (place: SendPlace | 'signature') => string | undefined;
  readonly problem: string | undefined;
  readonly signAnew: () => void;
  readonly signed: (isSigned: boolean) => void;
  readonly agree: (isOn: boolean) => void;
  readonly typeCode: (contact: ProvedContact, code: string) => void;
  readonly codeSent: (contact: ProvedContact, problem: string | undefined) => void;
  readonly send: () => Promise<void>;
  readonly leave: () => Promise<void>;
};

/** What was agreed to: another version of it is not. */
function agreementOf({ agreement: { contentId, version } }: KycDraft): string {
  return `${contentId} ${version}`;
}

/** The last step: signed, agreed to, its contacts proven, and sent in. */
export function useSignForm(draft: KycDraft): SignForm {
  const t = useText();
  const { isOnline } = useOnline();
  const [pad, setPad] = useState<SignatureHandle | null>(null);
  const contacts = contactsToProve(draft);
  const { upload, isSaving, problem: saveProblem, bring, forget } = usePhotoSave(draft, 'signature');
  const { isSending, problem, say, sendIn } = useSendIn(draft, contacts);
  const [isAnew, setAnew] = useState(false);
  const [isSigned, setSigned] = useState(false);
  const [agreedTo, setAgreedTo] = useState(draft.agreement.isAccepted ? agreementOf(draft) : undefined);
  const [codes, setCodes] = useState<ContactCodes>({});
  const [areNeedsSeen, setNeedsSeen] = useState(false);
  const isOpen = draft.open.includes('signature');
  const isSigning = isOpen && (isAnew || !hasPicture(draft, 'signature'));
  const isAgreed = draft.review === 'again' || agreedTo === agreementOf(draft);
  const isDirty = isSigning && isSigned;
  useUnloadAsks(isDirty);

  const lacking: readonly (SendPlace | 'signature')[] = [
    ...(isSigning && !isSigned ? (['signature'] as const) : []),
    ...contacts.filter((contact) => codes[contact]?.length !== 6),
    ...(isAgreed ? [] : (['agreement'] as const)),
  ];
  const need = (place: SendPlace | 'signature') =>
    place === 'phone' || place === 'email' ? t(`kycown.need.${place}Code`) : t(`kycown.need.${place}`);

  /** True where there is nothing new, or it is sealed now. */
  async function keepSignature(): Promise<boolean> {
    if (!isDirty || pad === null) return true;
    const file = await pad.toFile();
    if (!(await bring({ file, name: file.name }))) return false;
    setAnew(false);
    return true;
  }

  async function send(): Promise<void> {
    setNeedsSeen(true);
    say(undefined);
    const [first] = lacking;
    if (first !== undefined) return focusPlace(first);
    if (openItems(draft).length > 0) return say({ field: undefined, text: t('kycown.incomplete') });
    if (await keepSignature()) await sendIn(codes);
  }

  return {
    onPad: setPad,
    isSigning,
    isDirty,
    isBusy: isSaving || isSending || upload.state.is === 'uploading',
    contacts,
    codes,
    isAgreed,
    errorOf: (place) => {
      if (problem !== undefined && problem.field === place) return problem.text;
      if (areNeedsSeen && lacking.includes(place)) return need(place);
      return place === 'signature' && upload.state.is === 'failed' ? upload.state.text : undefined;
    },
    problem: saveProblem ?? (problem?.field === undefined ? problem?.text : undefined),
    signAnew: () => setAnew(true),
    signed: (next) => {
      setSigned(next);
      forget();
    },
    agree: (isOn) => {
      setAgreedTo(isOn ? agreementOf(draft) : undefined);
      say(undefined);
    },
    typeCode: (contact, code) => {
      setCodes({ ...codes, [contact]: code.slice(0, 6) });
      if (problem?.field === contact) say(undefined);
    },
    codeSent: (contact, text) => {
      // Where it went stands beneath the field now.
      setNeedsSeen(false);
      say(text === undefined ? undefined : { field: contact, text });
    },
    send,
    leave: async () => {
      if (isOnline && (await keepSignature())) go(paths.kyc(), { isReplacing: true });
    },
  };
}

function focusPlace(place: SendPlace | 'signature'): void {
  document
    .getElementById(idOfField(place === 'signature' || place === 'agreement' ? place : `${place}Code`))
    ?.focus();
}
