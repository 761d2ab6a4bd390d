import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

/** The book is empty. */
export function NoPayees({ onAdd }: { readonly onAdd: () => void }) {
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
