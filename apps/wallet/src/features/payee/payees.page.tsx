import { useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { go, goBack } from '../../lib/navigation.ts';
import { useOnline } from '../../lib/online.ts';
import { paths, type PayeesSearch } from '../../lib/paths.ts';
import { type Payee, usePayees } from '../../lib/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { useWide } from '../../lib/wide.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DeletePayee, PayeeCard } from './payee-card.tsx';
import { PayeeFormSheet } from './payee-form-sheet.tsx';
import { PayeeList } from './payee-list.tsx';
import type { NewPayee } from './use-payee-form.ts';

/** One sheet at a time (DESIGN.md 4 "Sheet"): nothing, a form, or the question before a recipient goes. */
type Over =
  | { readonly kind: 'none' }
  | { readonly kind: 'add'; readonly start?: NewPayee }
  | { readonly kind: 'edit'; readonly payee: Payee }
  | { readonly kind: 'delete'; readonly payee: Payee };

/** The address book (spec 2, 3): found, added, changed, taken out, paid. Wide screens show one beside the list. */
export function PayeesPage({ id, add, currency, chain }: PayeesSearch) {
  const t = useText();
  const isWide = useWide();
  const { isOnline } = useOnline();
  const payees = usePayees();
  const [over, setOver] = useState<Over>(
    add === undefined ? { kind: 'none' } : { kind: 'add', start: { to: add, currency, chain } },
  );
  const known = payees.data?.pages.flatMap(({ list }) => list) ?? [];
  const selected = known.find((payee) => payee.id === id) ?? (isWide ? known[0] : undefined);
  const close = () => setOver({ kind: 'none' });
  const leaveDetail = () => go(paths.payees(), { isReplacing: true });
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
      <PayeeList
        payees={payees}
        selectedId={isWide ? selected?.id : undefined}
        linkOf={(payee) => linkTo(paths.payees({ id: payee.id }), { isReplacing: isWide })}
        empty={<NoPayees onAdd={startAdding} />}
      />
      <Sheet
        isOpen={!isWide && selected !== undefined && over.kind === 'none'}
        isInAddress
        onClose={() => goBack(paths.payees())}
        title={t('shell.title.recipient')}
        closeLabel={t('shell.close')}
      >
        {card}
      </Sheet>
      <PayeeFormSheet
        isOpen={over.kind === 'add' || over.kind === 'edit'}
        known={over.kind === 'edit' ? over.payee : undefined}
        start={over.kind === 'add' ? over.start : undefined}
        onClose={close}
        onDone={() => {
          close();
          showToast({ text: t('payee.saved') });
        }}
      />
      <DeletePayee
        payee={over.kind === 'delete' ? over.payee : undefined}
        onClose={close}
        onDone={() => {
          close();
          leaveDetail();
        }}
      />
    </Screen>
  );
}

function NoPayees({ onAdd }: { readonly onAdd: () => void }) {
  const t = useText();
  return (
    <EmptyState
      title={t('payee.emptyTitle')}
      reason={t('payee.emptyReason')}
      action={
        <Button kind="primary" icon="plus-bold" onPress={onAdd}>
          {t('payee.add')}
        </Button>
      }
    />
  );
}
