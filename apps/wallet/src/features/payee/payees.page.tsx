import { useState } from 'react';

import { usePayees } from '../../domain/payee/payee-queries.ts';
import { useOwnLimits } from '../../domain/verification/own-limits.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useWideLayout } from '../../lib/device/use-wide-layout.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { go, goBack } from '../../lib/route/navigation.ts';
import { paths, type PayeesSearch } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { AlwaysWait } from '../../screen/always-wait.tsx';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Card } from '../../ui/base/card.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { NoPayees } from './no-payees.tsx';
import { PayeeCard } from './payee-card.tsx';
import { PayeeList } from './payee-list.tsx';
import { type OpenSheet, PayeeSheets } from './payee-sheets.tsx';

/** The address book (spec 2, 3): found, added, changed, taken out, paid. Wide screens show one beside the list. */
export function PayeesPage({ id, add, currency, chain }: PayeesSearch) {
  const t = useText();
  const isWide = useWideLayout();
  const { isOnline } = useOnline();
  const payees = usePayees();
  const limits = useOwnLimits();
  const [over, setOver] = useState<OpenSheet>(
    add === undefined ? { kind: 'none' } : { kind: 'add', start: { to: add, currency, chain } },
  );
  const known = payees.data?.pages.flatMap(({ list }) => list) ?? [];
  const selected = known.find((payee) => payee.id === id) ?? (isWide ? known[0] : undefined);
  const card =
    selected === undefined ? null : (
      <PayeeCard
        payee={selected}
        onEdit={() => setOver({ kind: 'edit', payee: selected })}
        onDelete={() => setOver({ kind: 'delete', payee: selected })}
      />
    );
  const startAdding = () => setOver({ kind: 'add' });
  return (
    <Screen
      back={paths.me()}
      actions={
        <IconButton icon="plus-bold" label={t('payee.add')} isDisabled={!isOnline} onPress={startAdding} />
      }
      detail={isWide && card !== null ? <Card>{card}</Card> : null}
    >
      <FreezeNote areas={['payout']} className="pb-4" />
      <PayeeList
        payees={payees}
        selectedId={isWide ? selected?.id : undefined}
        linkOf={(payee) => linkTo(paths.payees({ id: payee.id }), { isReplacing: isWide })}
        empty={<NoPayees onAdd={startAdding} />}
      />
      {limits.data === undefined ? null : (
        <div className="mt-4">
          <AlwaysWait limits={limits.data} />
        </div>
      )}
      <ScreenSheet
        isOpen={!isWide && selected !== undefined && over.kind === 'none'}
        isInAddress
        onClose={() => goBack(paths.payees())}
        title={t('shell.title.recipient')}
      >
        {card}
      </ScreenSheet>
      <PayeeSheets
        over={over}
        onClose={() => setOver({ kind: 'none' })}
        onGone={() => go(paths.payees(), { isReplacing: true })}
      />
    </Screen>
  );
}
