/** Who is paid, in the words of the address book: a person of Marigold, or an address on a chain. */
import type { ReactNode } from 'react';

import { type AddressSearch, useAddressWords } from '../../domain/chain/use-address.ts';
import { LockWords, useOpenLock } from '../../domain/payee/lock-words.tsx';
import type { PayeeSearch } from '../../domain/payee/use-payee.ts';
import { networkText } from '../../lib/http/network.ts';
import { lookUpOf } from '../../lib/http/use-debounced-lookup.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AddressField } from '../../ui/address/address-field.tsx';
import { AddressNotes } from '../../ui/address/address-notes.tsx';
import { Avatar } from '../../ui/base/avatar.tsx';
import { CoinIcon } from '../../ui/base/coin.tsx';
import { initialsOf } from '../../ui/base/initials.ts';
import { FoundLine, PersonLookUp, PersonField } from '../../ui/field/person-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import type { Travel } from './use-networks.ts';

type ToFieldProps = {
  readonly typed: string;
  readonly error: string | undefined;
  readonly hint?: string;
  readonly onType: (typed: string) => void;
};

/** A person, by whatever one knows of them. */
export function ToPerson({ person, ...field }: ToFieldProps & { readonly person: PayeeSearch }) {
  const t = useText();
  const found = person.answer?.kind === 'found' ? person.answer.found.masked : undefined;
  return (
    <PersonField
      {...field}
      label={t('payee.who')}
      onLeave={() => void person.find()}
      found={found}
      foundText={found === undefined ? undefined : t('payee.found', { masked: found })}
      lookUp={{
        state: lookUpOf(person),
        words: {
          busy: t('payee.checking'),
          ask: t(person.answer?.kind === 'failed' ? 'shell.retry' : 'payee.check'),
        },
        onAsk: person.find,
      }}
    />
  );
}

/** An address, with everything that is known of it. */
export function ToAddress({ address, ...field }: ToFieldProps & { readonly address: AddressSearch }) {
  const t = useText();
  const facts = address.answer?.kind === 'found' ? address.answer.found : undefined;
  const { title, good, warnings, lookAlike } = useAddressWords(facts);
  const lock = useOpenLock(facts?.payeeLock);
  return (
    <div>
      <AddressField
        {...field}
        name="to"
        label={t('payee.address')}
        onLeave={() => void address.find()}
        left={title === undefined ? null : <Avatar initials={initialsOf(title)} size={40} tone="soft" />}
        title={title}
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

type TravelProps = {
  readonly travel: Travel;
  readonly onCurrency: (currency: string) => void;
  readonly onChain: (chain: string) => void;
};

/** What would be sent there, and over which chain. */
export function TravelFields({ travel, onCurrency, onChain }: TravelProps): ReactNode {
  const t = useText();
  const { currencies, currency, networks, network } = travel;
  if (network === undefined) {
    return travel.isLoading ? null : <p className="type-sm text-ink-2">{t('payee.stranded')}</p>;
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-4">
      <SelectField
        label={t('payee.currency')}
        left={<CoinIcon ticker={currency} size={28} />}
        options={currencies.map(({ code }) => ({ value: code, label: code }))}
        value={currency}
        onChange={(event) => onCurrency(event.target.value)}
      />
      <SelectField
        label={t('payee.network')}
        options={networks.map((one) => ({ value: one.chain, label: networkText(one) }))}
        value={network.chain}
        onChange={(event) => onChain(event.target.value)}
      />
    </div>
  );
}
