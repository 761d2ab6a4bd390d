import { useState } from 'react';

import { readAddress } from '../../lib/address-text.ts';
import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { returnTo } from '../../lib/navigation.ts';
import { paths, type TransferSearch } from '../../lib/paths.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAddress, useAddressProblem } from '../../lib/use-address.ts';
import { usePayee } from '../../lib/use-payee.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Book, Recent } from './recipient-lists.tsx';
import { ToAddress, ToPerson, TravelFields } from './to-fields.tsx';
import { useTravel } from './use-networks.ts';
import type { PayeeKind } from './use-payee-form.ts';

/** Who is paid: typed, pasted, scanned, somebody recent or from the book; then back to the transfer (spec 2). */
export function RecipientPage(search: TransferSearch) {
  const t = useText();
  const [kind, setKind] = useState<PayeeKind>(kindOf(search));
  return (
    <Screen width="480" back={paths.transfer(search)}>
      <div className="mb-4">
        <Segmented<PayeeKind>
          label={t('payee.kind')}
          options={[
            { value: 'address', label: t('payee.kind.address') },
            { value: 'person', label: t('payee.kind.person') },
          ]}
          value={kind}
          onChange={setKind}
        />
      </div>
      {kind === 'person' ? <Person search={search} /> : <Address search={search} />}
    </Screen>
  );
}

function kindOf({ chain, address }: TransferSearch): PayeeKind {
  if (chain === 'internal') return 'person';
  return chain === undefined && address === undefined ? 'person' : 'address';
}

type PartProps = { readonly search: TransferSearch };

/** Somebody of Marigold. */
function Person({ search: { currency, amount, to } }: PartProps) {
  const t = useText();
  const [typed, setTyped] = useState(to ?? '');
  const person = usePayee(typed, undefined);
  const wanted = {
    ...(currency === undefined ? {} : { currency }),
    ...(amount === undefined ? {} : { amount }),
  };
  const choose = (payee: string) => returnTo(paths.transfer({ ...wanted, chain: 'internal', to: payee }));
  async function chooseTyped(): Promise<void> {
    const found = await person.find();
    if (found !== undefined) choose(found.to);
  }
  const { answer } = person;
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
        <ToPerson
          hint={t('payee.toHint')}
          typed={typed}
          error={answer === undefined || answer.kind === 'found' ? undefined : answer.text}
          person={person}
          onType={setTyped}
        />
        {answer?.kind === 'found' ? (
          <Chosen use={t('payee.use')} keep={paths.payees({ add: answer.found.to })} />
        ) : (
          <EnterOtherwise onPaste={setTyped} />
        )}
      </form>
      <Recent filter={{}} onPick={({ address }) => choose(address)} />
      <Book
        filter={{}}
        isShown={(payee) => payee.chain === null}
        empty={t('payee.emptyReason')}
        onPick={({ address }) => choose(address)}
      />
    </>
  );
}

/** An account on a chain where the currency travels. */
function Address({ search }: PartProps) {
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
          <Chosen
            use={t('payee.useAddress')}
            keep={facts.payee === null ? paths.payees({ add: facts.address, ...filter }) : undefined}
          />
        )}
      </form>
      {network === undefined ? null : (
        <>
          <Recent filter={filter} onPick={(one) => choose(one.address)} />
          <Book
            filter={filter}
            isShown={(payee) => payee.chain !== null}
            empty={t('payee.emptyNetwork', { currency, network: network.name })}
            onPick={(payee) => choose(payee.address)}
          />
        </>
      )}
    </>
  );
}

/** What was found can be used, and kept for the next time where it is not in the book. */
function Chosen({ use, keep }: { readonly use: string; readonly keep: string | undefined }) {
  const t = useText();
  return (
    <>
      <Button kind="primary" type="submit">
        {use}
      </Button>
      {keep === undefined ? null : (
        <Button kind="surface" icon="address-book" link={linkTo(keep)}>
          {t('payee.keepPerson')}
        </Button>
      )}
    </>
  );
}

function EnterOtherwise({ onPaste }: { readonly onPaste: (text: string) => void }) {
  const t = useText();
  async function paste(): Promise<void> {
    try {
      onPaste((await navigator.clipboard.readText()).trim().slice(0, 254));
    } catch {
      showToast({ text: t('payee.pasteFailed') });
    }
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-2">
      <Button kind="surface" icon="copy-bold" onPress={paste}>
        {t('payee.paste')}
      </Button>
      <Button kind="surface" icon="qr-code" link={linkTo(paths.scan())}>
        {t('payee.scan')}
      </Button>
    </div>
  );
}
