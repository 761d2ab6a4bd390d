import { useAddressWords } from '../../../domain/chain/use-address.ts';
import { LockWords, useOpenLock } from '../../../domain/payee/lock-words.tsx';
import { networkText } from '../../../lib/http/network.ts';
import { lookUpOf } from '../../../lib/http/use-debounced-lookup.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { AddressField } from '../../../ui/address/address-field.tsx';
import { AddressNotes } from '../../../ui/address/address-notes.tsx';
import { Avatar } from '../../../ui/base/avatar.tsx';
import { initialsOf } from '../../../ui/base/initials.ts';
import { Tag } from '../../../ui/base/tag.tsx';
import { FoundLine, PersonLookUp } from '../../../ui/field/person-field.tsx';
import { AddressBookLink } from './address-book-link.tsx';
import type { TransferFormState } from './use-transfer-form.ts';

/** Who gets the money over a chain: an address, with everything that is known of it before it is approved. */
export function AddressRecipient({ form }: { readonly form: TransferFormState }) {
  const t = useText();
  const { address, facts, network } = form;
  const { title, good, warnings, lookAlike } = useAddressWords(facts);
  const lock = useOpenLock(facts?.payeeLock);
  const hint =
    network === undefined ? undefined : t('transfer.address.hint', { network: networkText(network) });
  return (
    <div>
      <AddressField
        name="address"
        label={t('transfer.to')}
        labelEnd={<AddressBookLink form={form} />}
        hint={facts === undefined ? hint : undefined}
        error={form.errors.address}
        typed={form.form.address}
        onType={(typed) => form.set('address', typed)}
        onLeave={() => form.leave('address')}
        left={title === undefined ? null : <Avatar initials={initialsOf(title)} size={40} tone="soft" />}
        title={
          title === undefined ? undefined : (
            <>
              <span className="min-w-0 wrap-anywhere">{title}</span>
              {network === undefined ? null : <Tag>{network.standard}</Tag>}
            </>
          )
        }
        right={
          <PersonLookUp
            state={lookUpOf(address)}
            words={{ busy: t('transfer.address.checking'), ask: t('shell.retry') }}
            onAsk={address.find}
          />
        }
      />
      <FoundLine>{good}</FoundLine>
      <AddressNotes
        warnings={warnings}
        lookAlike={lookAlike}
        lock={lock === undefined ? undefined : <LockWords lock={lock} />}
      />
    </div>
  );
}
