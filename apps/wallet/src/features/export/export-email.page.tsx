import { useState } from 'react';

import { problemOf } from '../../lib/form-problem.ts';
import { useText } from '../../lib/i18n.ts';
import { useIntent } from '../../lib/intent.ts';
import { go } from '../../lib/navigation.ts';
import { useOnline } from '../../lib/online.ts';
import { type ExportSearch, paths } from '../../lib/paths.ts';
import { invalidateExports } from '../../lib/queries.ts';
import { type User, useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toasts.ts';
import { useApproval, useCodeWords } from '../../lib/use-verification.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeSheet } from '../../ui/code-sheet.tsx';
import { Note } from '../../ui/note.tsx';
import { AddressField } from './address-field.tsx';
import { ExportFields } from './export-fields.tsx';
import { RunningExport } from './export-files.tsx';
import { ExportPreview, useNoExport } from './export-preview.tsx';
import { type Addresses, useAddresses } from './use-addresses.ts';
import { type ExportForm, orderOf, useExportForm } from './use-export-form.ts';

/** The same file, its link mailed to one or more addresses (spec 5); other people's need a code. */
export function ExportEmailPage(search: ExportSearch) {
  const { user } = useSession();
  return user === undefined ? null : <MailExport user={user} search={search} />;
}

function MailExport({ user, search }: { readonly user: User; readonly search: ExportSearch }) {
  const t = useText();
  const form = useExportForm(search);
  const addresses = useAddresses(user.email !== null);
  const { problem, approval, send } = useMailing(form, addresses);
  const no = useNoExport(form);
  const { isOnline } = useOnline();
  const words = useCodeWords();
  return (
    <Screen
      width="480"
      back={paths.exportBills(form.search)}
      foot={
        <Button kind="primary" busyLabel={t('export.mailBusy')} disabledReason={no} onPress={send}>
          {t('export.send')}
        </Button>
      }
    >
      <RunningExport />
      <div className="grid grid-cols-1 gap-5">
        <h2 className="type-1 mt-2">{t('export.byMail')}</h2>
        <AddressField user={user} addresses={addresses} />
        <ExportFields form={form} />
        <ExportPreview form={form} />
        {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      </div>
      <CodeSheet
        title={t('export.codeTitle')}
        text={t('export.codeText', { addresses: approval.sheet?.order.emails.join(', ') ?? '' })}
        closeLabel={t('shell.close')}
        words={words}
        isOnline={isOnline}
        approval={approval}
      />
    </Screen>
  );
}

type Order = ReturnType<typeof orderOf> & { readonly emails: string[]; readonly own?: true };

/** Sends the order, with a code where one is asked for; then the files show how far it is. */
function useMailing({ filter, choice }: ExportForm, addresses: Addresses) {
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
    await approval.submit({ ...orderOf(filter, choice), ...chosen });
  }
  return { problem, approval, send };
}
