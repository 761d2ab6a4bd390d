import { useState } from 'react';

import { logOut } from '../../domain/account/account-queries.ts';
import { installedVersion } from '../../lib/device/device.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx';

/** Log out, asked once (spec 5, "Confirmation prompts"), and the app's version. */
export function LogOut() {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    setLeaving(true);
    await logOut();
    go(paths.home(), { isReplacing: true });
  }

  return (
    <div className="mt-5">
      <Button onPress={() => setAsking(true)}>{t('shell.logout')}</Button>
      <p className="mt-3 text-center type-cap text-ink-3">{t('me.version', { version: installedVersion })}</p>
      <ConfirmSheet
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('shell.logoutAsk')}
        text={t('shell.logoutNote')}
        confirmLabel={t('shell.logout')}
        onConfirm={leave}
        isBusy={isLeaving}
        busyLabel={t('shell.logoutBusy')}
        cancelLabel={t('shell.logoutStay')}
        closeLabel={t('shell.close')}
        isDangerous
      />
    </div>
  );
}
