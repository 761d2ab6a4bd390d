import { lookUpOf } from '../../../lib/http/use-debounced-lookup.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { PersonField } from '../../../ui/field/person-field.tsx';
import { AddressBookLink } from './address-book-link.tsx';
import type { TransferFormState } from './use-transfer-form.ts';

/** Who gets the money inside Marigold: looked up once, and shown as a masked nickname before anything else is asked. */
export function PayeeField({ form }: { readonly form: TransferFormState }) {
  const t = useText();
  const { payee } = form;
  const found = payee.answer?.kind === 'found' ? payee.answer.found.masked : undefined;
  const ask = t(payee.answer?.kind === 'failed' ? 'shell.retry' : 'transfer.toFind');
  return (
    <PersonField
      label={t('transfer.to')}
      labelEnd={<AddressBookLink form={form} />}
      hint={t('transfer.toHint')}
      error={form.errors.to}
      typed={form.form.to}
      onType={(typed) => form.set('to', typed)}
      onLeave={() => form.leave('to')}
      found={found}
      foundText={found === undefined ? undefined : t('transfer.toFound', { masked: found })}
      lookUp={{
        state: lookUpOf(payee),
        words: { busy: t('transfer.toChecking'), ask },
        onAsk: payee.find,
      }}
    />
  );
}
