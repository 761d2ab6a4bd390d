import { readCodeInput } from '../../domain/account/contact.ts';
import { useContactCode } from '../../domain/account/use-contact-code.ts';
import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { useText } from '../../lib/text/i18n.ts';
import { SendCodeButton } from '../../screen/send-code-button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { addressOfStep } from './step-address.ts';
import { idOfField } from './typed/use-step-form.ts';

const stepOfContacts = 2;

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
    <div>
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
      {code.wasSent ? <NoCode draft={draft} /> : null}
    </div>
  );
}

/** A contact of somebody who has an account gets no code, and nobody may learn that: what can be done is the same for all. */
function NoCode({ draft }: Pick<CodesProps, 'draft'>) {
  const t = useText();
  return (
    <p className="mt-2 type-sm text-ink-2">
      {t(draft.review === 'again' ? 'kycown.code.noneAgain' : 'kycown.code.none')}{' '}
      <PageLink to={addressOfStep(draft.authNo, stepOfContacts)} className="link">
        {t('kycown.code.change')}
      </PageLink>
    </p>
  );
}
