import type { ReactNode } from 'react';

import { useText } from '../../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../../screen/when-read.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import type { TransferFormState } from './use-transfer-form.ts';

/** What stands where the form cannot: it failed, is loading, or nothing travels this way; undefined when it can. */
export function useMissing(form: TransferFormState): ReactNode {
  const t = useText();
  if (form.failure !== undefined) {
    return (
      <ReadFailed isBusyAnnounced error={form.failure} reason={t('transfer.failed')} onRetry={form.retry} />
    );
  }
  if (form.isStranded) {
    return <EmptyState title={t('transfer.strandedTitle')} reason={t('transfer.strandedText')} />;
  }
  return form.currency === '' ? <WaitingRows rows={3} /> : undefined;
}
