import { useFreeze, waitOf } from '../../domain/account/use-freeze.ts';
import { type User, useSession } from '../../lib/device/session.ts';
import { type ExportSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { ScreenCodeSheet } from '../../screen/screen-code-sheet.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { ExportAddressField } from './address-field.tsx';
import { ExportFields } from './export-fields.tsx';
import { RunningExport } from './export-files.tsx';
import { ExportPreview, useNoExport } from './export-preview.tsx';
import { useAddresses } from './use-addresses.ts';
import { useExportForm } from './use-export-form.ts';
import { useMailing } from './use-mailing.ts';

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
  const frozen = useFreeze('payout');
  // Whoever may read the bills here may have them at their own address, too.
  const isForOthers = addresses.emails.length > 0 || addresses.text !== '';
  const paused = frozen !== undefined && isForOthers ? t('export.frozen', waitOf(frozen)) : undefined;
  const no = useNoExport(form) ?? paused;
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
      <FreezeNote areas={['payout']} className="pb-4" />
      <RunningExport />
      <div className="grid grid-cols-1 gap-5">
        <h2 className="type-1 mt-2">{t('export.byMail')}</h2>
        <ExportAddressField user={user} addresses={addresses} />
        <ExportFields form={form} />
        <ExportPreview form={form} />
        {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
      </div>
      <ScreenCodeSheet
        title={t('export.codeTitle')}
        text={t('export.codeText', { addresses: approval.sheet?.order.emails.join(', ') ?? '' })}
        approval={approval}
      />
    </Screen>
  );
}
