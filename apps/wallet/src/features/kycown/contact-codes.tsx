import { readCodeInput } from '../../domain/account/contact.ts';
import { useContactCode } from '../../domain/account/use-contact-code.ts';
import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SendCodeButton } from '../../screen/send-code-button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { idOfField } from './typed/use-step-form.ts';

export type ProvedContact = 'phone' | 'email';
export type ContactCodes = Readonly<Partial<Record<ProvedContact, string>>>;

type CodesProps = {
  readonly draft: KycDraft;
  readonly contacts: readonly ProvedContact[];
  readonly codes: ContactCodes;
  readonly errorOf: (contact: ProvedContact) => string | undefined;
  readonly onType: (contact: ProvedContact, code: string) => void;
  /** What kept a code from being sent; undefined: it is on its way. */
  readonly onSent: (contact: ProvedContact, problem: string | undefined) => void;
};

/** A code for each contact that is not the account's own. */
export function ContactCodes({ contacts, ...rest }: CodesProps) {
  return contacts.map((contact) => <CodeOf key={contact} contact={contact} {...rest} />);
}

type CodeProps = Omit<CodesProps, 'contacts'> & { readonly contact: ProvedContact };

function CodeOf({ contact, draft, codes, errorOf, onType, onSent }: CodeProps) {
  const t = useText();
  const typed = draft.typed[contact] ?? '';
  const code = useContactCode({ channel: contact, typed });
  const id = idOfField(`${contact}Code`);
  async function send(): Promise<void> {
    const outcome = await code.send();
    if (outcome === undefined) return;
    onSent(contact, outcome === true ? undefined : outcome.text);
    if (outcome === true) document.getElementById(id)?.focus();
  }
  return (
    <Field
      id={id}
      label={t(`kycown.code.${contact}`, { contact: typed })}
      inputMode="numeric"
      autoComplete="one-time-code"
      isNumeric
      hint={code.note === undefined ? undefined : <span role="status">{code.note}</span>}
      error={errorOf(contact)}
      right={<SendCodeButton code={code} onPress={send} />}
      value={codes[contact] ?? ''}
      onChange={({ target: { value } }) => onType(contact, readCodeInput(value))}
    />
  );
}
