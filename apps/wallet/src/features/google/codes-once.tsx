import { useState } from 'react';

import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { saveText } from '../../lib/route/share.ts';
import { useText } from '../../lib/text/i18n.ts';
import { LogOutOthers } from '../../screen/log-out-others.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';
import { writeClipboard } from '../../ui/base/copy-button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { Switch } from '../../ui/field/switch.tsx';
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx';

type CodesProps = { readonly codes: readonly string[]; readonly onDone: () => void };

/** Ten recovery codes, which nobody can show again: to be copied, saved, printed. Leaving without having them asks first. */
export function CodesOnce({ codes, onDone }: CodesProps) {
  const t = useText();
  const say = useCopyOutcome();
  const [isSafe, setSafe] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const text = `${t('google.fileTitle')}\n\n${codes.join('\n')}\n`;
  return (
    <Screen
      width="480"
      close={() => (isSafe ? onDone() : setLeaving(true))}
      foot={
        <Button kind="primary" disabledReason={isSafe ? undefined : t('google.safeFirst')} onPress={onDone}>
          {t('shell.done')}
        </Button>
      }
    >
      <h2 className="mt-2 type-1">{t('google.codesTitle')}</h2>
      <p className="mt-1 mb-4 type-sm text-ink-2">{t('google.codesIntro')}</p>
      <ol
        aria-label={t('google.codesTitle')}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-xl bg-surface p-4 type-mono type-sm-b num"
        translate="no"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          className="grow"
          icon="copy-bold"
          onPress={async () => say(await writeClipboard(text))}
        >
          {t('shell.copy')}
        </Button>
        <Button
          size="small"
          className="grow"
          icon="download-simple"
          onPress={() => saveText(text, 'marigold-recovery-codes.txt')}
        >
          {t('google.save')}
        </Button>
        <Button size="small" className="grow" onPress={() => window.print()}>
          {t('google.print')}
        </Button>
      </div>
      <div className="mt-4">
        <Note tone="warn">{t('google.codesOnce')}</Note>
      </div>
      <div className="mt-4 flex items-center justify-between gap-3">
        <span>{t('google.safe')}</span>
        <Switch isOn={isSafe} onChange={setSafe} label={t('google.safe')} />
      </div>
      <LogOutOthers />
      <ConfirmSheet
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('google.leaveTitle')}
        text={t('google.leaveText')}
        confirmLabel={t('google.leave')}
        cancelLabel={t('google.stay')}
        closeLabel={t('shell.close')}
        onConfirm={onDone}
        isDangerous
      />
    </Screen>
  );
}
