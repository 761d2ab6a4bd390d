import { useState } from 'react';

import { usePayee } from '../../domain/payee/use-payee.ts';
import { returnTo } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ChosenRecipient, EnterOtherwise, type PartProps } from './recipient-choice.tsx';
import { SavedPayees, Recent } from './recipient-lists.tsx';
import { ToPerson } from './to-fields.tsx';

/** Somebody of Marigold. */
export function RecipientPerson({ search: { currency, amount, to } }: PartProps) {
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
          <ChosenRecipient use={t('payee.use')} keep={paths.payees({ add: answer.found.to })} />
        ) : (
          <EnterOtherwise onPaste={setTyped} />
        )}
      </form>
      <Recent filter={{}} onPick={({ address }) => choose(address)} />
      <SavedPayees
        filter={{}}
        isVisible={(payee) => payee.chain === null}
        empty={t('payee.emptyReason')}
        onPick={({ address }) => choose(address)}
      />
    </>
  );
}
