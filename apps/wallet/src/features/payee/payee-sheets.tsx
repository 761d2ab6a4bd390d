import type { Payee } from '../../domain/payee/payee-queries.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useText } from '../../lib/text/i18n.ts';
import { DeletePayee } from './payee-card.tsx';
import { PayeeFormSheet } from './payee-form-sheet.tsx';
import type { NewPayee } from './use-payee-form.ts';

/** One sheet at a time (DESIGN.md 4 "Sheet"): nothing, a form, or the question before a recipient goes. */
export type OpenSheet =
  | { readonly kind: 'none' }
  | { readonly kind: 'add'; readonly start?: NewPayee }
  | { readonly kind: 'edit'; readonly payee: Payee }
  | { readonly kind: 'delete'; readonly payee: Payee };

type PayeeSheetsProps = {
  readonly over: OpenSheet;
  readonly onClose: () => void;
  /** A recipient was taken out. */
  readonly onGone: () => void;
};

/** What lies over the address book. */
export function PayeeSheets({ over, onClose, onGone }: PayeeSheetsProps) {
  const t = useText();
  return (
    <>
      <PayeeFormSheet
        isOpen={over.kind === 'add' || over.kind === 'edit'}
        known={over.kind === 'edit' ? over.payee : undefined}
        start={over.kind === 'add' ? over.start : undefined}
        onClose={onClose}
        onDone={() => {
          onClose();
          showToast({ text: t('payee.saved') });
        }}
      />
      <DeletePayee
        payee={over.kind === 'delete' ? over.payee : undefined}
        onClose={onClose}
        onDone={() => {
          onClose();
          onGone();
        }}
      />
    </>
  );
}
