import { useText } from '../../../lib/text/i18n.ts';
import { Segmented } from '../../../ui/field/segmented.tsx';
import type { Mode } from './order.ts';
import type { TransferFormState } from './use-transfer-form.ts';

/** Over a chain for a fee, or inside Marigold for nothing. */
export function ModeSwitch({ form }: { readonly form: TransferFormState }) {
  const t = useText();
  return (
    <div className="mb-4 wide:mb-6 wide:max-w-100">
      <Segmented<Mode>
        label={t('transfer.mode')}
        options={[
          { value: 'onChain', label: t('transfer.mode.onChain') },
          { value: 'internal', label: t('transfer.mode.internal') },
        ]}
        value={form.form.mode}
        onChange={(mode) => form.set('mode', mode)}
      />
    </div>
  );
}
