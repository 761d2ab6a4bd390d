import { type ReactElement, useState } from 'react';

import { endSessions, useSessions } from '../domain/account/sessions.ts';
import { useText } from '../lib/text/i18n.ts';
import { Button } from '../ui/base/button.tsx';

/**
 * After a change of what protects the account: every other place can be logged out in the same step (security.md 7.1,
 * "others, offered"). Nothing where there is no other one. It stands on a page that has the texts of the account.
 */
export function LogOutOthers(): ReactElement | null {
  const t = useText();
  const { data } = useSessions();
  const [ended, setEnded] = useState<number>();
  const count = data?.list.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  if (ended !== undefined) {
    return (
      // The button that had the focus is gone.
      <p
        ref={(words) => words?.focus()}
        tabIndex={-1}
        role="status"
        className="mt-4 type-sm text-ink-2 outline-none"
      >
        {t('profile.ended', { count: ended })}
      </p>
    );
  }
  if (count === 0) return null;
  return (
    <div className="mt-4">
      <p className="mb-2 type-sm text-ink-2">{t('profile.othersOpen', { count })}</p>
      <Button
        kind="danger"
        busyLabel={t('profile.ending')}
        onPress={async () => setEnded(await endSessions({ others: true }))}
      >
        {t('profile.endOthers')}
      </Button>
    </div>
  );
}
