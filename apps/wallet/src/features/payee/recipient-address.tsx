import { useState } from 'react';

import { readAddress } from '../../domain/chain/address-text.ts';
import { useAddress, useAddressProblem } from '../../domain/chain/use-address.ts';
import { returnTo } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ChosenRecipient, EnterOtherwise, type PartProps } from './recipient-choice.tsx';
import { SavedPayees, Recent } from './recipient-lists.tsx';
import { ToAddress, TravelFields } from './to-fields.tsx';
import { useTravel } from './use-networks.ts';

/** An account on a chain where the currency travels. */
export function RecipientAddress({ search }: PartProps) {
  const t = useText();
  const [typed, setTyped] = useState(search.address ?? '');
  const [wanted, setWanted] = useState({ currency: search.currency, chain: search.chain });
  const [isLeft, setLeft] = useState(false);
  const travel = useTravel(wanted.currency, wanted.chain);
  const { currency, network } = travel;
  const place = { chain: network?.chain ?? '', standard: network?.standard ?? '', currency };
  const address = useAddress(typed, place);
  const problem = useAddressProblem(typed, { name: network?.name ?? '', standard: place.standard }, address);
  const amount = search.amount === undefined || currency !== search.currency ? {} : { amount: search.amount };
  const choose = (chosen: string) =>
    returnTo(paths.transfer({ currency, chain: place.chain, address: chosen, ...amount }));
  function type(text: string): void {
    setLeft(false);
    setTyped(readAddress(text));
  }
  async function chooseTyped(): Promise<void> {
    setLeft(true);
    const facts = await address.find();
    if (facts !== undefined) choose(facts.address);
  }
  const facts = address.answer?.kind === 'found' ? address.answer.found : undefined;
  const filter = { currency, chain: place.chain };
  return (
    <>
      <form
        noValidate
        className="grid grid-cols-1 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void chooseTyped();
        }}
      >
        <TravelFields
          travel={travel}
          onCurrency={(picked) => setWanted({ currency: picked, chain: place.chain })}
          onChain={(picked) => setWanted({ currency, chain: picked })}
        />
        <ToAddress
          hint={t('payee.toHintAddress')}
          typed={typed}
          error={isLeft || address.answer !== undefined ? problem : undefined}
          address={address}
          onType={type}
        />
        {facts === undefined ? (
          <EnterOtherwise onPaste={type} />
        ) : (
          <ChosenRecipient
            use={t('payee.useAddress')}
            keep={facts.payee === null ? paths.payees({ add: facts.address, ...filter }) : undefined}
          />
        )}
      </form>
      {network === undefined ? null : (
        <>
          <Recent filter={filter} onPick={(one) => choose(one.address)} />
          <SavedPayees
            filter={filter}
            isVisible={(payee) => payee.chain !== null}
            empty={t('payee.emptyNetwork', { currency, network: network.name })}
            onPick={(payee) => choose(payee.address)}
          />
        </>
      )}
    </>
  );
}
