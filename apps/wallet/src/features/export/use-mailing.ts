import { useState } from 'react';

import { invalidateExports } from '../../domain/bill/export-queries.ts';
import { useApproval } from '../../domain/verification/use-verification.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { problemOf } from '../../lib/http/form-problem.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import type { Addresses } from './use-addresses.ts';
import { type ExportForm, exportRequest } from './use-export-form.ts';

type Order = ReturnType<typeof exportRequest> & { readonly emails: string[]; readonly own?: true };

/** Sends the order, with a code where one is asked for; then the files show how far it is. */
export function useMailing({ filter, choice }: ExportForm, addresses: Addresses) {
  const t = useText();
  const intent = useIntent('bill/export/email');
  const [problem, setProblem] = useState<string>();
  const approval = useApproval<Order, 'bill/export/email'>({
    request: ({ emails }) => ({ kind: 'bill/export/email', subject: { emails } }),
    send: async (order, verify) =>
      await intent.send(verify === undefined ? order : { ...order, verify }, {
        showErrors: true,
        disableLoading: true,
        onFail: () => undefined,
      }),
    onResult(result) {
      void invalidateExports();
      if (result.ok) {
        showToast({ text: t('export.mailStarted') });
        return go(paths.exportBills(), { isReplacing: true });
      }
      const no = problemOf(result, {
        fields: ['emails'],
        malformed: () => t('export.addressesMissing'),
      });
      if (no?.field === 'emails') addresses.say(no.text);
      else setProblem(no?.text);
    },
  });
  async function send(): Promise<void> {
    const chosen = addresses.read();
    if (chosen === undefined || filter === undefined) return;
    setProblem(undefined);
    await approval.submit({ ...exportRequest(filter, choice), ...chosen });
  }
  return { problem, approval, send };
}
