import { useState } from 'react';

import { paths, type TransferSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Segmented } from '../../ui/field/segmented.tsx';
import { RecipientAddress } from './recipient-address.tsx';
import { RecipientPerson } from './recipient-person.tsx';
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
      {kind === 'person' ? <RecipientPerson search={search} /> : <RecipientAddress search={search} />}
    </Screen>
  );
}

function kindOf({ chain, address }: TransferSearch): PayeeKind {
  if (chain === 'internal') return 'person';
  return chain === undefined && address === undefined ? 'person' : 'address';
}
